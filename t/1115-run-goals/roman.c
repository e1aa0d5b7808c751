#include <stdio.h>

struct sym {
    char c;
    int v;
};

static const struct sym syms[7] = {
    { 'I', 1 }, { 'V', 5 }, { 'X', 10 }, { 'L', 50 }, { 'C', 100 }, { 'D', 500 }, { 'M', 1000 }
};

static int value_of(int c)
{
    int i;
    for (i = 0; i < 7; i++) {
        if (syms[i].c == c) {
            return syms[i].v;
        }
    }
    return 0;
}

static int canonical(int n, char *buf)
{
    static const int val[13] = { 1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1 };
    static const char rep[13][3] = { "M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I" };
    int k, len = 0, j;
    for (k = 0; k < 13; k++) {
        while (n >= val[k] && len < 18) {
            for (j = 0; rep[k][j]; j++) {
                buf[len++] = rep[k][j];
            }
            n -= val[k];
        }
    }
    return len;
}

static int too_long(int n) {
    return n > 16 ? 3 : 4;
}

static int year(int n) {
    return n % 100;
}

int main(void)
{
    char text[17], canon[24];
    int n = 0, total = 0, c, i, prev = 0, res = 0, subtract = 0;

    while ((c = getchar()) != EOF && c != '\n') {
        int v = value_of(c);
        if (v == 0) {
            return 1;
        }
        if (n == 16) {
            return too_long(n);
        }
        text[n++] = (char)c;
        total += v;
        if (prev && prev < v) {
            total -= 2 * prev;
            subtract++;
        }
        prev = v;
    }
    if (total < 0) {
        res = 50;
    }
    if (n == 0 || total >= 4000 || total < 1) {
        return 2;
    }
    int len = canonical(total, canon), same = len == n;
    for (i = 0; same && i < n; i++) {
        if (canon[i] != text[i]) {
            same = 0;
        }
    }
    if (same && total == 1984) {
        res = year(total);
    } else if (same && total == 3888) {
        res = 5;
    } else if (same && n > 15) {
        res = 51;
    } else if (same && subtract == 3 && n == 6) {
        res = 6;
    } else if (!same && total == 999 && n == 2) {
        res = 7;
    } else if (same && total % 5 == 4 && prev == 1) {
        res = 52;
    }
    return res;
}
