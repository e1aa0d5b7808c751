/* A buffer is filled as far as it goes. */
#include "relations.h"

static int buffer[64];

int main(void)
{
    int n = input(), i;
#ifdef BUG
    if (n > 65)
#else
    if (n > 64)
#endif
        return 0;
    for (i = 0; i < n; i++) {
        CHECK(i >= 0 && i < 64);
        buffer[i] = i;
    }
    return 0;
}
