#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static char text[17];

static int shift(int c, int k)
{
    if (c >= 'a' && c <= 'z') {
        return 'a' + (c - 'a' + k) % 26;
    }
    if (c >= 'A' && c <= 'Z') {
        return 'A' + (c - 'A' + k) % 26;
    }
    return c;
}

static void found_key(int k) {
    text[0] = (char)k;
}

static int mirror(int n)
{
    int i, j;
    for (i = 0, j = n - 1; i < j; i++, j--) {
        if (text[i] != text[j]) {
            return 0;
        }
    }
    return 1;
}

int main(void)
{
    int key = __VERIFIER_nondet_int();
    unsigned char mode = __VERIFIER_nondet_uchar();
    int n = 0, c, i, res = 0, upper = 0, lower = 0;
    unsigned h = 5381;
    char plain[17];

    if (key < 0 || key > 25 || mode > 2) {
        return 1;
    }
    while (n < 16 && (c = getchar()) != EOF && c != '\n') {
        int d;
        if (c < ' ' || c > '~') {
            return 2;
        }
        plain[n] = (char)c;
        d = shift(c, mode == 1 ? (26 - key) % 26 : mode == 2 ? (key + n) % 26 : key);
        upper += d >= 'A' && d <= 'Z';
        lower += d >= 'a' && d <= 'z';
        if ((c >= 'a' && c <= 'z') != (d >= 'a' && d <= 'z')) {
            res = 50;
        }
        text[n++] = (char)d;
        h = h * 33u + (unsigned)d;
    }
    text[n] = '\0';
    if (strcmp(text, "hello") == 0 && key > 10) {
        found_key(key);
    }
    if (mode == 2 && strcmp(text, "aaaaaa") == 0 && plain[0] == 'w') {
        res = 3;
    }
    if (mode == 1 && upper == 3 && lower == 3 && n == 6 && mirror(n)) {
        res = 51;
    }
    if (upper + lower > n) {
        res = 52;
    }
    if (h == 177678u + 9u && n == 1) {
        res = 4;
    }
    for (i = 0; i < n; i++) {
        if (key == 13 && mode == 0 && n == 4 && shift(text[i], 13) != plain[i]) {
            res = 53;
        }
    }
    if (n == 8 && mirror(n) && mode == 0 && lower == 0 && upper == 0 && text[3] == '=' && text[0] == '<') {
        res = 5;
    }
    return res;
}
