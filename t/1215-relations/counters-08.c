/* Two loops, one after the other. */
#include "relations.h"

int main(void)
{
    int n = input(), i, a = 0, b = 0;
    if (n < 0)
        return 0;
    for (i = 0; i < n; i++)
        a++;
#ifdef BUG
    for (i = 1; i < n; i++)
#else
    for (i = 0; i < n; i++)
#endif
        b++;
    CHECK(a == b);
    return 0;
}
