/* What zlib.h tells users of inflate to do (zlib.h, zpipe.c), as functions. */
#include <zlib.h>

int start(z_stream *z)
{
    z->zalloc = Z_NULL;
    z->zfree = Z_NULL;
    z->opaque = Z_NULL;
    z->avail_in = 0;
    z->next_in = Z_NULL;
    return inflateInit(z);
}

int again(z_stream *z)
{
    return inflateReset(z);
}

int stop(z_stream *z)
{
    return inflateEnd(z);
}
