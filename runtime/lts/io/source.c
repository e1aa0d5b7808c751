/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text piece by piece, from memory or from a file of any size, packed or not: only the pieces in hand are kept.
 *
 * Invariant: [at, end) is the part of the window not yet taken; when all_here is false the window lies in pull->room.
 */
#include "runtime/lts/io/io.h"

#include "runtime/lts/control.h"
#include "runtime/lts/io/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 19, LONGEST_LINE = 1 << 26 };
static const size_t largest_text = (size_t)1 << 30;

/* An open file. [in, in_end) are packed bytes not yet unpacked, in `packed`. */
struct pull {
    int fd;
    char *room;
    size_t capacity;
    const struct packing *packing; /* NULL: the file is plain */
    void *stream;
    char *packed;
    const char *in, *in_end;
    bool whole;           /* what was unpacked is complete so far */
    uint64_t taken, size; /* bytes of the file; size 0: not known */
};

/* The mark that some editors put before UTF-8 is no part of the text. */
static void skip_byte_order_mark(struct source *s)
{
    if (s->end - s->at >= 3 && !memcmp(s->at, "\357\273\277", 3))
        s->at += 3;
}

void lts_source_text(struct source *s, const char *name, const char *text, size_t size, struct diag *d)
{
    *s = (struct source){.name = name, .at = text, .end = text + size, .all_here = true, .d = d};
    skip_byte_order_mark(s);
}

PRINTF_LIKE(2, 3) static enum status fail(struct source *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    s->status = diag_vset(s->d, ST_BAD, (struct place){s->name, 0, 0}, format, args);
    va_end(args);
    return s->status;
}

/* One read; -1 with errno set when it failed for good, or with the status set. A pipe may keep still for long, and is
 * never read before something is there: so an interrupt ends the waiting, whenever and to whichever thread it comes. */
static ssize_t read_some(struct source *s, char *to, size_t size)
{
    const struct pull *p = s->pull;
    ssize_t n;
    do {
        if (!p->size)
            s->status = lts_control_await(s->control, p->fd, false, s->d);
        else if (control_stops(s->control))
            s->status = lts_control_stopped(s->d);
        n = s->status == ST_OK ? read(p->fd, to, size) : -1;
    } while (n < 0 && s->status == ST_OK && (errno == EINTR || errno == EAGAIN));
    return n;
}

/* Reads raw bytes; 0 at the end and on failure. */
static size_t pull_raw(struct source *s, char *to, size_t size)
{
    struct pull *p = s->pull;
    s->status = lts_control_step(s->control, "reading", p->taken, p->size, s->d);
    if (s->status != ST_OK)
        return 0;
    ssize_t n = read_some(s, to, size);
    if (n < 0 && s->status == ST_OK)
        s->status = diag_errno(s->d, s->name, "cannot read");
    p->taken += n > 0 ? (uint64_t)n : 0;
    return n > 0 ? (size_t)n : 0;
}

static size_t pull_unpacked(struct source *s, char *to, size_t size)
{
    struct pull *p = s->pull;
    struct pack_step step = {.out = to, .out_end = to + size};
    while (step.out == to) {
        if (p->in == p->in_end) {
            p->in = p->packed;
            p->in_end = p->packed + pull_raw(s, p->packed, PIECE);
            if (p->in == p->in_end) {
                if (!p->whole && s->status == ST_OK)
                    fail(s, "the data packed with %s end too early", p->packing->name);
                return 0;
            }
        }
        step.in = p->in;
        step.in_end = p->in_end;
        enum pack_result result = p->packing->unpack(p->stream, &step);
        p->in = step.in;
        if (result == PACK_DAMAGED) {
            fail(s, "the data packed with %s are damaged", p->packing->name);
            return 0;
        }
        p->whole = result == PACK_WHOLE;
    }
    return (size_t)(step.out - to);
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
    p->room = base_mem_grow(p->room, &p->capacity, kept + PIECE, 1);
    size_t room = p->capacity - kept;
    size_t n = p->packing ? pull_unpacked(s, p->room + kept, room) : pull_raw(s, p->room + kept, room);
    s->at = p->room;
    s->end = p->room + kept + n;
    s->all_here = n == 0;
    return n > 0;
}

/* What the first bytes say about packing. */
static enum status start_unpacking(struct source *s)
{
    struct pull *p = s->pull;
    while (s->end - s->at < 4 && refill(s))
        ;
    size_t n = (size_t)(s->end - s->at);
    const struct packing *packing = io_packing_by_content(s->at, n);
    if (!packing || s->status != ST_OK)
        return s->status;
    p->packed = base_mem_alloc(p->capacity > PIECE ? p->capacity : PIECE);
    memcpy(p->packed, s->at, n);
    p->in = p->packed;
    p->in_end = p->packed + n;
    p->packing = packing;
    p->stream = packing->unpacker();
    s->at = s->end = p->room;
    s->all_here = false;
    return s->status;
}

