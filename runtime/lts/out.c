/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files that are written piece by piece, packed when their suffix says so.
 *
 * Invariant: the file appears when all of it is written; until then, and after any failure, it is as it was.
 */
#include "runtime/lts/format.h"

#include "runtime/lts/control.h"
#include "runtime/lts/pack.h"

enum { ROOM = 1 << 17 };

struct lts_out {
    struct file_out file;
    const struct packing *packing; /* NULL: plain */
    void *stream;
    char *room;
};

enum status lts_out_open(const char *path, struct lts_out **out, struct diag *d)
{
    size_t without;
    struct lts_out *o = mem_zalloc(sizeof *o);
    enum status st = file_begin(&o->file, path, d);
    *out = o;
    o->packing = packing_by_suffix(path, &without);
    if (o->packing) {
        o->stream = o->packing->packer();
        o->room = mem_alloc(ROOM);
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
        enum status st = file_add(&o->file, o->room, (size_t)(step.out - o->room), d);
        if (st != ST_OK)
            return st;
    } while (last ? result != PACK_WHOLE : step.in < step.in_end);
    return ST_OK;
}

enum status lts_out_add(void *out, const char *text, size_t size, struct diag *d)
{
    struct lts_out *o = out;
    return o->packing ? add_packed(o, text, size, false, d) : file_add(&o->file, text, size, d);
}

enum status lts_out_close(struct lts_out *o, bool keep, struct diag *d)
{
    if (!o)
        return ST_OK;
    enum status st = keep && o->packing ? add_packed(o, "", 0, true, d) : ST_OK;
    enum status ended = file_end(&o->file, keep && st == ST_OK, d);
    if (o->packing)
        o->packing->forget_packer(o->stream);
    free(o->room);
    free(o);
    return st != ST_OK ? st : ended;
}

/* ---- systems ------------------------------------------------------------------------------------------------------ */

struct drain {
    struct lts_out *out;
    const struct lts_control *control;
    uint64_t written;
};

static enum status drain(void *context, struct buf *text, struct diag *d)
{
    struct drain *x = context;
    x->written += text->size;
    enum status st = control_step(x->control, "writing", x->written, 0, d);
    if (st == ST_OK)
        st = lts_out_add(x->out, buf_str(text), text->size, d);
    text->size = 0;
    return st;
}

enum status lts_write_file(const struct lts *l, enum lts_format format, const struct lts_print *how, const char *path,
                           const struct lts_control *c, struct diag *d)
{
    struct drain x = {.control = c};
    struct lts_print drained = how ? *how : (struct lts_print){0};
    struct buf text = {0};
    drained.drain = drain;
    drained.context = &x;
    enum status st = lts_out_open(path, &x.out, d);
    if (st == ST_OK)
        st = lts_write(l, format, &drained, &text, d);
    if (st == ST_OK)
        st = drain(&x, &text, d);
    buf_free(&text);
    struct diag unheard;
    enum status ended = lts_out_close(x.out, st == ST_OK, st == ST_OK ? d : &unheard);
    return st != ST_OK ? st : ended;
}
