/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

struct s { int a; char b[3]; };
struct big { long x[4]; };
static int fields(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    struct s s = va_arg(ap, struct s);
    int k = va_arg(ap, int);
    struct big b = va_arg(ap, struct big);
    va_end(ap);
    return s.a + s.b[2] + k + b.x[3];
}
int main(void)
{
    struct s s = {1, {2, 3, 4}};
    struct big b = {{10, 20, 30, 40}};
    CLAIM(1, fields(0, s, 100, b) == 145);
    s.a = 2;
    CLAIM(2, fields(0, s, 100, b) == 146);
    return 0;
}
