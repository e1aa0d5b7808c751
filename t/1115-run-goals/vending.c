extern unsigned int __VERIFIER_nondet_uint(void);

enum state { IDLE, PAYING, SELECTED, REFUNDING, SERVICE };

struct slot {
    int price;
    int stock;
};

static struct slot slots[4] = { { 120, 2 }, { 85, 1 }, { 200, 3 }, { 45, 2 } };
static enum state st = IDLE;
static int credit, bank, given;

static void refund(int amount) {
    given += amount;
    credit = 0;
    st = IDLE;
}

static int insert_coin(unsigned v)
{
    static const int coins[6] = { 5, 10, 20, 50, 100, 200 };
    if (v >= 6) {
        return -1;
    }
    if (credit + coins[v] > 400) {
        return -2;
    }
    credit += coins[v];
    st = PAYING;
    return coins[v];
}

int main(void)
{
    int step, sold = 0, total_in = 0;
    unsigned sel = 0;

    for (step = 0; step < 14; step++) {
        unsigned op = __VERIFIER_nondet_uint() % 5u;
        if (op == 0) {
            break;
        }
        switch (op) {
        case 1: {
            int r = insert_coin(__VERIFIER_nondet_uint() & 7u);
            if (r > 0) {
                total_in += r;
            }
            break;
        }
        case 2:
            if (st == PAYING) {
                sel = __VERIFIER_nondet_uint() & 3u;
                st = SELECTED;
            }
            break;
        case 3:
            if (st == SELECTED) {
                struct slot *s = &slots[sel];
                if (s->stock == 0) {
                    st = REFUNDING;
                    refund(credit);
                } else if (credit >= s->price) {
                    s->stock--;
                    bank += s->price;
                    credit -= s->price;
                    sold++;
                    st = credit > 0 ? PAYING : IDLE;
                }
            } else if (st == REFUNDING) {
                given = -1;
            }
            break;
        default:
            if (credit > 0) {
                refund(credit);
            }
            break;
        }
        if (credit % 5 != 0) {
            st = SERVICE;
        }
        if (bank + credit + given != total_in) {
            st = SERVICE;
        }
    }
    if (sold == 4 && credit == 0) {
        sold = 40;
    }
    if (bank == 250 && given == 0) {
        sold = 50;
    }
    if (st == IDLE && credit > 0) {
        sold = 60;
    }
    return sold;
}
