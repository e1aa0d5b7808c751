/* SPDX-License-Identifier: GPL-3.0-or-later */
// What was taken from a queue is read in the node that is gone.
// kind: use-after-free
#include <stdio.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int number;
};
struct queue {
    struct job *first, **last;
};

static int push(struct queue *q, int number)
{
    struct job *j = malloc(sizeof *j);
    if (!j)
        return -1;
    j->next = NULL;
    j->number = number;
    *q->last = j;
    q->last = &j->next;
    return 0;
}

static int pop(struct queue *q)
{
    struct job *j = q->first;
    q->first = j->next;
    if (!q->first)
        q->last = &q->first;
    free(j);
    return j->number; // error
}

int main(void)
{
    struct queue q = {NULL, &q.first};
    for (int i = 1; i <= 2; i++)
        push(&q, i);
    while (q.first)
        printf("%d\n", pop(&q));
    return 0;
}
