/* Nested calls: depth and lock go together. */
#include "relations.h"

static int depth, held;

static void enter(int limit)
{
    if (depth < limit) {
        if (depth == 0) {
            CHECK(!held);
            held = 1;
        }
        depth++;
    }
}
static void leave(void)
{
    if (depth > 0) {
        depth--;
        if (depth == 0) {
            CHECK(held);
            held = 0;
        }
#ifdef BUG
        if (depth == 2)
            held = 0;
#endif
    }
}

int main(void)
{
    int limit = input();
    while (input()) {
        if (input())
            enter(limit);
        else
            leave();
    }
    return 0;
}
