/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Annotations stand before the code that they are about: what that code does to the variables changes what they are.
 */
#include "runs.h"

struct pair {
    int a, b;
};
static struct pair *kept;

static void set(int *p, int v)
{
    *p = v;
}

static void keep(struct pair *p)
{
    kept = p;
}

static void change(void)
{
    kept->b++;
}

int main(void)
{
    int x = 1, y = 2;
#pragma cwolf abstract x : values(1, 3)
#pragma cwolf abstract y : exact
    int a[3] = {0};
#pragma cwolf abstract a : exact array
    struct pair s = {0, 0};
#pragma cwolf abstract s.a, s.b : exact
    int c = getchar() & 3;
    int *p = &x;
    *p = 3;
    SHOW("x", x)
    set(c & 1 ? &x : &y, 5);
    SHOW("x", x)
    SHOW("y", y)
    set(&a[1], c);
    SHOW("a[1]", a[1])
    keep(&s);
    s.a = c;
    change();
    SHOW("s.a", s.a)
    SHOW("s.b", s.b)
    return x != 3;
}
