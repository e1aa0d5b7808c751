/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Layouts: how the bytes of a type are divided into cells. Nothing but the words that arrays repeat is told by a
 * layout; bytes outside its pieces stand for themselves.
 *
 * Invariant: pieces are ascending and do not overlap; a piece with a stride begins at a word and its stride is whole
 * words, so that bytes of one word stand for bytes of one word. Source: Pearce, Kelly, Hankin 2007 (fields; here by
 * offset, not by name).
 */
#include "runtime/points/private.h"

/* Deeper or larger types have one cell. */
enum { DEPTH_MAX = 32, CELLS_MAX = 256, MOVES_MAX = 256 };

struct making {
    struct pt *pt;
    struct VEC(struct pt_piece) pieces;
    int depth;
};

uint64_t pt_word(const struct pt *pt)
{
    return pt->unit->pointer_bits ? pt->unit->pointer_bits / 8u : 8;
}

static const struct pt_layout *make(struct pt *pt, cwi_id type, int depth);

static void add_lump(struct making *m, uint64_t start, uint64_t size)
{
    if (size > 1)
        vec_push(&m->pieces,
                 ((struct pt_piece){.start = start, .end = size == CWI_UNKNOWN ? UINT64_MAX : start + size}));
}

static void add_array(struct making *m, const struct cwi_type *t, uint64_t at)
{
    uint64_t stride = t->of ? cwi_type_of(m->pt->unit, t->of)->size : CWI_UNKNOWN, word = pt_word(m->pt);
    if (stride == CWI_UNKNOWN || stride % word || at % word) {
        add_lump(m, at, t->size);
        return;
    }
    if (!stride || !t->count)
        return;
    uint64_t end = t->count == CWI_UNKNOWN ? UINT64_MAX : at + stride * t->count;
    vec_push(&m->pieces, ((struct pt_piece){at, end, stride, make(m->pt, t->of, m->depth + 1)}));
}

/* Whether a union's members can be told apart by nothing but bytes. */
static bool is_plain(struct pt *pt, const struct cwi_type *t, int depth)
{
    if (depth > DEPTH_MAX || t->kind == CWI_ARRAY || t->kind == CWI_OPAQUE)
        return false;
    for (uint32_t i = 0; i < t->field_count; i++)
        if (!is_plain(pt, cwi_type_of(pt->unit, t->fields[i].type), depth + 1))
            return false;
    return true;
}

static void gather(struct making *m, cwi_id type, uint64_t at)
{
    const struct cwi_type *t = cwi_type_of(m->pt->unit, type);
    if (m->depth > DEPTH_MAX) {
        add_lump(m, at, t->size);
        return;
    }
    m->depth++;
    switch (t->kind) {
    case CWI_ARRAY:
        add_array(m, t, at);
        break;
    case CWI_STRUCT:
        for (uint32_t i = 0; i < t->field_count; i++)
            if (!t->fields[i].bit_width)
                gather(m, t->fields[i].type, at + t->fields[i].offset);
        break;
    case CWI_UNION:
        if (!is_plain(m->pt, t, 0))
            add_lump(m, at, t->size);
        break;
    case CWI_OPAQUE:
        add_lump(m, at, t->size);
        break;
    default:
        break;
    }
    m->depth--;
}

static bool is_orderly(const struct making *m)
{
    for (size_t i = 1; i < m->pieces.count; i++)
        if (m->pieces.items[i].start < m->pieces.items[i - 1].end)
            return false;
    return true;
}

/* Words that stand for themselves; those of an array's elements count once. */
static uint64_t cells_of(const struct pt_layout *l, uint64_t word)
{
    uint64_t bytes = l->size == CWI_UNKNOWN ? 0 : l->size, cells = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct pt_piece *p = &l->pieces[i];
        uint64_t piece = p->end - p->start;
        bytes -= p->end == UINT64_MAX || piece > bytes ? bytes : piece;
        cells += p->stride ? cells_of(p->element, word) : 1;
    }
    return cells + bytes / word;
}

