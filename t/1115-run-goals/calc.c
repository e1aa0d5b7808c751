#include <unistd.h>

static char buf[32];
static int n, p, err, depth, parens;

static long expr(void);

static long limit(long v)
{
    if (v > 99999 || v < -99999) {
        err = 3;
        return 0;
    }
    return v;
}

static long primary(void)
{
    long v = 0;
    if (p < n && buf[p] == '(') {
        if (++depth > 4) {
            err = 1;
            return 0;
        }
        p++;
        parens++;
        v = expr();
        if (p < n && buf[p] == ')') {
            p++;
        } else {
            err = 2;
        }
        depth--;
        return v;
    }
    if (p < n && buf[p] == '-') {
        p++;
        return p < n && buf[p] == '-' ? (err = 4, 0) : -primary();
    }
    if (p >= n || buf[p] < '0' || buf[p] > '9') {
        err = 2;
        return 0;
    }
    while (p < n && buf[p] >= '0' && buf[p] <= '9') {
        v = limit(v * 10 + (buf[p++] - '0'));
    }
    return v;
}

static long div_by_zero(void) {
    err = 5;
    return 0;
}

static long term(void)
{
    long v = primary();
    while (!err && p < n && (buf[p] == '*' || buf[p] == '/' || buf[p] == '%')) {
        char op = buf[p++];
        long r = primary();
        if (op == '*') {
            v = limit(v * r);
        } else if (r == 0) {
            v = div_by_zero();
        } else {
            v = op == '/' ? v / r : v % r;
        }
    }
    return v;
}

static long expr(void)
{
    long v = term();
    while (!err && p < n && (buf[p] == '+' || buf[p] == '-')) {
        char op = buf[p++];
        long r = term();
        v = limit(op == '+' ? v + r : v - r);
    }
    return v;
}

int main(void)
{
    int res = 0;
    long v;
    n = (int)read(0, buf, 30);
    if (n <= 0) {
        return 1;
    }
    v = expr();
    if (!err && p < n && buf[p] == '*') {
        res = 50;
    }
    if (!err && depth != 0) {
        res = 51;
    }
    if (v > 99999) {
        res = 52;
    }
    if (!err && p == n && v == -4711 && parens == 2) {
        res = 2;
    }
    if (!err && p == n && v == 77 && parens == 3 && n < 9) {
        res = 3;
    }
    if (err == 2 && p == n && parens == 4) {
        res = 4;
    }
    return res;
}
