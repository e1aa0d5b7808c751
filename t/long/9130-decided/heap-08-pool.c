// A pool of blocks with a free list: a block handed out must not be handed out again before it is back.
// Bug: giving back a block twice is caught only if it is the first of the free list.
// expect: False inputs: 1 -1 -1 -1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define BLOCKS 3

struct block {
    struct block *next_free;
    int users;
};

static struct block *all[BLOCKS];
static struct block *free_list;

static struct block *take(void)
{
    struct block *b = free_list;
    if (b) {
        free_list = b->next_free;
        b->users++;
    }
    return b;
}

static void give(struct block *b)
{
    if (b == free_list)
        return;
    b->next_free = free_list;
    free_list = b;
    b->users = 0;
}

int main(void)
{
    int i;

    for (i = 0; i < BLOCKS; i++) {
        all[i] = malloc(sizeof(struct block));
        if (!all[i])
            return 0;
        all[i]->users = 0;
        all[i]->next_free = free_list;
        free_list = all[i];
    }
    while (1) {
        int cmd = __VERIFIER_nondet_int();
        if (cmd < 0) {
            struct block *b = take();
            if (b && b->users != 1)
                reach_error();
        } else if (cmd < BLOCKS) {
            give(all[cmd]);
        }
    }
}
