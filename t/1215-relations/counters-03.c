/* Two for each one. */
#include "relations.h"

int main(void)
{
    unsigned pairs = 0, shoes = 0;
    while (input()) {
        pairs++;
        shoes += 2;
#ifdef BUG
        if (pairs == 5)
            shoes++;
#endif
    }
    CHECK(shoes == 2 * pairs);
    return 0;
}
