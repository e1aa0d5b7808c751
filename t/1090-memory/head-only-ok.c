/* SPDX-License-Identifier: GPL-3.0-or-later */
// All of a list is freed.
#include <stdlib.h>

struct node {
    struct node *next;
};

static void free_list(struct node *head)
{
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void)
{
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            break;
        n->next = head;
        head = n;
    }
    free_list(head);
    return 0;
}
