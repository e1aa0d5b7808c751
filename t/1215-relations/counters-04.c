/* Each message is good or bad. */
#include "relations.h"

static int total, good, bad;

static void receive(int sum)
{
    total++;
    if (sum == 0)
        good++;
    else
        bad++;
}

int main(void)
{
    for (;;) {
        int kind = input();
        if (kind == 7)
            break;
#ifdef BUG
        if (kind == 9)
            total++;
#endif
        receive(kind & 1);
    }
    CHECK(total == good + bad);
    return 0;
}