static const struct pt_layout *make(struct pt *pt, cwi_id type, int depth)
{
    if (pt->layouts[type])
        return pt->layouts[type];
    struct making m = {.pt = pt, .depth = depth};
    struct pt_layout *l = ARENA_NEW(pt->arena, struct pt_layout);
    l->size = cwi_type_of(pt->unit, type)->size;
    gather(&m, type, 0);
    l->count = (uint32_t)m.pieces.count;
    l->pieces = vec_to_arena(&m.pieces, pt->arena);
    if (!is_orderly(&m) || cells_of(l, pt_word(pt)) > CELLS_MAX) {
        struct pt_piece all = {.end = UINT64_MAX};
        l->pieces = arena_copy(pt->arena, &all, sizeof all);
        l->count = 1;
    }
    vec_free(&m.pieces);
    pt->layouts[type] = l;
    return l;
}

const struct pt_layout *pt_layout_of(struct pt *pt, cwi_id type)
{
    return make(pt, type, 0);
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static const struct pt_piece *piece_at(const struct pt_layout *l, uint64_t offset)
{
    for (uint32_t i = 0; i < l->count && l->pieces[i].start <= offset; i++)
        if (offset < l->pieces[i].end)
            return &l->pieces[i];
    return NULL;
}

uint64_t pt_canonical(const struct pt_layout *l, uint64_t offset)
{
    const struct pt_piece *p = piece_at(l, offset);
    if (!p)
        return offset;
    return p->stride ? p->start + pt_canonical(p->element, (offset - p->start) % p->stride) : p->start;
}

const struct pt_piece *pt_lump_at(const struct pt_layout *l, uint64_t offset, uint64_t *into)
{
    const struct pt_piece *p = piece_at(l, offset);
    if (p && p->stride)
        return pt_lump_at(p->element, (offset - p->start) % p->stride, into);
    if (p)
        *into = offset - p->start;
    return p;
}

bool pt_repeats(const struct pt_layout *l, uint64_t offset, uint64_t stride, uint64_t count)
{
    const struct pt_piece *p = piece_at(l, offset);
    if (!p || !p->stride)
        return count <= 1;
    uint64_t inside = (offset - p->start) % p->stride;
    if (stride % p->stride == 0)
        return count <= (p->end - offset - 1) / stride + 1;
    return inside + (count - 1) * stride < p->stride && pt_repeats(p->element, inside, stride, count);
}

uint64_t pt_step_at(const struct pt_layout *l, uint64_t offset)
{
    const struct pt_piece *p = piece_at(l, offset);
    if (!p || !p->stride)
        return 0;
    return pt_step_at(p->element, (offset - p->start) % p->stride) ? 1 : p->stride;
}

uint64_t pt_room_at(const struct pt_layout *l, uint64_t offset)
{
    const struct pt_piece *p = piece_at(l, offset);
    if (!p || !p->stride)
        return UINT64_MAX;
    uint64_t into = (offset - p->start) % p->stride, room = pt_room_at(p->element, into);
    return room < p->stride - into ? room : p->stride - into;
}

bool pt_is_at_end(const struct pt_layout *l, uint64_t offset, uint64_t word)
{
    const struct pt_piece *p = piece_at(l, offset);
    return p && (p->end == UINT64_MAX || p->end + word > l->size);
}

static void push_offset(struct pt_ids *out, uint64_t at)
{
    if (at <= UINT32_MAX)
        vec_push(out, (uint32_t)at);
}

bool pt_moved(const struct pt_layout *l, uint64_t offset, int64_t by, struct pt_ids *out)
{
    const struct pt_piece *p = piece_at(l, offset);
    if (!p || !p->stride) {
        if (by >= 0 || offset >= (uint64_t)-by)
            push_offset(out, offset + (uint64_t)by);
        return true;
    }
    uint64_t inside = (offset - p->start) % p->stride, moved = inside + (uint64_t)by;
    if (by >= 0 ? moved < p->stride : inside >= (uint64_t)-by) { /* within the element, whichever it is */
        size_t first = out->count;
        if (!pt_moved(p->element, inside, by, out))
            return false;
        for (size_t i = first; i < out->count; i++)
            out->items[i] += (uint32_t)p->start;
        return true;
    }
    const struct pt_piece *inner = piece_at(p->element, inside);
    if (p->end == UINT64_MAX || (p->end - p->start) / p->stride > MOVES_MAX || (inner && inner->stride))
        return false;
    for (uint64_t at = p->start + inside; at < p->end; at += p->stride)
        if (by >= 0 || at >= (uint64_t)-by)
            push_offset(out, at + (uint64_t)by);
    return true;
}
