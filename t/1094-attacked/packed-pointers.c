/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// Pointers to packed structures may overlap in part.
extern void reach_error(void);
struct __attribute__((packed)) P { int v; };
static unsigned char buf[8];
static struct P *p, *q;
#pragma cwolf predicate p->v == 0
#pragma cwolf predicate p == q
int main(void)
{
    p = (struct P *)buf;
    q = (struct P *)((char *)p + 1);
    p->v = 0;
    q->v = -1;
    if (p->v != 0)
        reach_error();
    return 0;
}
