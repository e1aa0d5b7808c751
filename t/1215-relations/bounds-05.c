/* Binary search stays in its row. */
#include "relations.h"

int main(void)
{
    int n = input(), low = 0;
    if (n < 0 || n > 1000000)
        return 0;
    int high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        CHECK(middle >= 0 && middle < n);
        if (input())
            low = middle + 1;
        else
#ifdef BUG
            high = middle + n - 5;
#else
            high = middle;
#endif
    }
    return 0;
}
