/* SPDX-License-Identifier: GPL-3.0-or-later */
// An element is removed from a list in a walk that goes on from it.
// kind: use-after-free
// nondet: 2
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    int key;
    struct item *next;
};

static void remove_key(struct item **head, int key)
{
    for (struct item **p = head; *p; p = &(*p)->next) {
        struct item *i = *p;
        if (i->key == key) {
            free(i);
            *p = i->next; // error
        }
        if (!*p)
            break;
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
