/* As many turns of a loop as were asked for. */
#include "relations.h"

int main(void)
{
    int n = input(), turns = 0, i = 0;
    if (n < 0)
        return 0;
    while (i < n) {
        i++;
#ifdef BUG
        if (i != 3)
#endif
            turns++;
    }
    CHECK(turns == n);
    return 0;
}
