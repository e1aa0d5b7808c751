extern unsigned int __VERIFIER_nondet_uint(void);

struct jug {
    int cap, have;
};

static struct jug j[3] = { { 12, 12 }, { 8, 0 }, { 5, 0 } };
static int moves;

static int pour(int a, int b)
{
    int room = j[b].cap - j[b].have;
    int amt = j[a].have < room ? j[a].have : room;
    if (a == b || amt == 0) {
        return 0;
    }
    j[a].have -= amt;
    j[b].have += amt;
    moves++;
    return amt;
}

static void solved(void) {
    moves += 100;
}

static void stalemate(int *p) {
    *p = 3;
}

int main(void)
{
    int step, res = 0, wasted = 0;
    unsigned trace = 0;

    for (step = 0; step < 10; step++) {
        unsigned cmd = __VERIFIER_nondet_uint();
        if (cmd >= 9) {
            break;
        }
        int amt = pour((int)cmd / 3, (int)cmd % 3);
        if (amt == 0) {
            wasted++;
        } else {
            trace = trace * 13u + (unsigned)amt;
        }
        if (j[0].have + j[1].have + j[2].have != 12) {
            res = 50;
        }
        if (j[0].have != 0 && j[0].have != 12 && j[1].have != 0 && j[1].have != 8
            && j[2].have != 0 && j[2].have != 5) {
            stalemate(&res);
        }
        if (j[0].have == 6 && j[1].have == 6) {
            solved();
            break;
        }
    }
    if (wasted == 4 && j[2].have == 3 && j[1].have == 0) {
        res = 1;
    }
    if (moves == 3 && j[0].have == 9) {
        res = 2;
    }
    if (moves >= 106 && wasted == 3) {
        res = 3;
    }
    if (trace == 5u * 13u * 13u + 5u * 13u + 5u && j[1].have == 8) {
        res = 51;
    }
    if (trace == 8u * 169u + 5u * 13u + 5u) {
        res = 4;
    }
    return res;
}
