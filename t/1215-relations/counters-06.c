/* One counter up, the other down. */
#include "relations.h"

int main(void)
{
    int n = input(), up = 0, down = n;
    if (n < 0)
        return 0;
    while (down > 0) {
        down--;
        up++;
#ifdef BUG
        if (up == 6)
            up = 7;
#endif
    }
    CHECK(up == n);
    return 0;
}
