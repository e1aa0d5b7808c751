/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
struct node { int value; struct node *next; };
int main(void)
{
    struct node *list = NULL;
    int value, count = 0, sum = 0;
    while (count < 5 && (value = __VERIFIER_nondet_int()) != 0) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 0;
        n->value = value;
        n->next = list;
        list = n;
        count++;
    }
    for (struct node *n = list; n; n = n->next)
        sum += n->value;
    if (count == 3 && sum == 300 && list->value > 150)
        abort();
    return 0;
}
