extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static int popcount(unsigned x)
{
    int n = 0;
    while (x) {
        x &= x - 1u;
        n++;
    }
    return n;
}

static unsigned reverse(unsigned x)
{
    x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
    x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
    x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
    x = ((x >> 8) & 0x00ff00ffu) | ((x & 0x00ff00ffu) << 8);
    return (x >> 16) | (x << 16);
}

static unsigned gray(unsigned x)
{
    return x ^ (x >> 1);
}

static int parity_conflict(unsigned x) {
    return (int)(x & 3u) - 7;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    unsigned long w = __VERIFIER_nondet_ulong();
    int res = 0;

    if (popcount(x) == 3 && popcount(y) == 5 && (x & y) == 0 && (x ^ y) == 0xF00F0000u) {
        res = 1;
    }
    if (popcount(x ^ y) % 2 != (popcount(x) + popcount(y)) % 2) {
        res = parity_conflict(x);
    }
    if (reverse(x) == 0x1E6A2C48u) {
        res = 2;
        if (gray(y) == x) {
            res = 3;
        }
    }
    if (reverse(x) == x && (x >> 16) == 0x8001u) {
        res = 4;
    }
    if ((x & (0u - x)) == 0x00400000u && x > 0xFF000000u && y == x / 3u) {
        res = 5;
    }
    unsigned any = x | y, both = x & y;
    if (any + both != x + y) {
        res = 60;
    }
    if (w * 3ul == 1ul) {
        res = 6;
    }
    if ((w >> 32) == x && (w & 0xfffffffful) == y && (x ^ y) == 0xffffffffu && x % 1000u == 123) {
        res = 7;
    }
    if (w * w % 8ul == 5) {
        res = 61;
    }
    return res;
}
