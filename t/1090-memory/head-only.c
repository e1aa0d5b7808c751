/* SPDX-License-Identifier: GPL-3.0-or-later */
// Of a list only the head is freed.
// kind: leak
#include <stdlib.h>

struct node {
    struct node *next;
};

static void free_list(struct node *head)
{
    free(head); // error
}

int main(void)
{
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n); // allocated
        if (!n)
            break;
        n->next = head;
        head = n;
    }
    free_list(head);
    return 0;
}
