/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine: reach-assert
// A list through locals that all live: what each of them is compared with lies elsewhere.
#include <assert.h>

struct node {
    struct node *next;
};
static struct node *head;

static void push(struct node *n)
{
    n->next = head;
    head = n;
}

static void work(void)
{
    struct node b;
    push(&b);
    assert(head == &b && head->next != &b);
    head = head->next;
}

int main(void)
{
    struct node a;
    push(&a);
    work();
    assert(head == &a);
    work();
    assert(head == &a);
}
