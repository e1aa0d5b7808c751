/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

/* The list is part of something else, and of that there are several. */
struct source { int left; va_list ap; };
static int get(struct source *s)
{
    if (!s->left)
        return -1;
    s->left--;
    return va_arg(s->ap, int);
}
static int alternate(int n, ...)
{
    struct source one, two;
    int sum = 0, v;
    one.left = two.left = n;
    va_start(one.ap, n);
    va_copy(two.ap, one.ap);
    get(&two);
    while ((v = get(&one)) >= 0)
        sum = 10 * sum + v + get(&two);
    va_end(one.ap);
    va_end(two.ap);
    return sum;
}
int main(void)
{
    CLAIM(1, alternate(2, 3, 4) == 73);
    return 0;
}
