/* A ring buffer on the heap: nothing may be put into a full one, taken from an empty one, or done with one that is gone;
 * ring_new may return null. */
#include <assert.h>
#include <stdlib.h>

#define SIZE 2
struct ring {
    unsigned head, used;
    int *items;
};

struct ring *ring_new(void)
{
    struct ring *r = malloc(sizeof *r);
    int *items = malloc(SIZE * sizeof *items);
    if (!r || !items) {
        free(r);
        free(items);
        return NULL;
    }
    r->head = r->used = 0;
    r->items = items;
    return r;
}

void ring_put(struct ring *r, int value)
{
    assert(r->used < SIZE);
    r->items[(r->head + r->used++) % SIZE] = value;
}

int ring_get(struct ring *r)
{
    assert(r->used > 0);
    int value = r->items[r->head];
    r->head = (r->head + 1) % SIZE;
    r->used--;
    return value;
}

void ring_free(struct ring *r)
{
    if (r)
        free(r->items);
    free(r);
}
