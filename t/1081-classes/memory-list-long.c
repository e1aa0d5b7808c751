/* SPDX-License-Identifier: GPL-3.0-or-later */
// More blocks of one call than are held one by one.
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
struct node { int value; struct node *next; };
int main(void)
{
    struct node *list = 0;
    int sum = 0;
    for (int i = 0; i < 50; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 0;
        n->value = i;
        n->next = list;
        list = n;
    }
    for (struct node *n = list; n; n = n->next)
        sum += n->value;
    claim(sum == 49 * 50 / 2);
    return 0;
}
