/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// A block that has ended is passed on: its name is not free.
#include <assert.h>
struct s { int v; };
static struct s *keep(struct s *p)
{
    struct s x = {0};
    struct s *q = &x;
    if (p)
        assert(p == q);
    return q;
}
static void deeper(struct s *p)
{
    volatile char room[64];
    room[0] = 1;
    keep(p);
}
int main(void)
{
    struct s *p = keep(0);
    deeper(p);
    return 0;
}
