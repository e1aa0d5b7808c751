/* A stream with a header of 2^H places and data of 2^D: the header must not be written (Roy 2010, section 5). */
#include <assert.h>

#ifndef H
#define H 2
#define D 12
#endif
static unsigned position;
static _Bool is_header = 1;

void first_header(void)
{
    position = 0;
    is_header = 1;
}

void first_data(void)
{
    position = 0;
    is_header = 0;
}

/* Around within the header or the data. */
void next(void)
{
    unsigned size = is_header ? 1u << H : 1u << D;
    position = position + 1 == size ? 0 : position + 1;
}

void write_item(void)
{
    assert(!is_header);
}
