/* Credits are handed out and come back. */
#include "relations.h"

int main(void)
{
    int credits = input(), flying = 0;
    if (credits < 0)
        return 0;
    int all = credits;
    while (input()) {
        if (input()) {
            if (credits > 0) {
                credits--;
                flying++;
            }
        } else if (flying > 0) {
            flying--;
#ifdef BUG
            if (flying != 2)
#endif
                credits++;
        }
    }
    CHECK(credits + flying == all);
    return 0;
}
