/* A device that is opened by the number that asks for it. */
#include "relations.h"

static int is_open;
static int open_device(int id, int wanted)
{
    if (id == wanted) {
        CHECK(!is_open);
        is_open = 1;
    }
    return id;
}
static void close_device(int id, int wanted)
{
    if (id == wanted) {
        CHECK(is_open);
        is_open = 0;
    }
}

int main(void)
{
    int wanted = input(), id = input();
    open_device(id, wanted);
#ifdef BUG
    wanted = input();
#endif
    close_device(id, wanted);
    CHECK(!is_open);
    return 0;
}
