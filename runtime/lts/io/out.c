/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files that are written piece by piece, packed when their suffix says so.
 *
 * Invariant: the file appears when all of it is written; until then, and after any failure, it is as it was.
 */
#include "runtime/lts/io/io.h"

#include "runtime/lts/control.h"
#include "runtime/lts/io/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>

enum { ROOM = 1 << 17 };

struct lts_out {
    struct file_out file;
    const struct lts_control *control;
    bool may_block;                /* it is no regular file: whoever reads it may be slow, or never come */
    const struct packing *packing; /* NULL: plain */
    void *stream;
    char *room;
};

/* A named pipe can be opened without waiting only when somebody reads it. */
static enum status open_pipe(struct lts_out *o, const char *path, struct diag *d)
{
    o->file = (struct file_out){.path = path, .fd = -1};
    while ((o->file.fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0 && (errno == ENXIO || errno == EINTR)) {
        if (control_stops(o->control))
            return lts_control_stopped(d);
        poll(NULL, 0, 50);
    }
    if (o->file.fd < 0)
        return diag_errno(d, path, "cannot open for writing");
    fcntl(o->file.fd, F_SETFL, O_WRONLY);
    return ST_OK;
}

static enum status open_file(struct lts_out *o, const char *path, struct diag *d)
{
    struct stat info;
    bool named = strcmp(path, "-") != 0, exists = (named ? stat(path, &info) : fstat(1, &info)) == 0;
    o->may_block = exists && !S_ISREG(info.st_mode);
    return named && exists && S_ISFIFO(info.st_mode) ? open_pipe(o, path, d) : base_file_begin(&o->file, path, d);
}

enum status lts_out_open(const char *path, const struct lts_control *c, struct lts_out **out, struct diag *d)
{
    size_t without;
    struct lts_out *o = base_mem_zalloc(sizeof *o);
    o->control = c;
    enum status st = open_file(o, path, d);
    *out = o;
    o->packing = io_packing_by_suffix(path, &without);
    if (o->packing) {
        o->stream = o->packing->packer();
        o->room = base_mem_alloc(ROOM);
    }
    return st;
}

static enum status add_plain(struct lts_out *o, const char *text, size_t size, struct diag *d)
{
    enum status st = ST_OK;
    while (st == ST_OK && size) {
        size_t n = o->may_block && size > PIPE_BUF ? PIPE_BUF : size;
        if (o->may_block)
            st = lts_control_await(o->control, o->file.fd, true, d);
        if (st == ST_OK)
            st = base_file_add(&o->file, text, n, d);
        text += n;
        size -= n;
    }
    return st;
}

/* Packs all of the text; with `last` also what the packer still holds. */
static enum status add_packed(struct lts_out *o, const char *text, size_t size, bool last, struct diag *d)
{
    struct pack_step step = {.in = text, .in_end = text + size};
    enum pack_result result;
    do {
        step.out = o->room;
        step.out_end = o->room + ROOM;
        result = o->packing->pack(o->stream, &step, last);
        enum status st = add_plain(o, o->room, (size_t)(step.out - o->room), d);
        if (st != ST_OK)
            return st;
    } while (last ? result != PACK_WHOLE : step.in < step.in_end);
    return ST_OK;
}

enum status lts_out_add(void *out, const char *text, size_t size, struct diag *d)
{
    struct lts_out *o = out;
    return o->packing ? add_packed(o, text, size, false, d) : add_plain(o, text, size, d);
}

enum status lts_out_close(struct lts_out *o, bool keep, struct diag *d)
{
    if (!o)
        return ST_OK;
    enum status st = keep && o->packing ? add_packed(o, "", 0, true, d) : ST_OK;
    enum status ended = base_file_end(&o->file, keep && st == ST_OK, d);
    if (o->packing)
        o->packing->forget_packer(o->stream);
    free(o->room);
    free(o);
    return st != ST_OK ? st : ended;
}

/* ---- systems ----------------------------------------------------------------------------------------------------- */

struct drain {
    struct lts_out *out;
    const struct lts_control *control;
    uint64_t written;
};

static enum status drain(void *context, struct buf *text, struct diag *d)
{
    struct drain *x = context;
    x->written += text->size;
    enum status st = lts_control_step(x->control, "writing", x->written, 0, d);
    if (st == ST_OK)
        st = lts_out_add(x->out, buf_str(text), text->size, d);
    text->size = 0;
    return st;
}

/* A picture when `what` is not NULL. */
static enum status write_to(const char *path, const struct lts *l, const struct lts_picture *what,
                            enum lts_format format, const struct lts_print *how, const struct lts_control *c,
                            struct diag *d)
{
    struct drain x = {.control = c};
    struct lts_print drained = how ? *how : (struct lts_print){0};
    struct buf text = {0};
    drained.drain = drain;
    drained.context = &x;
    drained.control = c;
    enum status st = lts_out_open(path, c, &x.out, d);
    if (st == ST_OK)
        st = what ? lts_write_picture(l, what, format, &drained, &text, d) : lts_write(l, format, &drained, &text, d);
    if (st == ST_OK)
        st = drain(&x, &text, d);
    buf_free(&text);
    struct diag unheard;
    enum status ended = lts_out_close(x.out, st == ST_OK, st == ST_OK ? d : &unheard);
    return st != ST_OK ? st : ended;
}

enum status lts_write_file(const struct lts *l, enum lts_format format, const struct lts_print *how, const char *path,
                           const struct lts_control *c, struct diag *d)
{
    return write_to(path, l, NULL, format, how, c, d);
}

enum status lts_write_picture_file(const struct lts *l, const struct lts_picture *what, enum lts_format format,
                                   const struct lts_print *how, const char *path, const struct lts_control *c,
                                   struct diag *d)
{
    return write_to(path, l, what, format, how, c, d);
}
