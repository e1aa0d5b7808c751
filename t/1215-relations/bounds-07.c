/* A ring of slots: head and tail are indices. */
#include "relations.h"

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint(), head = 0, tail = 0;
    if (size == 0)
        return 0;
    while (input()) {
        if (input()) {
            head = head + 1;
#ifdef BUG
            if (head > size)
#else
            if (head >= size)
#endif
                head = 0;
        } else {
            tail = tail + 1;
            if (tail == size)
                tail = 0;
        }
        CHECK(head < size && tail < size);
    }
    return 0;
}
