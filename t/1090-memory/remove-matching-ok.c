/* SPDX-License-Identifier: GPL-3.0-or-later */
// Elements are removed from a list through the pointers to them.
// nondet: 2
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    int key;
    struct item *next;
};

static void remove_key(struct item **head, int key)
{
    for (struct item **p = head; *p;) {
        struct item *i = *p;
        if (i->key != key) {
            p = &i->next;
        } else {
            *p = i->next;
            free(i);
        }
    }
}

int main(void)
{
    struct item *head = NULL;
    for (int i = 0; i < 4; i++) {
        struct item *new = malloc(sizeof *new);
        if (!new)
            break;
        *new = (struct item){i, head};
        head = new;
    }
    remove_key(&head, __VERIFIER_nondet_int());
    while (head) {
        struct item *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
