/* SPDX-License-Identifier: GPL-3.0-or-later */
// A buffer is reset, and its end frees again what the reset freed.
// kind: double-free
#include <stdlib.h>

struct buffer {
    char *data;
    size_t size;
};

static int grow(struct buffer *b, size_t size)
{
    char *data = realloc(b->data, size);
    if (!data)
        return -1;
    b->data = data;
    b->size = size;
    return 0;
}

static void reset(struct buffer *b)
{
    free(b->data);
    b->size = 0;
}

static void end(struct buffer *b)
{
    free(b->data); // error
}

int main(void)
{
    struct buffer b = {NULL, 0};
    if (grow(&b, 64) == 0)
        b.data[0] = 'x';
    reset(&b);
    end(&b);
    return 0;
}
