/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * gzip by zlib and zstd by libzstd, as rows of one table.
 *
 * Invariant: a packed file that consists of several parts one behind the other is the text of all of them.
 * Sources: RFC 1952 (gzip), RFC 8878 (zstd), the manuals of both libraries.
 */
#include "runtime/lts/io/pack.h"

#include <limits.h>
#include <strings.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

/* ---- gzip -------------------------------------------------------------------------------------------------------- */

enum { GZIP_ONLY = 16 + MAX_WBITS, GZIP_LEVEL = 6 };

struct gzip {
    z_stream z;
    bool between; /* unpacking: the last part is complete */
};

static struct gzip *gzip_new(bool good, struct gzip *g)
{
    if (!good)
        base_out_of_memory(sizeof *g);
    return g;
}

static void *gzip_unpacker(void)
{
    struct gzip *g = base_mem_zalloc(sizeof *g);
    return gzip_new(inflateInit2(&g->z, GZIP_ONLY) == Z_OK, g);
}

static void *gzip_packer(void)
{
    struct gzip *g = base_mem_zalloc(sizeof *g);
    return gzip_new(deflateInit2(&g->z, GZIP_LEVEL, Z_DEFLATED, GZIP_ONLY, 8, Z_DEFAULT_STRATEGY) == Z_OK, g);
}

static void gzip_begin(z_stream *z, const struct pack_step *s)
{
    size_t in = (size_t)(s->in_end - s->in), out = (size_t)(s->out_end - s->out);
    z->next_in = (Bytef *)(uintptr_t)s->in; /* zlib reads it only */
    z->avail_in = in < INT_MAX ? (uInt)in : INT_MAX;
    z->next_out = (Bytef *)s->out;
    z->avail_out = out < INT_MAX ? (uInt)out : INT_MAX;
}

static void gzip_end(const z_stream *z, struct pack_step *s)
{
    s->in = (const char *)z->next_in;
    s->out = (char *)z->next_out;
}

static enum pack_result gzip_unpack(void *stream, struct pack_step *s)
{
    struct gzip *g = stream;
    if (g->between) {
        inflateReset(&g->z);
        g->between = false;
    }
    gzip_begin(&g->z, s);
    int result = inflate(&g->z, Z_NO_FLUSH);
    gzip_end(&g->z, s);
    g->between = result == Z_STREAM_END;
    if (result == Z_MEM_ERROR)
        base_out_of_memory(1);
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        return PACK_DAMAGED;
    return g->between ? PACK_WHOLE : PACK_GOES_ON;
}

static enum pack_result gzip_pack(void *stream, struct pack_step *s, bool last)
{
    struct gzip *g = stream;
    gzip_begin(&g->z, s);
    int result = deflate(&g->z, last ? Z_FINISH : Z_NO_FLUSH);
    gzip_end(&g->z, s);
    return result == Z_STREAM_END ? PACK_WHOLE : PACK_GOES_ON;
}

static void gzip_forget_unpacker(void *stream)
{
    struct gzip *g = stream;
    inflateEnd(&g->z);
    free(g);
}

static void gzip_forget_packer(void *stream)
{
    struct gzip *g = stream;
    deflateEnd(&g->z);
    free(g);
}

/* ---- zstd -------------------------------------------------------------------------------------------------------- */

/* Of what zstd --long makes; memory is had where it is touched. */
enum { WIDEST_WINDOW = sizeof(size_t) == 4 ? 30 : 31 };

static void *zstd_unpacker(void)
{
    ZSTD_DCtx *z = ZSTD_createDCtx();
    if (!z || ZSTD_isError(ZSTD_DCtx_setParameter(z, ZSTD_d_windowLogMax, WIDEST_WINDOW)))
        base_out_of_memory(1);
    return z;
}

static void *zstd_packer(void)
{
    ZSTD_CCtx *z = ZSTD_createCCtx();
    if (!z || ZSTD_isError(ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1)))
        base_out_of_memory(1);
    return z;
}

static enum pack_result zstd_unpack(void *stream, struct pack_step *s)
{
    ZSTD_inBuffer in = {s->in, (size_t)(s->in_end - s->in), 0};
    ZSTD_outBuffer out = {s->out, (size_t)(s->out_end - s->out), 0};
    size_t result = ZSTD_decompressStream(stream, &out, &in);
    s->in += in.pos;
    s->out += out.pos;
    if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
        base_out_of_memory(1);
    return ZSTD_isError(result) ? PACK_DAMAGED : result ? PACK_GOES_ON : PACK_WHOLE;
}

static enum pack_result zstd_pack(void *stream, struct pack_step *s, bool last)
{
    ZSTD_inBuffer in = {s->in, (size_t)(s->in_end - s->in), 0};
    ZSTD_outBuffer out = {s->out, (size_t)(s->out_end - s->out), 0};
    size_t left = ZSTD_compressStream2(stream, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(left))
        base_out_of_memory(1); /* nothing else can fail: parameters are checked, any bytes can be packed */
    s->in += in.pos;
    s->out += out.pos;
    return last && !left ? PACK_WHOLE : PACK_GOES_ON;
}

static void zstd_forget_unpacker(void *stream)
{
    ZSTD_freeDCtx(stream);
}

static void zstd_forget_packer(void *stream)
{
    ZSTD_freeCCtx(stream);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static const struct packing packings[] = {
    {"gzip", ".gz", "\x1f\x8b", 2, gzip_unpacker, gzip_unpack, gzip_forget_unpacker, gzip_packer, gzip_pack,
     gzip_forget_packer},
    {"zstd", ".zst", "\x28\xb5\x2f\xfd", 4, zstd_unpacker, zstd_unpack, zstd_forget_unpacker, zstd_packer, zstd_pack,
     zstd_forget_packer},
    {0},
};

const struct packing *io_packing_by_content(const char *text, size_t size)
{
    for (const struct packing *p = packings; p->name; p++)
        if (size >= p->magic_size && !memcmp(text, p->magic, p->magic_size))
            return p;
    return NULL;
}

const struct packing *io_packing_by_suffix(const char *path, size_t *without)
{
    size_t n = strlen(path);
    *without = n;
    for (const struct packing *p = packings; p->name; p++) {
        size_t m = strlen(p->suffix);
        if (n > m && !strcasecmp(path + n - m, p->suffix)) {
            *without = n - m;
            return p;
        }
    }
    return NULL;
}
