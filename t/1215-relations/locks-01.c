/* Locked and unlocked under one condition. */
#include "relations.h"

static int held;
static void lock(void) { CHECK(!held); held = 1; }
static void unlock(void) { CHECK(held); held = 0; }

int main(void)
{
    int mine = input(), yours = input(), work = 0;
    while (input()) {
        if (mine == yours)
            lock();
        work++;
#ifdef BUG
        if (work == 4)
            mine++;
#endif
        if (mine == yours)
            unlock();
    }
    return 0;
}
