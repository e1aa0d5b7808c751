/* A window of unknown size. */
#include "relations.h"

int main(void)
{
    unsigned window = __VERIFIER_nondet_uint(), sent = 0, acknowledged = 0;
    while (input()) {
        int event = input();
        if (event == 1 && sent - acknowledged < window)
            sent++;
        if (event == 2 && acknowledged != sent)
            acknowledged++;
#ifdef BUG
        if (event == 3 && window > 2)
            window--;
#endif
        CHECK(sent - acknowledged <= window);
    }
    return 0;
}
