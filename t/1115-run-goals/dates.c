extern int __VERIFIER_nondet_int(void);

struct date {
    int y, m, d;
};

static int leap(int y)
{
    return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

static int month_days(int y, int m)
{
    static const int len[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    if (m == 2 && leap(y)) {
        return 29;
    }
    return len[m - 1];
}

static long ordinal(struct date t)
{
    long n = 0;
    int m;
    n = 365L * (t.y - 1) + (t.y - 1) / 4 - (t.y - 1) / 100 + (t.y - 1) / 400;
    for (m = 1; m < t.m; m++) {
        n += month_days(t.y, m);
    }
    return n + t.d;
}

static int valid(struct date t)
{
    if (t.y < 1583 || t.y > 2999) {
        return 0;
    }
    if (t.m < 1 || t.m > 12) {
        return 0;
    }
    if (t.d < 1 || t.d > month_days(t.y, t.m)) {
        return 0;
    }
    return 1;
}

static void centenary(void) {
}

static void friday_13th(void) {
}

int main(void)
{
    struct date a, b;
    int res = 0;

    a.y = __VERIFIER_nondet_int();
    a.m = __VERIFIER_nondet_int();
    a.d = __VERIFIER_nondet_int();
    b.y = __VERIFIER_nondet_int();
    b.m = __VERIFIER_nondet_int();
    b.d = __VERIFIER_nondet_int();
    if (!valid(a) || !valid(b)) {
        return 1;
    }
    long da = ordinal(a), db = ordinal(b), diff = db - da;
    int wd = (int)(da % 7);
    if (diff == 0 && (a.y != b.y || a.m != b.m || a.d != b.d)) {
        res = 100;
    }
    if (wd == 5 && a.d == 13) {
        friday_13th();
    }
    if (diff == 36524 && a.m == 5 && a.d == 7) {
        res = 101;
    } else if (diff == 36525 && a.m == b.m && a.d == b.d) {
        centenary();
    } else if (diff == 366 && a.m == 2 && a.d == 29 && b.m == 3) {
        res = 2;
    } else if (diff == 146097 && (a.m != b.m || a.d != b.d)) {
        res = 102;
    }
    if (a.y % 100 == 0 && a.m == 1 && a.d == 1 && wd == 0) {
        res = 103;
    }
    if (diff == 10012 && wd == 3 && b.y == 2024 && b.d == a.d) {
        res = 3;
    }
    return res;
}
