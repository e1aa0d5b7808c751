/* SPDX-License-Identifier: GPL-3.0-or-later */
// A ring buffer.
#include <stdio.h>

#define SIZE 8

struct ring {
    unsigned head, tail;
    int slots[SIZE];
};

static void put(struct ring *r, int value)
{
    r->slots[r->head] = value;
    r->head = (r->head + 1) % SIZE;
}

static int get(struct ring *r)
{
    int value = r->slots[r->tail];
    r->tail = (r->tail + 1) % SIZE;
    return value;
}

int main(void)
{
    struct ring r = {0, 0, {0}};
    int sum = 0;
    for (int i = 0; i < 12; i++) {
        put(&r, i);
        sum += get(&r);
    }
    printf("%d\n", sum);
    return 0;
}
