/* An allocator of blocks of one size: pool_free wants a block that is in use, pool_take one that is free. */
#include <assert.h>

#define BLOCKS 4
static unsigned char is_used[BLOCKS];
static unsigned used;

/* The number of the block. */
int pool_take(void)
{
    assert(used < BLOCKS);
    for (int i = 0; i < BLOCKS; i++)
        if (!is_used[i]) {
            is_used[i] = 1;
            used++;
            return i;
        }
    return -1;
}

void pool_free(int block)
{
    assert(block >= 0 && block < BLOCKS && is_used[block]);
    is_used[block] = 0;
    used--;
}

unsigned pool_used(void)
{
    return used;
}
