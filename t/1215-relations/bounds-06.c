/* Copying no more than there is room for. */
#include "relations.h"

static unsigned copy(unsigned have, unsigned room)
{
    unsigned n = have;
    if (n > room)
        n = room;
    return n;
}

int main(void)
{
    unsigned room = __VERIFIER_nondet_uint(), have = __VERIFIER_nondet_uint();
#ifdef BUG
    unsigned i, n = copy(room, have + 1);
#else
    unsigned i, n = copy(have, room);
#endif
    for (i = 0; i < n; i++)
        CHECK(i < room && i < have);
    return 0;
}
