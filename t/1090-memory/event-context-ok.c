/* SPDX-License-Identifier: GPL-3.0-or-later */
// A handler is removed together with its context.
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
    printf("%d\n", *(int *)context);
}

int main(void)
{
    int *ticks = malloc(sizeof *ticks);
    if (!ticks)
        return 1;
    *ticks = 17;
    add(show, ticks);
    free(ticks);
    count--;
    for (int i = 0; i < count; i++)
        events[i].handler(events[i].context);
    return 0;
}
