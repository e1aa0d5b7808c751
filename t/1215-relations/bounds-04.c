/* The rest of a packet behind its header. */
#include "relations.h"

int main(void)
{
    int size = input(), header = input();
    if (size < 0 || header < 0 || header > size)
        return 0;
    int at = header;
#ifdef BUG
    at = at + 1;
#endif
    while (at < size) {
        CHECK(at < size && at >= 0);
        at++;
    }
    CHECK(at == size);
    return 0;
}
