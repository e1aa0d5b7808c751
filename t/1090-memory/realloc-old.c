/* SPDX-License-Identifier: GPL-3.0-or-later */
// A pointer into an array is used after the array has grown.
// kind: use-after-free
#include <stdio.h>
#include <stdlib.h>

struct list {
    int *items;
    size_t count, room;
};

static int append(struct list *l, int item)
{
    if (l->count == l->room) {
        size_t room = l->room ? 2 * l->room : 4;
        int *items = realloc(l->items, room * sizeof *items);
        if (!items)
            return -1;
        l->items = items;
        l->room = room;
    }
    l->items[l->count++] = item;
    return 0;
}

int main(void)
{
    struct list l = {NULL, 0, 0};
    if (append(&l, 42) < 0)
        return 1;
    int *first = &l.items[0];
    for (int i = 0; i < 9; i++)
        if (append(&l, i) < 0)
            break;
    int value = *first; // error
    printf("%d\n", value);
    free(l.items);
    return 0;
}
