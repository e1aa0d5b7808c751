/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Blocks: sparse objects in the map of a state.
 *
 * The map's keys are object * 2^32 for what is known of the object, and that plus 1 plus the offset for a cell. Cells
 * of a block do not overlap, but for those that a join left of two shapes: they hold nothing (VS_TOP). What equals the
 * rest is in no cell, so that equal contents are equal maps.
 */
#include "memory.h"

/* ---- what a map's values say ------------------------------------------------------------------------------------- */

enum { SIZE_BITS = 48 };
#define NO_SIZE ((UINT64_C(1) << SIZE_BITS) - 1)

static uint64_t head_key(uint32_t object)
{
    return (uint64_t)object << 32;
}

static bool has_key(uint64_t offset)
{
    return offset < UINT32_MAX - 16;
}

static uint64_t pack_block(const struct block *b)
{
    return (b->size < NO_SIZE ? b->size : NO_SIZE) | (uint64_t)b->life << 48 | (uint64_t)b->rest << 56;
}

static struct block unpack_block(uint64_t x)
{
    uint64_t size = x & NO_SIZE;
    return (struct block){size == NO_SIZE ? CWI_UNKNOWN : size, x >> 48 & 0xff, (uint8_t)(x >> 56)};
}

static uint64_t pack_cell(struct vs_type t, vs v)
{
    return v | (uint64_t)t.kind << 32 | (uint64_t)t.bits << 40 | (uint64_t)t.is_signed << 48 | (uint64_t)t.range << 49;
}

static struct span unpack_cell(uint64_t key, uint64_t x, vs *v)
{
    struct vs_type t = {x >> 32 & 0xff, x >> 40 & 0xff, x >> 48 & 1, x >> 49 & 3};
    *v = (vs)x;
    return (struct span){.offset = (uint32_t)key - 1, .size = (t.bits + 7u) / 8, .t = t};
}

/* ---- the head ---------------------------------------------------------------------------------------------------- */

static bool head_in(const struct avm *m, map_id map, uint32_t object, struct block *b)
{
    uint64_t x;
    if (!avm_map_get(m->maps, map, head_key(object), &x))
        return false;
    *b = unpack_block(x);
    return true;
}

bool avm_block(const struct avm *m, const struct work *s, uint32_t object, struct block *b)
{
    return s->w[W_HEAP] && head_in(m, s->w[W_HEAP], object, b);
}

static void drop_cells(struct avm *m, struct work *s, uint32_t object)
{
    uint64_t key, x;
    while (avm_map_from(m->maps, s->w[W_HEAP], head_key(object) + 1, &key, &x) && key >> 32 == object)
        set_heap(s, avm_map_remove(m->maps, s->w[W_HEAP], key));
}

void avm_set_block(struct avm *m, struct work *s, uint32_t object, const struct block *b, bool clear)
{
    if (clear)
        drop_cells(m, s, object);
    set_heap(s, avm_map_put(m->maps, s->w[W_HEAP], head_key(object), pack_block(b)));
}

void avm_drop_block(struct avm *m, struct work *s, uint32_t object)
{
    drop_cells(m, s, object);
    set_heap(s, avm_map_remove(m->maps, s->w[W_HEAP], head_key(object)));
}

