/* A reader waits while the writer is ahead. */
#include "relations.h"

static unsigned written, read;
static int is_locked;

int main(void)
{
    while (input()) {
        if (written != read) {
            CHECK(!is_locked);
            is_locked = 1;
            read++;
        }
        if (is_locked) {
#ifdef BUG
            if (read != 5)
#endif
            is_locked = 0;
        }
        if (input())
            written++;
    }
    return 0;
}
