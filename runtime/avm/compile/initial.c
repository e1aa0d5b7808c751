/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What objects with static storage hold before anything runs: the pieces of their initialisers, and zero elsewhere.
 */
#include "runtime/avm/memory/memory.h"
#include "runtime/avm/prepare.h"

/* ---- initial values ---------------------------------------------------------------------------------------------- */

static vs bytes_value(struct avm *m, const uint8_t *p, uint64_t size, struct vs_type t)
{
    uint64_t x = cwi_number_of_bytes(m->u, p, size);
    if (t.kind == VS_PTR)
        return vs_ptr(m->pool, t, VS_ABSOLUTE, vs_const(m->pool, vs_offset_type(t), (int64_t)x));
    return avm_pattern(m, t, x);
}

/* Of a floating-point number the bits. */
static vs number_of_bytes(struct avm *m, const uint8_t *p, uint64_t size, struct vs_type t)
{
    struct vs_type bits = {VS_INT, t.bits, 0, VS_BOUNDED};
    if (t.kind != VS_FLOAT)
        return bytes_value(m, p, size, t);
    return t.bits <= 64 ? avm_converted(m, bytes_value(m, p, size, bits), bits, t) : VS_TOP;
}

static vs value_of_piece(struct avm *m, const struct cwi_init *x)
{
    const struct node *n = avm_lower(m, x->value);
    return n->kind == N_CONST ? n->v : VS_TOP;
}

static struct span span_of_piece(struct avm *m, const struct cwi_init *x)
{
    struct span at = {.offset = x->offset, .size = x->size, .bit_pos = x->bit_pos, .bit_width = x->bit_width};
    if (x->value) {
        at.t = avm_type(m, x->value->type);
        at.size = x->bit_width ? (x->bit_pos + x->bit_width + 7u) / 8 : cwi_type_of(m->u, x->value->type)->size;
        at.t.bits = x->bit_width ? x->bit_width : at.t.bits;
    }
    return at;
}

/* The pieces of bytes that one piece of the initialiser has in an access; false: too many. */
static bool add_pieces(struct avm *m, const struct cwi_init *x, const struct span *access, struct piece *out, size_t *n)
{
    struct span at = span_of_piece(m, x);
    if (x->value) {
        out[(*n)++] = avm_piece_of(&at, value_of_piece(m, x));
        return *n < PIECES_MAX;
    }
    for (uint64_t i = 0; i < x->size && *n < PIECES_MAX; i++) {
        struct span byte = span_of_byte(x->offset + i);
        if (byte.offset >= access->offset && byte.offset < access->offset + access->size)
            out[(*n)++] = avm_piece_of(&byte, vs_small(x->bytes[i]));
    }
    return *n < PIECES_MAX;
}

vs avm_initial_value(struct avm *m, const struct cwi_var *v, const struct span *access)
{
    struct piece pieces[PIECES_MAX];
    size_t n = 0;
    if ((access->t.kind == VS_FLOAT && !m->has_floats) || v->linkage == CWI_EXTERN)
        return VS_TOP;
    for (uint32_t i = 0; i < v->init_count; i++) {
        const struct cwi_init *x = &v->init[i];
        struct span at = span_of_piece(m, x);
        uint64_t first = avm_span_first(access), end = first + avm_span_width(access);
        if (end <= avm_span_first(&at) || avm_span_first(&at) + avm_span_width(&at) <= first)
            continue;
        if (x->bytes && access->offset >= x->offset && access->offset + access->size <= x->offset + x->size &&
            !access->bit_width)
            return number_of_bytes(m, x->bytes + (access->offset - x->offset), access->size, access->t);
        if (x->value && avm_span_first(&at) == first && avm_span_width(&at) == avm_span_width(access))
            return avm_converted(m, value_of_piece(m, x), avm_type(m, x->value->type), access->t);
        if (!add_pieces(m, x, access, pieces, &n))
            return VS_TOP;
    }
    return avm_compose(m, access, pieces, n, true);
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

/* One piece of an initialiser: as elements of the variable's type where it is an array of numbers, else byte by byte.
 */
static void write_initial(struct avm *m, struct work *s, cwi_id id, const struct cwi_init *x)
{
    const struct cwi_var *v = cwi_var_of(m->u, id);
    const struct cwi_type *t = cwi_type_of(m->u, v->type);
    struct span at = span_of_piece(m, x);
    uint64_t end = x->offset + at.size;
    if (!x->value) {
        at.size = 1;
        at.t = (struct vs_type){VS_INT, 8, 0, VS_BOUNDED};
    }
    if (!x->value && t->kind == CWI_ARRAY && has_type(avm_type(m, t->of)) &&
        x->offset % cwi_type_of(m->u, t->of)->size == 0) {
        at.t = avm_type(m, t->of);
        at.size = cwi_type_of(m->u, t->of)->size;
    }
    for (; at.offset + at.size <= end; at.offset += at.size)
        avm_write(m, s, id, &at, avm_initial_value(m, v, &at), true);
}

map_id avm_initial_blocks(struct avm *m)
{
    vs words[W_GLOBALS] = {0};
    struct work s = work_on(words);
    for (cwi_id id = 1; id < m->u->vars.count; id++) {
        const struct cwi_var *v = cwi_var_of(m->u, id);
        const struct object *o = &m->objects[id];
        bool is_local = cwi_is_automatic(v);
        if (!o->is_sparse || is_local)
            continue;
        bool is_any = m->cfg.async || v->linkage == CWI_EXTERN;
        struct block b = {o->size, BLOCK_LIVE, is_any ? REST_ANY : REST_ZERO};
        avm_set_block(m, &s, id, &b, false);
        for (uint32_t i = 0; i < v->init_count && !is_any; i++)
            write_initial(m, &s, id, &v->init[i]);
    }
    return s.w[W_HEAP];
}
