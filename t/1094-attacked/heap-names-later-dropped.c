/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// What a second caller of the recursion holds keeps its name.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#pragma cwolf input __VERIFIER_nondet_int : [0, 1]
struct node { int v; struct node *next; };
struct node *head;
int phase;
static struct node *make(int v, struct node *next)
{
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->v = v;
    n->next = next;
    return n;
}
static void f(void)
{
    if (phase == 1) {
        phase = 2;
        head->next->v = 99;
        head->next = 0;
        head = make(5, head);
        return;
    }
    struct node *p = head;
    if (__VERIFIER_nondet_int()) {
        for (int i = 0; i < 20; i++)
            if (__VERIFIER_nondet_int())
                phase = 0;
        p = head->next;
    }
    phase = 1;
    f();
    if (p->v == 99)
        abort();
}
int main(void)
{
    head = make(1, make(2, 0));
    f();
    return 0;
}
