/* Alternating bit: sender and receiver are one apart at most. */
#include "relations.h"

static int sent, received, bit, expected;

int main(void)
{
    while (input()) {
        if (input() && sent == received) {
            sent++;
            bit = !bit;
        }
#ifdef BUG
        if (input())
            received++;
#else
        if (input() && bit != expected) {
            received++;
            expected = !expected;
        }
#endif
        CHECK(sent == received || sent == received + 1);
    }
    return 0;
}
