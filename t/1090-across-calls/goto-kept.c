/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

/* The place to go on is kept between calls. */
static void *where;
static int step(void)
{
    if (where)
        goto *where;
    where = &&second;
    return 1;
second:
    where = &&third;
    return 2;
third:
    where = 0;
    return 3;
}
int main(void)
{
    CLAIM(1, step() == 1);
    CLAIM(2, step() == 2);
    CLAIM(3, step() == 3);
    CLAIM(4, step() == 1);
    return 0;
}
