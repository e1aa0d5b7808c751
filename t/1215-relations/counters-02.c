/* What is produced and not consumed is in stock. */
#include "relations.h"

static unsigned produced, consumed, stock;

int main(void)
{
    while (input()) {
        if (input()) {
            produced++;
            stock++;
        } else if (stock > 0) {
            consumed++;
            stock--;
        }
#ifdef BUG
        if (produced == 4 && consumed == 2)
            stock = 1;
#endif
    }
    CHECK(stock == produced - consumed);
    return 0;
}
