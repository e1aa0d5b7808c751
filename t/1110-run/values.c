/* SPDX-License-Identifier: GPL-3.0-or-later */
// Numbers of every width, conversions, shifts, bit-fields, floating point.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct bits {
    int a : 3;
    unsigned b : 5;
    long long c : 40;
    unsigned d : 1;
    unsigned long long e : 60;
};

static const int64_t edges[] = {0, 1, -1, 2, -2, 7, -8, 127, 128, -128, -129, 255, 256, 32767, -32768, 65535, INT_MAX, INT_MIN,
                                UINT_MAX, INT64_MAX, INT64_MIN};
enum { EDGES = sizeof edges / sizeof *edges };

static void integers(int64_t x, int64_t y)
{
    int8_t a = (int8_t)x, b = (int8_t)y;
    uint16_t c = (uint16_t)x, d = (uint16_t)y;
    int32_t e = (int32_t)x;
    uint32_t g = (uint32_t)y;
    uint64_t h = (uint64_t)x, i = (uint64_t)y;
    printf("%d %d %d %u %u ", a < b, a * b, (int8_t)(a + b), c + d, (unsigned)(c << 3));
    printf("%d %d %llu ", e < (int32_t)g, (uint32_t)e < g, (unsigned long long)(h * i));
    if (i)
        printf("%llu %llu ", (unsigned long long)(h / i), (unsigned long long)(h % i));
    if (y && !(x == INT64_MIN && y == -1))
        printf("%lld %lld ", (long long)(x / y), (long long)(x % y));
    printf("%lld %llu\n", (long long)(x >> (y & 63)), (unsigned long long)(h << (i & 63)));
}

static void overflowing(int64_t x, int64_t y)
{
    int64_t r;
    uint64_t u;
    int32_t n;
    bool a = __builtin_add_overflow(x, y, &r);
    printf("%d %lld ", a, (long long)r);
    a = __builtin_sub_overflow(x, y, &r);
    printf("%d %lld ", a, (long long)r);
    a = __builtin_mul_overflow(x, y, &r);
    printf("%d %lld ", a, (long long)r);
    a = __builtin_mul_overflow((uint64_t)x, (uint64_t)y, &u);
    printf("%d %llu ", a, (unsigned long long)u);
    a = __builtin_add_overflow((int32_t)x, (int32_t)y, &n);
    printf("%d %d\n", a, n);
}

static void floating(double x, double y)
{
    float f = (float)x, g = (float)y;
    long double l = x, m = (long double)y / 3;
    printf("%.17g %.17g %.9g %.9g %.21Lg ", x + y, x * y, f - g, f / (g + 1), l * m);
    printf("%d%d%d%d %d %lld %.17g\n", x < y, x <= y, x == y, x != x, (int)f, (long long)fmod(x, 1e6), sqrt(fabs(y)));
}

int main(void)
{
    static const double reals[] = {0.0, -0.0, 1.5, -2.25, 1e10, 1e-300, 3.0000001, DBL_MAX / 4, 123456.789};
    struct bits s = {0};
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++) {
            integers(edges[i], edges[j]);
            overflowing(edges[i], edges[j]);
        }
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++)
            if (fabs(reals[i]) < 1e9 || reals[j] < 1e9)
                floating(fabs(reals[i]) < 1e9 ? reals[i] : 7, reals[j]);
    for (int i = 0; i < EDGES; i++) {
        s.a = (int)(edges[i] & 3);
        s.b = (unsigned)edges[i] & 31;
        s.c = edges[i] >> 25;
        s.d = edges[i] != 0;
        s.e = (unsigned long long)edges[i];
        printf("%d %u %lld %u %llu ", s.a, s.b, (long long)s.c, s.d, (unsigned long long)s.e);
        printf("%d %d %d\n", __builtin_popcountll((unsigned long long)edges[i]), edges[i] ? __builtin_ctzll((unsigned long long)edges[i]) : -1,
               __builtin_bswap16((uint16_t)edges[i]));
    }
    return 0;
}
