/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Frames around compressed XML. Invariant: nothing is decompressed before its checksum was seen to be right, and never
 * more than its header announced.
 */
#include "runtime/cwi/frame.h"

#include <stdlib.h>
#include <zstd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { LEVEL = 1 }; /* the compiler waits for it; level 3 is 15 % smaller and takes twice as long */

struct frame_out {
    struct buf *out;
    size_t start;
    uint64_t xml_size;
    ZSTD_CCtx *zstd;
    bool has_failed;
};

static void put_le(unsigned char *p, unsigned bytes, uint64_t value)
{
    for (unsigned i = 0; i < bytes; i++)
        p[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t get_le(const unsigned char *p, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = bytes; i-- > 0;)
        value = value << 8 | p[i];
    return value;
}

static uint64_t checksum(const unsigned char *frame, size_t compressed)
{
    XXH64_state_t s;
    XXH64_reset(&s, 0);
    XXH64_update(&s, frame, CWI_FRAME_HEADER - 8);
    XXH64_update(&s, frame + CWI_FRAME_HEADER, compressed);
    return XXH64_digest(&s);
}

struct frame_out *cwi_frame_start(struct buf *out)
{
    static const char room[CWI_FRAME_HEADER];
    struct frame_out *f = base_mem_zalloc(sizeof *f);
    *f = (struct frame_out){.out = out, .start = out->size, .zstd = ZSTD_createCCtx()};
    buf_add(out, room, sizeof room);
    f->has_failed = !f->zstd || ZSTD_isError(ZSTD_CCtx_setParameter(f->zstd, ZSTD_c_compressionLevel, LEVEL));
    return f;
}

static void compress(struct frame_out *f, const void *data, size_t size, ZSTD_EndDirective end)
{
    ZSTD_inBuffer in = {data, size, 0};
    size_t left = 1;
    while (!f->has_failed && (in.pos < in.size || (end == ZSTD_e_end && left))) {
        char block[16 << 10];
        ZSTD_outBuffer o = {block, sizeof block, 0};
        left = ZSTD_compressStream2(f->zstd, &o, &in, end);
        f->has_failed = ZSTD_isError(left);
        buf_add(f->out, block, o.pos);
    }
}

int cwi_frame_add(void *frame, const char *xml, int size)
{
    struct frame_out *f = frame;
    f->xml_size += (uint64_t)size;
    compress(f, xml, (size_t)size, ZSTD_e_continue);
    f->has_failed |= f->xml_size > CWI_MOST_XML;
    return f->has_failed ? -1 : size;
}

bool cwi_frame_end(struct frame_out *f)
{
    compress(f, NULL, 0, ZSTD_e_end);
    ZSTD_freeCCtx(f->zstd);
    bool ok = !f->has_failed;
    unsigned char *header = (unsigned char *)f->out->data + f->start;
    size_t compressed = f->out->size - f->start - CWI_FRAME_HEADER;
    memcpy(header, CWI_MAGIC, CWI_MAGIC_SIZE);
    put_le(header + 6, 2, CWI_FORMAT_VERSION);
    put_le(header + 8, 8, f->xml_size);
    put_le(header + 16, 8, compressed);
    put_le(header + 24, 8, checksum(header, compressed));
    free(f);
    return ok;
}

static enum status damaged(struct diag *d, const char *name, size_t at, const char *why)
{
    return diag_set(d, ST_BAD, (struct place){name, 0, 0}, "damaged C Wolf fragment at byte %zu: %s", at, why);
}

static enum status decompress(const char *name, size_t at, const unsigned char *data, size_t size, uint64_t xml_size,
                              struct buf *xml, struct diag *d)
{
    xml->data = base_mem_grow(xml->data, &xml->capacity, (size_t)xml_size + 1, 1);
    ZSTD_DCtx *zstd = ZSTD_createDCtx();
    if (!zstd)
        return diag_set(d, ST_SYSTEM, (struct place){name, 0, 0}, "cannot start decompression");
    size_t n = ZSTD_decompressDCtx(zstd, xml->data, (size_t)xml_size, data, size);
    ZSTD_freeDCtx(zstd);
    if (ZSTD_isError(n))
        return damaged(d, name, at, ZSTD_getErrorName(n));
    if (n != xml_size)
        return damaged(d, name, at, "it is shorter than its header says");
    xml->size = n;
    xml->data[n] = 0;
    return ST_OK;
}

enum status cwi_frame_next(const char *name, const void *data, size_t size, size_t *at, struct buf *xml, bool *found,
                           struct diag *d)
{
    const unsigned char *p = data;
    size_t i = *at;
    while (i < size && p[i] == 0)
        i++;
    *at = i;
    *found = i < size;
    if (!*found)
        return ST_OK;
    if (size - i < CWI_FRAME_HEADER)
        return damaged(d, name, i, "it is cut off");
    if (memcmp(p + i, CWI_MAGIC, CWI_MAGIC_SIZE))
        return damaged(d, name, i, "no fragment begins here");
    unsigned version = (unsigned)get_le(p + i + 6, 2);
    if (version != CWI_FORMAT_VERSION)
        return diag_set(d, ST_BAD, (struct place){name, 0, 0},
                        "C Wolf fragment of format version %u, expected version %d: compile it again", version,
                        CWI_FORMAT_VERSION);
    uint64_t xml_size = get_le(p + i + 8, 8), compressed = get_le(p + i + 16, 8);
    if (compressed > size - i - CWI_FRAME_HEADER)
        return damaged(d, name, i, "it is cut off");
    if (get_le(p + i + 24, 8) != checksum(p + i, (size_t)compressed))
        return damaged(d, name, i, "the checksum is wrong");
    if (xml_size > CWI_MOST_XML || (xml_size > CWI_FREE_XML && xml_size / CWI_MOST_RATIO > compressed))
        return damaged(d, name, i, "it claims to be impossibly large");
    *at = i + CWI_FRAME_HEADER + (size_t)compressed;
    return decompress(name, i, p + i + CWI_FRAME_HEADER, (size_t)compressed, xml_size, xml, d);
}
