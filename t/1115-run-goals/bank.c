extern int __VERIFIER_nondet_int(void);

#define ACCTS 4

struct account {
    long balance;
    int frozen;
    int ops;
};

static struct account acc[ACCTS];
static long deposits, withdrawals;

static int valid(int id)
{
    return id >= 0 && id < ACCTS;
}

static int transfer(int from, int to, int amount)
{
    if (!valid(from) || !valid(to) || from == to) {
        return -1;
    }
    if (acc[from].frozen || acc[to].frozen) {
        return -2;
    }
    if (amount <= 0 || acc[from].balance < amount) {
        return -3;
    }
    acc[from].balance -= amount;
    acc[to].balance += amount;
    acc[from].ops++;
    acc[to].ops++;
    return 0;
}

static void audit_fail(int why) {
    acc[0].frozen = why;
}

static void millionaire(int id) {
    acc[id].ops = 0;
}

int main(void)
{
    int k, i, res = 0;

    for (k = 0; k < 9; k++) {
        int op = __VERIFIER_nondet_int();
        if (op < 1 || op > 4) {
            break;
        }
        int id = __VERIFIER_nondet_int();
        if (op == 1 || op == 2) {
            int amount = __VERIFIER_nondet_int();
            if (!valid(id) || amount <= 0 || amount > 1000000) {
                continue;
            }
            if (op == 1) {
                acc[id].balance += amount;
                deposits += amount;
            } else if (amount <= acc[id].balance && !acc[id].frozen) {
                acc[id].balance -= amount;
                withdrawals += amount;
                res = 1;
            }
        } else if (op == 3) {
            int to = __VERIFIER_nondet_int();
            if (transfer(id, to, valid(id) ? (int)(acc[id].balance / 2) : 0) == 0) {
                res = 2;
            }
        } else if (valid(id)) {
            acc[id].frozen = !acc[id].frozen;
        }
        long sum = 0;
        for (i = 0; i < ACCTS; i++) {
            sum += acc[i].balance;
            if (acc[i].balance < 0) {
                res = 100;
            }
            if (acc[i].balance > 3000000) {
                millionaire(i);
            }
        }
        if (sum != deposits - withdrawals) {
            audit_fail(3);
        }
    }
    if (acc[0].balance == 777 && acc[1].balance == 778 && deposits == 1555 && acc[0].ops == 1) {
        res = 3;
    }
    if (acc[0].balance == acc[1].balance && acc[1].balance == acc[2].balance
        && acc[2].balance == acc[3].balance && deposits == 1000 && k == 4) {
        res = 4;
    }
    if (withdrawals > 0 && withdrawals == deposits && acc[3].frozen && acc[3].ops == 2) {
        res = 5;
    }
    if (acc[0].ops + acc[1].ops + acc[2].ops + acc[3].ops == 17) {
        res = 101;
    }
    return res;
}
