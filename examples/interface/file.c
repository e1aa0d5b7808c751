/* A layer like that of FILE: at most one file is open; reading after writing wants a flush between, as in ISO C 7.21.5.3. */
#include <assert.h>
#include <stdlib.h>

enum mode { READ, WRITE, UPDATE };
enum last { NOTHING, HAS_READ, HAS_WRITTEN };
struct file {
    enum mode mode;
    enum last last;
    unsigned position;
};

static _Bool is_open;

struct file *file_open(enum mode mode)
{
    assert(!is_open);
    struct file *f = malloc(sizeof *f);
    if (!f)
        return NULL;
    is_open = 1;
    f->mode = mode;
    f->last = NOTHING;
    f->position = 0;
    return f;
}

int file_get(struct file *f)
{
    assert(f->mode != WRITE && f->last != HAS_WRITTEN);
    f->last = HAS_READ;
    return (int)(f->position++ & 0xff);
}

void file_put(struct file *f, int c)
{
    assert(f->mode != READ && f->last != HAS_READ);
    f->last = HAS_WRITTEN;
    f->position += c != 0;
}

void file_flush(struct file *f)
{
    assert(f->last != HAS_READ);
    f->last = NOTHING;
}

void file_rewind(struct file *f)
{
    f->last = NOTHING;
    f->position = 0;
}

void file_close(struct file *f)
{
    assert(is_open);
    is_open = 0;
    free(f);
}
