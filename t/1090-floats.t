#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Programs that compute with floating-point numbers, each as it is and with -DBAD, at -O0 and -O2. The native run says
# what happens: where it aborts the verdict of reach-assert is False, where it ends it is True. Of programs whose
# arithmetic is not followed (fast-math, contraction, bits of a number) the verdict contradicts no run.
. "$(dirname "$0")/0800-lib.sh"
specs=$(cwolf --specs)
cat >test.h <<'EOF'
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef BAD
#define PICK(good, bad) bad
#else
#define PICK(good, bad) good
#endif
#define CHECK(x) do { if (!(x)) abort(); } while (0)
EOF

# verdict_of PROGRAM FLAGS...: what the run says, and the verdict
verdict_of() {
    source=$1
    shift
    gcc -specs="$specs" "$@" -o program "$source.c" -lm 2>gcc.err || { cat gcc.err; return; }
    ./program >/dev/null 2>&1
    native=$?
    cwolf check --timeout=20 -p reach-assert program >out 2>err
    read -r verdict rest <out
}

# decided NAME: True where the run ends, False where it aborts, which it does with -DBAD only
decided() {
    for level in -O0 -O2; do
        for bad in '' -DBAD; do
            verdict_of "$1" $level $bad
            wanted=True
            [ $native = 0 ] || wanted=False
            cat out err >both
            echo "run: $native" >>both
            [ "$verdict" = $wanted ] && { [ $native = 0 ] && [ -z "$bad" ] || { [ $native = 134 ] && [ "$bad" ]; }; }
            tap $? "$1 $level $bad: $verdict" both
        done
    done
}

# sound NAME FLAGS...: not True where the run aborts, not False where it ends
sound() {
    for bad in '' -DBAD; do
        verdict_of "$@" $bad
        cat out err >both
        echo "run: $native" >>both
        case $native/$verdict in
        0/True | 0/Maybe | 134/False | 134/Maybe) true ;;
        *) false ;;
        esac
        tap $? "$* $bad: exit $native, $verdict" both
    done
}

cat >sum.c <<'EOF'
#include "test.h"
int main(void)
{
    double s = 0;
    for (int i = 0; i < 10; i++)
        s += 0.1;
    CHECK(s PICK(!=, ==) 1.0);
    CHECK(s > 0.999 && s < 1.0);
    return 0;
}
EOF
decided sum

cat >nan.c <<'EOF'
#include "test.h"
int main(void)
{
    double zero = 0, x = zero / zero, y = 1;
    int n = 0;
    if (x < y) n |= 1;
    if (x >= y) n |= 2;
    if (!(x < y)) n |= 4;
    if (x == x) n |= 8;
    if (x != x) n |= 16;
    if (isunordered(x, y)) n |= 32;
    if (isless(x, y) || islessgreater(x, y)) n |= 64;
    CHECK(n == PICK(4 + 16 + 32, 4 + 16));
    return 0;
}
EOF
decided nan

cat >zeros.c <<'EOF'
#include "test.h"
int main(void)
{
    double p = 0.0, n = -0.0;
    CHECK(p == n);
    CHECK(1 / p > 0);
    CHECK(1 / n PICK(<, >) 0);
    CHECK(p + n == 0 && 1 / (p + n) > 0);
    CHECK(1 / (n + n) < 0 && 1 / -p < 0 && 1 / fabs(n) > 0);
    return 0;
}
EOF
decided zeros

cat >convert.c <<'EOF'
#include "test.h"
int main(void)
{
    double d = 2.99;
    float f = 16777217.0; /* no float */
    int i = d, j = -2.99;
    unsigned char c = d * 50;
    unsigned long u = 1.8e19;
    CHECK(i == 2 && j == -2 && c == 149);
    CHECK(f == PICK(16777216.0, 16777217.0));
    CHECK(u == 18000000000000000000u);
    CHECK((double) i == 2 && (float) 3000000000u == 3e9f);
    CHECK((long double) u == 1.8e19L);
    _Bool b = 0.25;
    CHECK(b == 1);
    return 0;
}
EOF
decided convert

cat >narrow.c <<'EOF'
#include "test.h"
float third(float x) { return x / 3; }
int main(void)
{
    float f = third(1);
    double d = 1.0 / 3;
    CHECK(f PICK(!=, ==) d);
    CHECK((float) d == f && f > d);
    return 0;
}
EOF
decided narrow

cat >range.c <<'EOF'
#include "test.h"
#include <stdio.h>
int main(void)
{
    int c = getchar();
    double x;
    if (c < 10 || c > 20)
        return 0;
    x = c / 4.0;
    CHECK(x >= 2.5 && x <= PICK(5, 4.75) && x * x <= 25);
    if (x > 3 && x < 3.5)
        CHECK(c == 13);
    return 0;
}
EOF
printf '\024' >input
native_input() { ./program <input >/dev/null 2>&1; }
for level in -O0 -O2; do
    for bad in '' -DBAD; do
        verdict_of range $level $bad
        native_input
        native=$?
        cat out err >both
        case $native/$verdict in
        0/True | 134/False | 134/Maybe) true ;; # inputs are not split here
        *) false ;;
        esac
        tap $? "range $level $bad: exit $native, $verdict" both
    done
done

