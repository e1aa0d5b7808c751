#include <unistd.h>

static char card[20];
static int len;

static int luhn(const char *s, int n)
{
    int i, sum = 0, alt = 0;
    for (i = n - 1; i >= 0; i--) {
        int d = s[i] - '0';
        if (alt) {
            d *= 2;
            if (d > 9) {
                d -= 9;
            }
        }
        if (d > 9) {
            sum = -1000;
        }
        sum += d;
        alt = !alt;
    }
    return sum;
}

static int amex(void) {
    return 15;
}

static int visa(void) {
    return 16;
}

static int brand(void)
{
    int p = (card[0] - '0') * 10 + (card[1] - '0');
    if (len == 15 && (p == 34 || p == 37)) {
        return amex();
    }
    if (len == 16 && p / 10 == 4) {
        return visa();
    }
    if (len == 16 && p > 50 && p < 56) {
        return 17;
    }
    if (len == 14 && p == 36 && p % 10 == 8) {
        return 18;
    }
    return 0;
}

int main(void)
{
    char c;
    int count = 0, spaces = 0, res, i, even = 1;

    while (count < 24 && read(0, &c, 1) == 1 && c != '\n') {
        count++;
        if (c == ' ') {
            spaces++;
            if (len == 0 || spaces > 3) {
                return 2;
            }
            continue;
        }
        if (c < '0' || c > '9') {
            return 3;
        }
        if (len >= 16) {
            return 4;
        }
        card[len++] = c;
    }
    if (len < 12) {
        return 5;
    }
    int s = luhn(card, len);
    if (s % 10 != 0) {
        return 6;
    }
    res = brand();
    for (i = 0; i < len; i++) {
        even &= (card[i] - '0') % 2 == 0;
    }
    if (s == 100 && spaces == 3 && res == 0) {
        res = 7;
    }
    if (s > 144) {
        res = 51;
    }
    if (even && len == 12 && s == 0 && res == 0 && count == 15) {
        res = 8;
    }
    return res;
}
