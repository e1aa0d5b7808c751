/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text line by line, from memory or from a file of any size: only the piece in hand is kept.
 *
 * Invariant: [at, end) is the part of the window not yet taken; when all_here is false the window lies in pull->room.
 */
#include "runtime/lts/format.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zstd.h>

enum { PIECE = 1 << 18, LONGEST_LINE = 1 << 26 };
static const size_t largest_text = (size_t)1 << 30;

/* An open file; packed holds compressed bytes not yet unpacked. */
struct pull {
    int fd;
    char *room;
    size_t capacity;
    ZSTD_DStream *zstd;
    char *packed;
    ZSTD_inBuffer in;
    bool inside_frame;
};

void lts_source_text(struct source *s, const char *name, const char *text, size_t size, struct diag *d)
{
    *s = (struct source){.name = name, .at = text, .end = text + size, .all_here = true, .d = d};
}

static enum status fail(struct source *s, const char *what)
{
    return s->status = diag_set(s->d, ST_BAD, (struct place){s->name, 0, 0}, "%s", what);
}

/* Reads raw bytes; 0 at the end and on failure. */
static size_t pull_raw(struct source *s, char *to, size_t size)
{
    ssize_t n;
    do
        n = read(s->pull->fd, to, size);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        s->status = diag_errno(s->d, s->name, "cannot read");
    return n > 0 ? (size_t)n : 0;
}

static size_t pull_unpacked(struct source *s, char *to, size_t size)
{
    struct pull *p = s->pull;
    ZSTD_outBuffer out = {to, size, 0};
    while (out.pos == 0) {
        if (p->in.pos == p->in.size) {
            p->in = (ZSTD_inBuffer){p->packed, pull_raw(s, p->packed, PIECE), 0};
            if (p->in.size == 0) {
                if (p->inside_frame && s->status == ST_OK)
                    fail(s, "the compressed data end too early");
                return 0;
            }
        }
        size_t hint = ZSTD_decompressStream(p->zstd, &out, &p->in);
        if (ZSTD_isError(hint)) {
            fail(s, "the compressed data are damaged");
            return 0;
        }
        p->inside_frame = hint != 0;
    }
    return out.pos;
}

/* Adds another piece to the window: false when there is none. */
static bool refill(struct source *s)
{
    if (s->all_here)
        return false;
    struct pull *p = s->pull;
    size_t kept = (size_t)(s->end - s->at);
    if (kept && s->at != p->room)
        memmove(p->room, s->at, kept);
    p->room = mem_grow(p->room, &p->capacity, kept + PIECE, 1);
    size_t room = p->capacity - kept;
    size_t n = p->zstd ? pull_unpacked(s, p->room + kept, room) : pull_raw(s, p->room + kept, room);
    s->at = p->room;
    s->end = p->room + kept + n;
    s->all_here = n == 0;
    return n > 0;
}

/* What the first bytes say about compression. */
static enum status start_unpacking(struct source *s)
{
    static const unsigned char zstd_magic[4] = {0x28, 0xb5, 0x2f, 0xfd};
    struct pull *p = s->pull;
    while (s->end - s->at < 4 && refill(s))
        ;
    size_t n = (size_t)(s->end - s->at);
    if (n >= 2 && !memcmp(s->at, "\x1f\x8b", 2))
        return fail(s, "the file is compressed with gzip; unpack it first (gzip -dc FILE | cwolf lts ... -)");
    if (n < 4 || memcmp(s->at, zstd_magic, 4))
        return s->status;
    p->packed = mem_alloc(p->capacity > PIECE ? p->capacity : PIECE);
    memcpy(p->packed, s->at, n);
    p->in = (ZSTD_inBuffer){p->packed, n, 0};
    p->zstd = ZSTD_createDStream();
    if (!p->zstd)
        base_out_of_memory(PIECE);
    s->at = s->end = p->room;
    s->all_here = false;
    return s->status;
}

enum status lts_source_open(struct source *s, const char *path, struct diag *d)
{
    bool standard_input = !strcmp(path, "-");
    *s = (struct source){.name = standard_input ? "standard input" : path, .d = d};
    int fd = standard_input ? dup(0) : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return s->status = diag_errno(d, s->name, "cannot open");
    s->pull = mem_zalloc(sizeof *s->pull);
    s->pull->fd = fd;
    return start_unpacking(s);
}

void lts_source_close(struct source *s)
{
    if (!s->pull)
        return;
    close(s->pull->fd);
    ZSTD_freeDStream(s->pull->zstd);
    free(s->pull->packed);
    free(s->pull->room);
    free(s->pull);
    s->pull = NULL;
}

enum status lts_source_peek(struct source *s, const char **text, size_t *size)
{
    while (s->end - s->at < 4096 && refill(s))
        ;
    *text = s->at;
    *size = (size_t)(s->end - s->at);
    return s->status;
}

bool lts_source_line(struct source *s, const char **line, size_t *size)
{
    const char *newline;
    size_t seen = 0;
    while (!(newline = s->at == s->end ? NULL : memchr(s->at + seen, '\n', (size_t)(s->end - s->at) - seen))) {
        seen = (size_t)(s->end - s->at);
        if (seen > LONGEST_LINE && !s->all_here) {
            s->status = diag_set(s->d, ST_BAD, (struct place){s->name, s->line + 1, 0}, "the line is too long");
            return false;
        }
        if (!refill(s))
            break;
    }
    if (s->status != ST_OK || (!newline && s->at == s->end))
        return false;
    *line = s->at;
    *size = (size_t)((newline ? newline : s->end) - s->at);
    s->at = newline ? newline + 1 : s->end;
    s->line++;
    if (*size && (*line)[*size - 1] == '\r')
        --*size;
    return true;
}

enum status lts_source_all(struct source *s, const char **text, size_t *size)
{
    while (refill(s))
        if ((size_t)(s->end - s->at) > largest_text)
            return fail(s, "the file is too large for this format; use .aut");
    *text = s->at;
    *size = (size_t)(s->end - s->at);
    return s->status;
}

struct found lts_found_at(const char *p, const char *end)
{
    struct found f;
    size_t n;
    if (p >= end)
        strcpy(f.text, "the end");
    else if (*p == '\n' || *p == '\r')
        strcpy(f.text, "the end of the line");
    else if ((n = lts_utf8_length(p, end)) && (unsigned char)*p >= ' ' && *p != 0x7f)
        snprintf(f.text, sizeof f.text, "'%.*s'", (int)n, p);
    else
        snprintf(f.text, sizeof f.text, "byte 0x%02x", (unsigned char)*p);
    return f;
}
