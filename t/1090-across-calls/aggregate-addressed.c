/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

/* The parameter's address is taken: it stands in memory that pointers reach. */
struct s { int a[4]; };
static void bump(struct s *p)
{
    for (int i = 0; i < 4; i++)
        p->a[i]++;
}
static int total(struct s s)
{
    int t = 0;
    bump(&s);
    for (int i = 0; i < 4; i++)
        t += s.a[i];
    return t;
}
static struct s bumped(struct s s)
{
    bump(&s);
    return s;
}
int main(void)
{
    struct s s = {{1, 2, 3, 4}};
    CLAIM(1, total(s) == 14);
    CLAIM(2, s.a[0] == 1);
    s = bumped(bumped(s));
    CLAIM(3, s.a[3] == 6);
    return 0;
}
