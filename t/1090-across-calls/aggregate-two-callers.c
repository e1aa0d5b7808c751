/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

struct s { int a; };
static struct s id(struct s s) { return s; }
static int one(void) { return id((struct s){1}).a; }
static int two(void) { return id((struct s){2}).a; }
int main(void)
{
    CLAIM(1, one() == 1);
    CLAIM(2, two() == 2);
    CLAIM(3, one() + two() == 3);
    return 0;
}
