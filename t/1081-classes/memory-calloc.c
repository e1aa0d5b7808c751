/* SPDX-License-Identifier: GPL-3.0-or-later */
// What calloc gives is zero, whatever its size.
// exhaustive
// wants: True
// opposite: any
#include "claim.h"
struct table { int n; struct { short x, y; } row[1000]; };
int main(void)
{
    struct table *t = calloc(1, sizeof *t);
    if (!t)
        return 0;
    t->row[500].y = 4;
    claim(t->n == 0 && t->row[500].x == 0 && t->row[500].y == 4 && t->row[999].y == 0);
    return 0;
}
