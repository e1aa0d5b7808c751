extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int depth, max_depth;

static int ack(int m, int n)
{
    int r;
    if (++depth > max_depth) {
        max_depth = depth;
    }
    if (m == 0) {
        r = n + 1;
    } else if (n == 0) {
        r = ack(m - 1, 1);
    } else {
        r = ack(m - 1, ack(m, n - 1));
    }
    depth--;
    return r;
}

static int collatz(int n, int limit)
{
    if (n == 1) {
        return 0;
    }
    if (limit == 0) {
        return -1000;
    }
    return 1 + collatz(n % 2 ? 3 * n + 1 : n / 2, limit - 1);
}

static int subset(const int *v, int n, int target)
{
    if (target == 0) {
        return 1;
    }
    if (n == 0) {
        return 0;
    }
    return subset(v + 1, n - 1, target) || subset(v + 1, n - 1, target - v[0]);
}

static int is_even(int n);

static int is_odd(int n) {
    return n == 0 ? 0 : is_even(n - 1);
}

static int is_even(int n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

int main(void)
{
    int m = __VERIFIER_nondet_uchar() & 3;
    int n = __VERIFIER_nondet_uchar() & 3;
    int c = __VERIFIER_nondet_uchar();
    int v[6], i, res = 0, neg = 0;

    if (is_even(c) && c % 2 == 1) {
        res = 50;
    }
    int a = ack(m, n);
    if (a == 61) {
        res = 1;
    }
    if (m == 2 && a != 2 * n + 3) {
        res = 51;
    }
    if (a == 62 || a == 10) {
        res = 52;
    }
    if (c > 0 && collatz(c, 120) == 111) {
        res = 2;
    }
    for (i = 0; i < 6; i++) {
        v[i] = __VERIFIER_nondet_int();
        if (v[i] < -1000 || v[i] > 1000) {
            return 3;
        }
        neg += v[i] < 0;
    }
    if (neg == 0 && v[0] > 100 && v[1] == v[0] + 7 && v[2] == v[1] * 2 && subset(v, 6, 999)) {
        res = 4;
    }
    if (neg == 6 && subset(v, 6, -3) && !subset(v, 6, -1) && v[0] == -2) {
        res = 5;
    }
    if (v[0] == 3 && v[1] == 9 && v[2] == 81 && v[3] == 27 && v[4] == 243 && v[5] == 0 && subset(v, 6, 110)) {
        res = 53;
    }
    return res;
}
