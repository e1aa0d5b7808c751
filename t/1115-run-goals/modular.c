extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned long powmod(unsigned long b, unsigned e, unsigned long m)
{
    unsigned long r = 1 % m;
    b %= m;
    while (e) {
        if (e & 1u) {
            r = r * b % m;
        }
        b = b * b % m;
        e >>= 1;
    }
    return r;
}

static int inverse(int a, int m)
{
    int t = 0, nt = 1, r = m, nr = a % m;
    while (nr) {
        int q = r / nr, x;
        x = t - q * nt;
        t = nt;
        nt = x;
        x = r - q * nr;
        r = nr;
        nr = x;
    }
    if (r != 1) {
        return -1;
    }
    return t < 0 ? t + m : t;
}

static void crt_solved(void) {
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint() % 1024u;
    unsigned m = __VERIFIER_nondet_uint() % 2048u;
    unsigned x = __VERIFIER_nondet_uint();
    int res = 0;

    if (m < 2) {
        return 1;
    }
    int inv = inverse((int)a, (int)m);
    if (inv >= 0) {
        if (a * (unsigned)inv % m != 1) {
            res = 50;
        }
        if ((unsigned)inv == a && a > 1 && a + 1 < m && m % 2 == 1 && m > 1000) {
            res = 2;
        }
    }
    if (m == 1009 && a > 0 && a < m) {
        if (powmod(a, 1008, m) != 1) {
            res = 51;
        }
        if (powmod(a, 504, m) == 1 && powmod(a, 252, m) == 1 && powmod(a, 126, m) == 1008) {
            res = 3;
        }
    }
    if (m == 1024 && a % 2 == 0 && inv >= 0) {
        res = 52;
    }
    if (x % 7 == 4 && x % 11 == 7 && x % 13 == 8 && x < 1001) {
        crt_solved();
        res = x == 788 ? 4 : 53;
        if (a * 3 + m * 5 == x) {
            res = 5;
        }
    }
    if (powmod(3, x % 1000u, 65537) == 4096 && m == 97) {
        res = 6;
    }
    if (a > 30 && a * a % m == 2 && m > 2000) {
        res = 7;
    }
    return res;
}
