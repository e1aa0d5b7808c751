extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);

struct ratio {
    long num, den;
};

static long gcd(long a, long b)
{
    if (a < 0) {
        a = -a;
    }
    while (b) {
        long t = a % b;
        a = b;
        b = t;
    }
    return a;
}

static struct ratio norm(long n, long d)
{
    struct ratio r;
    long g;
    if (d < 0) {
        n = -n;
        d = -d;
    }
    g = gcd(n, d);
    r.num = n / g;
    r.den = d / g;
    return r;
}

static struct ratio add(struct ratio a, struct ratio b)
{
    return norm(a.num * b.den + b.num * a.den, a.den * b.den);
}

static struct ratio mul(struct ratio a, struct ratio b)
{
    return norm(a.num * b.num, a.den * b.den);
}

static int egyptian(struct ratio r) {
    return (int)(r.num + r.den);
}

static int solve_quadratic(long a, long b, long c)
{
    long disc = b * b - 4 * a * c, s = 0;
    if (disc < 0) {
        return 0;
    }
    while ((s + 1) * (s + 1) <= disc && s < 70000) {
        s++;
    }
    if (s * s != disc) {
        return 1;
    }
    return disc == 0 ? 2 : 3;
}

int main(void)
{
    struct ratio v[3], sum = { 0, 1 }, prod = { 1, 1 };
    int i, res = 0, units = 0;

    for (i = 0; i < 3; i++) {
        int n = __VERIFIER_nondet_short();
        int d = __VERIFIER_nondet_int();
        if (d == 0 || d < -1000 || d > 1000 || n > 200 || n < -200) {
            return -1;
        }
        v[i] = norm(n, d);
        units += v[i].num == 1;
        sum = add(sum, v[i]);
        prod = mul(prod, v[i]);
    }
    if (sum.den < 1) {
        res = 50;
    }
    if (units == 3 && sum.num == 1 && sum.den == 1 && v[0].den < v[1].den && v[1].den < v[2].den) {
        res = egyptian(v[0]);
    }
    if (prod.num == 1 && prod.den == 1 && sum.num == -1 && sum.den == 1) {
        res = 2;
    }
    if (sum.num == 0 && prod.num == -6 && prod.den == 1) {
        res = 3;
    }
    if (sum.num == 355 && sum.den == 113) {
        res = 4;
    }
    if (v[0].den == 1 && v[1].den == 1 && v[2].den == 1 && v[0].num != 0) {
        int q = solve_quadratic(v[0].num, v[1].num, v[2].num);
        if (q == 2 && v[1].num == 84) {
            res = 5;
        } else if (q == 3 && v[0].num == 6 && v[2].num == -35 && v[1].num > 0) {
            res = 6;
        } else if (q == 0 && v[0].num * v[2].num < 0) {
            res = 51;
        }
    }
    return res;
}
