/* SPDX-License-Identifier: GPL-3.0-or-later */
// The nodes of a list are freed, and their successors read.
// kind: use-after-free
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return head;
    n->value = value;
    n->next = head;
    return n;
}

int main(void)
{
    struct node *head = NULL;
    for (int i = 0; i < 3; i++)
        head = push(head, i);
    for (struct node *n = head; n; n = n->next) // error
        free(n);
    return 0;
}
