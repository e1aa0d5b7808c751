/* A retransmission begins where the other side is. */
#include "relations.h"

int main(void)
{
    int base = 0, next = 0;
    while (input() && next < 1000000) {
        int event = input();
        if (event == 0) {
            next = next + 1;
        } else if (event == 1) {
#ifdef BUG
            next = base - 1;
#else
            next = base;
#endif
        } else if (base < next) {
            base = base + 1;
        }
        CHECK(base <= next);
    }
    return 0;
}
