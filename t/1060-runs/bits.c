/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bit-fields whose declared type is wider than what is left of their struct, neighbours across bytes, other layouts of one place.
 */
#include "runs.h"

struct tight {
    int whole;
    short nine : 9;
    unsigned long eighteen : 18;
};
struct left {
    unsigned a : 8, b : 8, c : 4, d : 12;
};
struct right {
    unsigned short low : 12, high : 4;
    unsigned char last;
};
union either {
    struct left left;
    struct right right;
    unsigned value;
};
static struct tight one, many[2];

static void raise(struct tight *t, int by)
{
    t->eighteen += (unsigned)by;
    t->nine--;
}

int main(void)
{
    int k = getchar() & 3;
    struct tight *p = &one, *q = &many[k & 1];
    SHOW("nothing", p->eighteen)
    p->eighteen = (unsigned)k + 1;
    p->nine = -2;
    SHOW("eighteen", p->eighteen)
    SHOW("nine", p->nine)
    raise(p, k);
    raise(q, 3);
    SHOW("eighteen", one.eighteen)
    SHOW("nine", one.nine)
    SHOW("first", many[0].eighteen)
    SHOW("second", many[1].eighteen)
    many[1] = one;
    SHOW("second", many[1].eighteen)
    SHOW("second nine", many[1].nine)
    union either e = {.value = 0};
    struct left *l = &e.left;
    l->b = 0x5a;
    SHOW("low", e.right.low >> 8)
    SHOW("high", e.right.high)
    e.right.high = 3;
    SHOW("b", l->b >> 4)
    l->d = 0x203;
    SHOW("last", e.right.last >> 4)
    return k == 3;
}
