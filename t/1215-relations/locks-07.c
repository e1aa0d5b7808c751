/* The owner is who locked, and only the owner unlocks. */
#include "relations.h"

static int owner, held;

int main(void)
{
    while (input()) {
        int who = input();
        if (who == 0)
            continue;
        if (!held) {
            held = 1;
            owner = who;
        } else if (owner == who) {
#ifdef BUG
            owner = who - 1;
            if (input())
#endif
            held = 0;
            owner = 0;
        }
        CHECK(held == (owner != 0));
    }
    return 0;
}
