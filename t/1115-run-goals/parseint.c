#include <stdio.h>
#include <limits.h>

enum { OK, EMPTY, BAD, OVERFLOW };

static int ch;

static void advance(void)
{
    ch = getchar();
}

static void on_min(void) {
}

static int digit(int c, int base)
{
    int d = 99;
    if (c >= '0' && c <= '9') {
        d = c - '0';
    } else if (c >= 'a' && c <= 'f') {
        d = c - 'a' + 10;
    } else if (c >= 'A' && c <= 'F') {
        d = c - 'A' + 10;
    }
    return d < base ? d : -1;
}

static int parse(int *out)
{
    int neg = 0, base = 10, n = 0, d;
    long v = 0;
    while (ch == ' ' || ch == '\t') {
        if (++n > 4) {
            return BAD;
        }
        advance();
    }
    if (ch == '+' || ch == '-') {
        neg = ch == '-';
        advance();
    }
    n = 0;
    if (ch == '0') {
        n = 1;
        advance();
        if (ch == 'x') {
            base = 16;
        } else if (ch == 'b') {
            base = 2;
        }
        if (base != 10) {
            n = 0;
            advance();
        }
    }
    while ((d = digit(ch, base)) >= 0) {
        if (n++ > 33) {
            return BAD;
        }
        v = v * base + d;
        if (v > (long)INT_MAX + neg) {
            return OVERFLOW;
        }
        advance();
    }
    if (n == 0) {
        return EMPTY;
    }
    *out = (int)(neg ? -v : v);
    return OK;
}

int main(void)
{
    int v = 0, r, res = 0;
    advance();
    r = parse(&v);
    if (r == OK) {
        if (v == INT_MIN) {
            on_min();
        }
        if (v == 0x7ead && ch == '!') {
            res = 2;
        }
        if (v < 0 && v % 37 == -36 && ch == ';') {
            res = 3;
        }
        if (ch == '1') {
            res = 50;
        }
    } else if (r == OVERFLOW && ch == '/') {
        res = 51;
    } else if (r == EMPTY && v != 0) {
        res = 52;
    }
    return res;
}
