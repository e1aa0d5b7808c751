/* From both ends. */
#include "relations.h"

int main(void)
{
    int size = input();
    if (size <= 0 || size > 10000)
        return 0;
    int low = 0, high = size - 1;
#ifdef BUG
    while (low <= high) {
#else
    while (low < high) {
#endif
        CHECK(low >= 0 && high < size && low != high);
        low++;
        high--;
    }
    return 0;
}
