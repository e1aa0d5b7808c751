/* What zlib.h tells users of deflate to do (zlib.h, zpipe.c), as functions. */
#include <zlib.h>

int start(z_stream *z)
{
    z->zalloc = Z_NULL;
    z->zfree = Z_NULL;
    z->opaque = Z_NULL;
    return deflateInit(z, Z_DEFAULT_COMPRESSION);
}

int again(z_stream *z)
{
    return deflateReset(z);
}

int stop(z_stream *z)
{
    return deflateEnd(z);
}
