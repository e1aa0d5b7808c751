extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long __VERIFIER_nondet_long(void);

static unsigned state;

static unsigned next(void)
{
    state = state * 1664525u + 1013904223u;
    return state;
}

static unsigned xorshift(unsigned x)
{
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}

static void cycle_found(void) {
    state = 1;
}

static int jackpot(unsigned a, unsigned b) {
    return (int)((a ^ b) & 3u);
}

int main(void)
{
    unsigned seed = __VERIFIER_nondet_uint();
    unsigned k = __VERIFIER_nondet_uint();
    unsigned long u = __VERIFIER_nondet_ulong();
    long s = __VERIFIER_nondet_long();
    unsigned i, a = 0, b = 0;
    int res = 0;

    state = seed;
    for (i = 0; i < 4; i++) {
        a = next();
        if (a == seed) {
            cycle_found();
        }
        if ((a & 1u) == (b & 1u) && i > 0) {
            res = 50;
        }
        b = a;
    }
    if (a == 0x13371337u) {
        res = jackpot(a, seed);
    }
    if (k != 0 && xorshift(k) == 0) {
        res = 51;
    }
    if (xorshift(xorshift(k)) == 0x600DCAFEu) {
        res = 1;
    }
    if (u + 0xFFFFFFFFFFFFFF00ul < 5ul && u > 255ul) {
        res = 2;
    }
    if (u * 0x9E3779B97F4A7C15ul == 0x0123456789ABCDEFul) {
        res = 3;
    }
    if (s < 0 && s % 1000 == -77 && s / 1000 == -123456789L) {
        res = 4;
    }
    if (s > 1000000L && (unsigned long)s + u == 0ul && u % 10ul == 3) {
        res = 5;
    }
    if ((seed ^ k) == 0x80000000u && seed - k == 0x80000000u) {
        res = 6;
    }
    return res;
}
