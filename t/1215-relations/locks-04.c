/* Two locks, taken in the order of their numbers. */
#include "relations.h"

static int last;
static void take(int number) { CHECK(number >= last); last = number; }

int main(void)
{
    int a = input(), b = input();
    if (a < 0 || b < 0)
        return 0;
#ifdef BUG
    if (a < b + 3) {
#else
    if (a < b) {
#endif
        take(a);
        take(b);
    } else {
        take(b);
        take(a);
    }
    return 0;
}
