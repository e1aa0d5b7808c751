/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

struct node { int value; struct node *next; };
static int value(struct node n) { return n.value; }
static struct node *rest(struct node n) { return n.next; }
static struct node copy(struct node *p) { return *p; }
int main(void)
{
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    CLAIM(1, value(*a.next) == 2);
    CLAIM(2, rest(*rest(a)) == &c);
    CLAIM(3, copy(copy(&a).next).next->value == 3);
    return 0;
}
