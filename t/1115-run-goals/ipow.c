extern unsigned short __VERIFIER_nondet_ushort(void);
extern signed char __VERIFIER_nondet_char(void);
extern long __VERIFIER_nondet_long(void);

static unsigned isqrt(unsigned n)
{
    unsigned r = 0, bit = 1u << 30;
    while (bit > n) {
        bit >>= 2;
    }
    while (bit) {
        if (n >= r + bit) {
            n -= r + bit;
            r = (r >> 1) + bit;
        } else {
            r >>= 1;
        }
        bit >>= 2;
    }
    return r;
}

static int is_prime(unsigned n)
{
    unsigned d;
    if (n < 2) {
        return 0;
    }
    for (d = 2; d * d <= n; d++) {
        if (n % d == 0) {
            return 0;
        }
    }
    return 1;
}

static unsigned digits_sum(unsigned n)
{
    unsigned s = 0;
    for (; n; n /= 10) {
        s += n % 10;
    }
    return s;
}

static int palindrome(unsigned n)
{
    unsigned r = 0, m = n;
    while (m) {
        r = r * 10 + m % 10;
        m /= 10;
    }
    return r == n;
}

static void perfect(unsigned n, int *res) {
    *res = (int)(n & 7u);
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_ushort();
    unsigned m = __VERIFIER_nondet_ushort();
    int c = __VERIFIER_nondet_char();
    long big = __VERIFIER_nondet_long();
    unsigned r = isqrt(n), d, sigma = 0;
    int res = 0;

    if (r * r > n || (r + 1) * (r + 1) <= n) {
        res = 50;
    }
    for (d = 1; d * d <= n && n > 0; d++) {
        if (n % d == 0) {
            sigma += d + (d * d == n ? 0 : n / d);
        }
    }
    if (n > 500 && sigma == 2 * n) {
        perfect(n, &res);
        if (n & 1u) {
            res = 51;
        }
    }
    if (is_prime(n) && is_prime(m) && m == n + 2 && n > 65000) {
        res = 1;
        if (n % 6 != 5) {
            res = 52;
        }
    }
    if (palindrome(n) && r * r == n && n > 1000) {
        res = 2;
    }
    if (palindrome(n) && n >= 1000 && n < 10000 && n % 11 != 0) {
        res = 53;
    }
    if (digits_sum(n) == 40 && m == digits_sum(n * 9u) && c < -100) {
        res = 3;
    }
    if (c * c * c == -c * 81 && c != 0) {
        res = 54;
    }
    return res + (big > 100000000000L);
}
