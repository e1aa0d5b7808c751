/* A position in an array of 2^K bits: modify wants one that next or prev has just found (Roy 2010, section 5). */
#include <stdlib.h>

#ifndef K
#define K 8
#endif
static unsigned position;
static _Bool valid;

void next(void)
{
    position = (position + 1) % (1u << K);
    valid = 1;
}

void prev(void)
{
    position = (position - 1) % (1u << K);
    valid = 1;
}

void access_bit(void)
{
    valid = 0;
}

void modify_bit(void)
{
    if (!valid)
        abort();
    valid = 0;
}
