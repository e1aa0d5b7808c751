/* The receiver advertises what it can store. */
#include "relations.h"

static unsigned received, advertised;

static void advertise(unsigned room)
{
    if (received + room >= received && received + room > advertised)
        advertised = received + room;
}

int main(void)
{
    while (input()) {
        if (input())
            advertise(__VERIFIER_nondet_uint());
#ifdef BUG
        else if (received != advertised || received == 3)
#else
        else if (received < advertised)
#endif
            received++;
        CHECK(received <= advertised);
    }
    return 0;
}
