/* The loop of the SLAM papers. */
#include "relations.h"

static int held;
static void lock(void) { CHECK(!held); held = 1; }
static void unlock(void) { CHECK(held); held = 0; }

int main(void)
{
    int packets = 0, old;
    do {
        lock();
        old = packets;
        if (input()) {
            unlock();
            packets++;
        }
    } while (packets != old);
#ifdef BUG
    if (packets == 3)
        lock();
#endif
    unlock();
    return 0;
}
