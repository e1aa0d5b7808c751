/* SPDX-License-Identifier: GPL-3.0-or-later */
// A handler is called with a context that has been freed.
// kind: use-after-free
#include <stdio.h>
#include <stdlib.h>

struct event {
    void (*handler)(void *);
    void *context;
};

static struct event events[4];
static int count;

static void add(void (*handler)(void *), void *context)
{
    events[count].handler = handler;
    events[count++].context = context;
}

static void show(void *context)
{
    printf("%d\n", *(int *)context); // error
}

int main(void)
{
    int *ticks = malloc(sizeof *ticks);
    if (!ticks)
        return 1;
    *ticks = 17;
    add(show, ticks);
    free(ticks);
    for (int i = 0; i < count; i++)
        events[i].handler(events[i].context);
    return 0;
}
