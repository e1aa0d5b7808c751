/* No more unacknowledged than the window allows. */
#include "relations.h"

static unsigned next, base;

int main(void)
{
    while (input()) {
        if (input()) {
#ifdef BUG
            if (next - base <= 8)
#else
            if (next - base < 8)
#endif
                next++;
        } else if (base != next) {
            base++;
        }
        CHECK(next - base <= 8);
    }
    return 0;
}