cat >extended.c <<'EOF'
#include "test.h"
int main(void)
{
    long double a = 0.1L, b = 0.1;
    CHECK(a PICK(!=, ==) b);
    CHECK((double) a == (double) b);
    long double big = 18446744073709551615.0L;
    CHECK(big + 1 == 0x1p64L && big != 0x1p64L);
    return 0;
}
EOF
decided extended

cat >memory.c <<'EOF'
#include "test.h"
struct point { double x, y; float w[2]; };
static struct point origin = {1.5, -2.5, {0.25f}}, copy;
static const double table[] = {0, 0.5, 1.5, 2.5};
static double array[4];
int main(void)
{
    struct point local = origin;
    double *p = &local.x;
    copy = local;
    *p += 1;
    for (int i = 0; i < 4; i++)
        array[i] = table[i] * 2;
    CHECK(copy.x == 1.5 && local.x == 2.5 && copy.y == PICK(-2.5, 2.5));
    CHECK(array[0] + array[1] + array[2] + array[3] == 9);
    CHECK(copy.w[0] == 0.25f && copy.w[1] == 0);
    memset(array, 0, sizeof array);
    return 0;
}
EOF
decided memory

cat >calls.c <<'EOF'
#include "test.h"
static double half(double x) { return x / 2; }
static double halved(double x, int n) { return n ? halved(half(x), n - 1) : x; }
int main(void)
{
    CHECK(halved(1, 5) == PICK(0.03125, 0.0625));
    double x = 1;
    int n = 0;
    while (x + 1 != 1)
        x = half(x), n++;
    CHECK(n == DBL_MANT_DIG);
    return 0;
}
EOF
decided calls

cat >limits.c <<'EOF'
#include "test.h"
int main(void)
{
    double x = DBL_MAX, inf = x * 2, tiny = DBL_TRUE_MIN;
    float f = FLT_MAX;
    CHECK(inf > x && inf == inf + 1 && inf - inf != inf - inf);
    CHECK(tiny / 2 == 0 && tiny > 0 && x + 1 == x);
    CHECK(f * 2 PICK(>, <) FLT_MAX && (double) f * 2 < inf);
    return 0;
}
EOF
decided limits

cat >choose.c <<'EOF'
#include "test.h"
static int sign(double x)
{
    return x > 0 ? 1 : x < 0 ? -1 : x == 0 ? 0 : 2;
}
int main(void)
{
    float level = 0.5f;
    int steps = 0;
    while (level < 8) {
        level *= 2;
        steps++;
    }
    switch ((int) level) {
    case 8: break;
    default: abort();
    }
    CHECK(steps == PICK(4, 5));
    CHECK(sign(level) == 1 && sign(-level) == -1 && sign(0.0 * -level) == 0 && sign(HUGE_VAL - HUGE_VAL) == 2);
    return 0;
}
EOF
decided choose

cat >mixed.c <<'EOF'
#include "test.h"
static int rounded(double x) { return (int) (x < 0 ? x - 0.5 : x + 0.5); }
int main(void)
{
    long sum = 0;
    for (int i = -4; i <= 4; i++)
        sum += rounded(i * 0.75) * 10;
    CHECK(sum == PICK(0, 10));
    unsigned u = 7;
    CHECK(u / 2 == 3 && u / 2.0 == 3.5 && (u > 6.5f) + (u < 7.5) == 2);
    return 0;
}
EOF
decided mixed

cat >upward.c <<'EOF'
#include "test.h"
#include <fenv.h>
double one = 1, three = 3;
int main(void)
{
    double x = one / three;
    fesetround(FE_UPWARD);
    double y = one / three;
    fesetround(FE_TONEAREST);
    CHECK(x PICK(<, ==) y);
    return 0;
}
EOF
sound upward -O0 -frounding-math
sound upward -O2 -frounding-math

cat >fast.c <<'EOF'
#include "test.h"
double zero = 0, tiny = DBL_MIN;
int main(void)
{
    double x = zero / zero, y = tiny / 4;
    CHECK(PICK(x == x, x != x));
    CHECK(PICK(y == 0, y != 0));
    return 0;
}
EOF
sound fast -O0
sound fast -O2 -ffast-math
sound fast -O0 -ffast-math

cat >contract.c <<'EOF'
#include "test.h"
double a = 1 + 0x1p-30, c = -1 - 0x1p-29;
int main(void)
{
    double r = a * a + c;
    CHECK(r PICK(==, !=) 0);
    return 0;
}
EOF
sound contract -O2
if grep -qw fma /proc/cpuinfo; then
    sound contract -O2 -mfma
    sound contract -O2 -mfma -ffp-contract=off
fi
sound contract -O0 -mfpmath=387

cat >bits.c <<'EOF'
#include "test.h"
union both { double d; unsigned long u; } both;
int main(void)
{
    double d = 1, e;
    unsigned long u;
    both.d = 1;
    CHECK(PICK(both.u == 0x3ff0000000000000, both.u == 1));
    memcpy(&u, &d, sizeof u);
    CHECK(u == 0x3ff0000000000000);
    *(unsigned long *) &d = 0x4000000000000000;
    memcpy(&e, &d, sizeof e);
    CHECK(e == 2 || e == 1);
    ((char *) &d)[7] = 0;
    CHECK(d != 2);
    return 0;
}
EOF
sound bits -O0
sound bits -O2 -fno-strict-aliasing
finish