void avm_block_forget(struct avm *m, struct work *s, uint32_t object)
{
    struct block b;
    if (!avm_block(m, s, object, &b))
        return;
    b.rest = REST_ANY;
    avm_set_block(m, s, object, &b, true);
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

/* The widest cell: a complex long double has none of its own. */
enum { WIDEST = 16 };

/* The cells that touch the bytes, into `out`; their number. */
static size_t touched(const struct avm *m, map_id map, uint32_t object, uint64_t offset, uint64_t size,
                      struct span *out, vs *values, size_t most)
{
    uint64_t base = head_key(object) + 1, key, x, from = base + (offset > WIDEST ? offset - WIDEST : 0);
    size_t n = 0;
    for (; n < most && avm_map_from(m->maps, map, from, &key, &x) && key < base + offset + size; from = key + 1) {
        vs v;
        struct span cell = unpack_cell(key, x, &v);
        if (cell.offset + cell.size <= offset)
            continue;
        values[n] = v;
        out[n++] = cell;
    }
    return n;
}

static bool is_same(const struct span *cell, const struct span *x)
{
    return !x->bit_width && has_type(x->t) && cell->offset == x->offset && cell->t.bits == x->t.bits &&
           cell->size == x->size;
}

enum { MOST_TOUCHED = 4 * WIDEST };

static vs read_in(struct avm *m, map_id map, uint32_t object, const struct span *x)
{
    struct block b;
    struct span cells[MOST_TOUCHED];
    vs values[MOST_TOUCHED];
    struct piece pieces[MOST_TOUCHED];
    if (!has_key(x->offset) || x->size > WIDEST || !head_in(m, map, object, &b))
        return VS_TOP;
    size_t n = touched(m, map, object, x->offset, x->size, cells, values, MOST_TOUCHED);
    if (n == 1 && is_same(&cells[0], x))
        return avm_converted(m, values[0], cells[0].t, x->t);
    for (size_t i = 0; i < n; i++)
        pieces[i] = avm_piece_of(&cells[i], values[i]);
    return n == MOST_TOUCHED ? VS_TOP : avm_compose(m, x, pieces, n, b.rest == REST_ZERO);
}

vs avm_block_read(struct avm *m, const struct work *s, uint32_t object, const struct span *x)
{
    return read_in(m, s->w[W_HEAP], object, x);
}

/* How what a block holds is rounded. */
static const struct abs *abs_of(const struct avm *m, uint32_t object)
{
    const struct site *site = site_of_block(m, object);
    if (object <= OBJECT_ID)
        return m->objects[object].abs;
    return site ? site->abs : abs_free_type(); /* what is passed by value */
}

static void put_cell(struct avm *m, struct work *s, uint32_t object, uint64_t offset, struct vs_type t, vs v,
                     uint8_t rest)
{
    if (rest == REST_ZERO ? v == avm_zero(m, t) : v == VS_TOP)
        return;
    v = vs_plain(m->pool, v); /* symbols are renamed in words alone */
    set_heap(s, avm_map_put(m->maps, s->w[W_HEAP], head_key(object) + 1 + offset, pack_cell(t, v)));
}

/* Before some bytes of the cell are written: the others become cells of their own. */
static void break_up(struct avm *m, struct work *s, uint32_t object, const struct span *cell, vs v,
                     const struct span *x, uint8_t rest)
{
    struct piece whole = avm_piece_of(cell, v);
    for (uint64_t i = 0; i < cell->size; i++) {
        struct span byte = span_of_byte(cell->offset + i);
        if (byte.offset < x->offset || byte.offset >= x->offset + x->size)
            put_cell(m, s, object, byte.offset, byte.t, avm_compose(m, &byte, &whole, 1, false), rest);
    }
}

void avm_block_write(struct avm *m, struct work *s, uint32_t object, const struct span *x, vs v)
{
    struct block b;
    struct span cells[MOST_TOUCHED], to = *x;
    vs values[MOST_TOUCHED];
    if (!avm_block(m, s, object, &b))
        return;
    if (!has_key(x->offset) || x->size > WIDEST) {
        avm_block_forget(m, s, object);
        return;
    }
    if (x->bit_width) { /* the bytes around it are read first */
        to = (struct span){.offset = x->offset, .size = x->size, .t = {VS_INT, (uint8_t)(x->size * 8), 0, VS_BOUNDED}};
        v = x->size > 8 ? VS_TOP : avm_overlaid(m, &to, avm_block_read(m, s, object, &to), x, v);
    }
    size_t n = touched(m, s->w[W_HEAP], object, to.offset, to.size, cells, values, MOST_TOUCHED);
    if (n == MOST_TOUCHED) {
        avm_block_forget(m, s, object);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        set_heap(s, avm_map_remove(m->maps, s->w[W_HEAP], head_key(object) + 1 + cells[i].offset));
        if (cells[i].offset < to.offset || cells[i].offset + cells[i].size > to.offset + to.size)
            break_up(m, s, object, &cells[i], values[i], &to, b.rest);
    }
    if (!has_type(to.t) || to.t.bits > 8 * WIDEST || (to.t.bits + 7u) / 8 != to.size)
        v = VS_TOP;
    else if (v > VS_TOP)
        v = avm_round_to(m, abs_of(m, object), to.t, v);
    if (v != VS_TOP)
        put_cell(m, s, object, to.offset, to.t, v, b.rest);
    for (uint64_t i = 0; v == VS_TOP && i < to.size; i++)
        put_cell(m, s, object, to.offset + i, span_of_byte(0).t, VS_TOP, b.rest);
}

bool avm_block_cells(const struct avm *m, const struct work *s, uint32_t object, uint64_t offset, uint64_t size,
                     block_cell *each, void *context)
{
    uint64_t base = head_key(object) + 1, key, x, from = base + (offset > WIDEST ? offset - WIDEST : 0);
    for (; avm_map_from(m->maps, s->w[W_HEAP], from, &key, &x) && key - base < offset + size; from = key + 1) {
        vs v;
        struct span cell = unpack_cell(key, x, &v);
        if (cell.offset + cell.size <= offset)
            continue;
        if (cell.offset < offset || cell.offset + cell.size > offset + size)
            return false;
        each(context, &cell, v);
    }
    return true;
}

/* ---- joins ------------------------------------------------------------------------------------------------------- */

struct joining {
    struct avm *m;
    map_id a, b;
    bool widen, give_up;
};

static uint64_t join_heads(uint64_t a, uint64_t b)
{
    struct block x = unpack_block(a), y = unpack_block(b);
    x.size = x.size == y.size ? x.size : CWI_UNKNOWN;
    x.life |= y.life;
    x.rest = x.rest == y.rest ? x.rest : REST_ANY;
    return pack_block(&x);
}

/* Whether the other map has a cell that overlaps this one and is not of its shape. */
static bool meets_other_shape(const struct joining *j, map_id other, uint32_t object, const struct span *cell)
{
    struct span cells[MOST_TOUCHED];
    vs values[MOST_TOUCHED];
    size_t n = touched(j->m, other, object, cell->offset, cell->size, cells, values, MOST_TOUCHED);
    for (size_t i = 0; i < n; i++)
        if (cells[i].offset != cell->offset || cells[i].size != cell->size ||
            memcmp(&cells[i].t, &cell->t, sizeof cell->t))
            return true;
    return false;
}

static bool join_entry(void *context, uint64_t key, const uint64_t *a, const uint64_t *b, uint64_t *out)
{
    struct joining *j = context;
    struct avm *m = j->m;
    uint32_t object = (uint32_t)(key >> 32);
    struct block x, y;
    if (!(uint32_t)key) {
        *out = a && b ? join_heads(*a, *b) : a ? *a : *b;
        return true;
    }
    bool in_a = head_in(m, j->a, object, &x), in_b = head_in(m, j->b, object, &y);
    if (!in_a || !in_b) { /* in the other states there is no such block */
        *out = a ? *a : *b;
        return !j->give_up;
    }
    vs v, w;
    struct span cell = unpack_cell(key, a ? *a : *b, &v);
    bool apart = meets_other_shape(j, a ? j->b : j->a, object, &cell);
    v = read_in(m, j->a, object, &cell);
    w = read_in(m, j->b, object, &cell);
    vs joined = apart || j->give_up ? VS_TOP : vs_join(m->pool, cell.t, v, w);
    if (j->widen && joined != v && joined > VS_TOP)
        joined = vs_widen(m->pool, cell.t, v, joined);
    joined = joined > VS_TOP ? avm_round_to(m, abs_of(m, object), cell.t, joined) : joined;
    *out = pack_cell(cell.t, joined);
    return x.rest == REST_ZERO && y.rest == REST_ZERO ? joined != avm_zero(m, cell.t) : joined != VS_TOP;
}

map_id avm_join_blocks(struct avm *m, map_id a, map_id b, bool widen, bool give_up)
{
    struct joining j = {m, a, b, widen, give_up};
    return a == b ? a : avm_map_join(m->maps, a, b, join_entry, &j);
}
