/* Interrupts are restored to what they were. */
#include "relations.h"

static int level;

static int raise_level(int to)
{
    int old = level;
    if (to > level)
        level = to;
    return old;
}

int main(void)
{
    level = input();
    int before = level, wanted = input();
    int old = raise_level(wanted);
    CHECK(level >= wanted && level >= before);
#ifdef BUG
    level = wanted < old ? wanted : old;
#else
    level = old;
#endif
    CHECK(level == before);
    return 0;
}
