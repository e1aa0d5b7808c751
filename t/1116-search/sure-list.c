/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct node *h = 0; for (int i = 2; i; i--) ; for (int i = 2; i > 0; i--) { struct node *x = malloc(sizeof *x); x->next = h; x->v = i; h = x; }
    if (n * n == 49 && (h->next->next == 0 && h->next->v == 2))
        abort();
    return 0;
}
