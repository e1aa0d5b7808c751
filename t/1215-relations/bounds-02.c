/* Length and capacity of a growing row. */
#include "relations.h"

static unsigned length, capacity;

static void push(void)
{
    if (length == capacity)
        capacity = capacity + 8;
    CHECK(length < capacity);
    length++;
}

int main(void)
{
    capacity = 8;
    while (input() && capacity < 100000) {
        push();
#ifdef BUG
        if (length == 5)
            capacity = 4;
#endif
    }
    return 0;
}
