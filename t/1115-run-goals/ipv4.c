#include <stdio.h>

struct net {
    unsigned addr, mask;
    const char *name;
};

static const struct net nets[4] = {
    { 0x0A000000u, 0xFF000000u, "ten" },
    { 0xAC100000u, 0xFFF00000u, "b" },
    { 0xC0A80000u, 0xFFFF0000u, "c" },
    { 0x7F000000u, 0xFF000000u, "loop" },
};

static int ch;

static int octet(void)
{
    int v = 0, n = 0;
    while (ch >= '0' && ch <= '9') {
        if (n > 0 && v == 0) {
            return -1;
        }
        v = v * 10 + ch - '0';
        n++;
        if (v > 255) {
            return -1;
        }
        ch = getchar();
    }
    return n ? v : -1;
}

static int loopback(unsigned a) {
    return (a & 0xffffffu) == 1 ? 2 : 3;
}

static void double_match(void) {
    ch = 0;
}

int main(void)
{
    unsigned a = 0, host;
    int k, prefix = 32, res = 0, found = -1;

    ch = getchar();
    for (k = 0; k < 4; k++) {
        int o = octet();
        if (o < 0) {
            return 1;
        }
        a = (a << 8) | (unsigned)o;
        if (k < 3) {
            if (ch != '.') {
                return 1;
            }
            ch = getchar();
        }
    }
    if (ch == '/') {
        ch = getchar();
        prefix = octet();
        if (prefix < 0 || prefix > 32) {
            return 1;
        }
    }
    if (ch != EOF && ch != '\n') {
        return 1;
    }
    for (k = 0; k < 4; k++) {
        if ((a & nets[k].mask) == nets[k].addr) {
            if (found >= 0) {
                double_match();
            }
            found = k;
        }
    }
    host = prefix == 0 ? a : a & ((prefix == 32 ? 0u : 0xffffffffu >> prefix));
    if (found == 3) {
        res = loopback(a);
    } else if (found == 1 && prefix == 20 && host == 0xFFFu) {
        res = 4;
    } else if (found == 2 && host == 0 && prefix < 13) {
        res = 50;
    } else if (found < 0 && a == 0xDEADBEEFu) {
        res = 5;
    }
    if (host >> 1 >= 0x80000000u) {
        res = 51;
    }
    if (prefix == 32 && host != 0) {
        res = 52;
    }
    return res;
}
