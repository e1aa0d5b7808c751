/* What one side loses the other gains. */
#include "relations.h"

int main(void)
{
    int left = input(), right = input();
    int sum = left + right;
    while (input()) {
        int by = input();
        left -= by;
        right += by;
#ifdef BUG
        if (by == 100)
            right--;
#endif
    }
    CHECK(left + right == sum);
    return 0;
}
