extern unsigned int __VERIFIER_nondet_uint(void);

typedef unsigned (*handler)(unsigned);

static unsigned calls;

static unsigned h_inc(unsigned x) {
    calls += 1;
    return x + 1u;
}

static unsigned h_dbl(unsigned x)
{
    calls += 16;
    return x * 2u;
}

static unsigned h_not(unsigned x)
{
    calls += 256;
    return ~x;
}

static unsigned h_never(unsigned x) {
    calls = 0;
    return x ^ 0x55u;
}

static unsigned h_secret(unsigned x) {
    calls += 4096;
    return x ^ 0xA5A5A5A5u;
}

static const handler table[5] = { h_inc, h_dbl, h_not, h_secret, h_never };

int main(void)
{
    unsigned acc = __VERIFIER_nondet_uint() & 0xffu;
    unsigned start = acc;
    unsigned i, n = 0, res = 0;

    for (i = 0; i < 10; i++) {
        unsigned sel = __VERIFIER_nondet_uint() % 6u;
        if (sel == 5) {
            break;
        }
        if (sel == 4) {
            sel = 2u * (acc & 1u);
        }
        if (sel == 3 && acc % 2u == 0) {
            sel = 1;
        }
        if (sel == 2 && (acc >> 31)) {
            sel = 3;
        }
        acc = table[sel](acc);
        n++;
        if (n != (calls & 15u) + ((calls >> 4) & 15u) + ((calls >> 8) & 15u) + (calls >> 12)) {
            res = 200;
        }
    }
    if (calls == 0x000Au) {
        res = 1;
        if (acc != start + 10u) {
            res = 201;
        }
    }
    if (acc == 0xA5A5A5A5u) {
        res = 2;
    } else if (acc == 1000u && n == 9) {
        res = 3;
    }
    if ((calls & 0x0ff0u) == 0x0aa0u) {
        res = 202;
    }
    return (int)res;
}
