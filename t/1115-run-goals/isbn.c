#include <stdio.h>

static int digits[13], n, xs;

static int isbn10(void)
{
    int i, s = 0;
    for (i = 0; i < 10; i++) {
        s += (10 - i) * digits[i];
    }
    return s % 11 == 0;
}

static int isbn13(void)
{
    int i, s = 0;
    for (i = 0; i < 13; i++) {
        s += digits[i] * (i % 2 ? 3 : 1);
    }
    return s % 10 == 0;
}

static int convert(void) {
    int i, s = 9 + 3 * 7 + 8;
    for (i = 0; i < 9; i++) {
        s += digits[i] * (i % 2 ? 1 : 3);
    }
    return (10 - s % 10) % 10;
}

static int check_swap(int i)
{
    int t = digits[i], ok;
    digits[i] = digits[i + 1];
    digits[i + 1] = t;
    ok = isbn10();
    t = digits[i];
    digits[i] = digits[i + 1];
    digits[i + 1] = t;
    return ok;
}

int main(void)
{
    int c, dashes = 0, res = 0, i, last = 0;

    while ((c = getchar()) != EOF && n < 13 && c != '\n') {
        if (c == '-') {
            if (last == '-' || n == 0) {
                return 2;
            }
            dashes++;
        } else if (c == 'X') {
            if (n != 9) {
                return 3;
            }
            digits[n++] = 10;
            xs++;
        } else if (c >= '0' && c <= '9') {
            digits[n++] = c - '0';
        } else {
            return 4;
        }
        last = c;
    }
    if (xs > 1) {
        res = 50;
    }
    if (n == 10) {
        if (!isbn10()) {
            return 5;
        }
        if (dashes == 3 && xs) {
            res = 6;
        }
        for (i = 0; i < 9; i++) {
            if (digits[i] != digits[i + 1] && check_swap(i)) {
                res = 51;
            }
        }
        if (convert() == 0 && digits[0] == 9 && digits[8] == 9 && digits[9] == 0) {
            res = 7;
        }
    } else if (n == 13 && xs == 0 && isbn13()) {
        if (digits[0] == 9 && digits[1] == 7 && digits[2] == 9 && dashes == 4) {
            res = 8;
        }
    } else if (n > 13) {
        res = 52;
    }
    return res;
}