enum status lts_source_open(struct source *s, const char *path, const struct lts_control *c, struct diag *d)
{
    bool standard_input = !strcmp(path, "-");
    struct stat info;
    *s = (struct source){.name = standard_input ? "standard input" : path, .control = c, .d = d};
    /* a named pipe that nobody has opened for writing yet is waited for where it is read */
    int fd = standard_input ? fcntl(0, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return s->status = diag_errno(d, s->name, "cannot open");
    s->pull = base_mem_zalloc(sizeof *s->pull);
    s->pull->fd = fd;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
        s->pull->size = (uint64_t)info.st_size;
    start_unpacking(s);
    while (s->end - s->at < 3 && refill(s))
        ;
    skip_byte_order_mark(s);
    return s->status;
}

void lts_source_close(struct source *s)
{
    struct pull *p = s->pull;
    if (!p)
        return;
    close(p->fd);
    if (p->stream)
        p->packing->forget_unpacker(p->stream);
    free(p->packed);
    free(p->room);
    free(p);
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

bool lts_source_piece(struct source *s, struct piece *p)
{
    enum { SLICE = 1 << 20, ZEROS = 16 };
    const char *newline = NULL;
    size_t seen = 0, size;
    while (!newline && seen <= LONGEST_LINE && (seen < (size_t)(s->end - s->at) || refill(s))) {
        size_t more = (size_t)(s->end - s->at) - seen;
        more = more < SLICE ? more : SLICE;
        newline = memrchr(s->at + seen, '\n', more);
        seen += more;
    }
    if (!newline && seen > LONGEST_LINE)
        fail(s, "a line is longer than %d MB", (int)(LONGEST_LINE >> 20));
    size = newline ? (size_t)(newline + 1 - s->at) : seen;
    if (s->status != ST_OK || size == 0)
        return false;
    p->text = base_mem_grow(p->text, &p->capacity, size + ZEROS, 1);
    memcpy(p->text, s->at, size);
    memset(p->text + size, 0, ZEROS);
    p->size = size;
    p->number = s->pieces++;
    s->at += size;
    return true;
}

static enum status read_rest(struct source *s, size_t limit)
{
    while (refill(s)) {
        size_t size = (size_t)(s->end - s->at);
        if (size > limit)
            return fail(s, "the file is too large for this format; use aut or lts");
        s->status = lts_control_memory(s->control, size, s->name, s->d);
        if (s->status != ST_OK)
            break;
    }
    return s->status;
}

enum status lts_source_all(struct source *s, const char **text, size_t *size)
{
    enum status st = read_rest(s, largest_text);
    *text = s->at;
    *size = (size_t)(s->end - s->at);
    return st;
}

/* Maps the whole of a plain file, for reading and for private changes. */
static bool map_file(const struct source *s, void **held, size_t *size)
{
    const struct pull *p = s->pull;
    if (!p || p->packing || !p->size || lseek(p->fd, 0, SEEK_CUR) != (off_t)p->taken)
        return false;
    void *map = mmap(NULL, (size_t)p->size, PROT_READ | PROT_WRITE, MAP_PRIVATE, p->fd, 0);
    if (map == MAP_FAILED)
        return false;
    *held = map;
    *size = (size_t)p->size;
    return true;
}

enum status lts_source_take(struct source *s, void **held, size_t *mapped, size_t *size)
{
    *held = NULL;
    *mapped = 0;
    if (map_file(s, held, size)) {
        *mapped = *size;
        return ST_OK;
    }
    enum status st = read_rest(s, SIZE_MAX);
    *size = (size_t)(s->end - s->at);
    *held = base_mem_alloc(*size);
    memcpy(*held, s->at, *size);
    s->at = s->end;
    return st;
}

struct found lts_found_at(const char *p, const char *end)
{
    struct found f;
    size_t n;
    if (p >= end)
        strcpy(f.text, "the end");
    else if (*p == '\n' || *p == '\r')
        strcpy(f.text, "the end of the line");
    else if ((n = base_utf8_length(p, end)) && (unsigned char)*p >= ' ' && *p != 0x7f)
        snprintf(f.text, sizeof f.text, "'%.*s'", (int)n, p);
    else
        snprintf(f.text, sizeof f.text, "byte 0x%02x", (unsigned char)*p);
    return f;
}
