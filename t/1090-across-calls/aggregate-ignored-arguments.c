/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

/* A variadic function that reads none of its further arguments. */
#include <stdarg.h>
struct s { int a, b; };
static int first(struct s s, ...) { return s.a; }
static struct s same(struct s s, ...) { return s; }
int main(void)
{
    struct s s = {1, 2}, t = {3, 4};
    CLAIM(1, first(s, t, 5) == 1);
    CLAIM(2, same(t, s, "x", 2L).b == 4);
    return 0;
}
