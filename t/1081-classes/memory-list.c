/* SPDX-License-Identifier: GPL-3.0-or-later */
// A list on the heap, reversed.
// exhaustive
// wants: True
// opposite: any
#include "claim.h"
struct node { int value; struct node *next; };
int main(void)
{
    struct node *list = 0, *back = 0;
    for (int i = 0; i < 6; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 0;
        n->value = i;
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        list->next = back;
        back = list;
        list = next;
    }
    int last = -1;
    for (struct node *n = back; n; n = n->next)
        last = last + 1 == n->value ? n->value : 100;
    claim(last == 5);
    return 0;
}
