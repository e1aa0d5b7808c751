/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loads and stores through pointers.
 *
 * A store to one sure place is strong; to several it is weak: each may keep its value. A store through a pointer that
 * is not tracked goes to whatever the points-to analysis says. */
#include "memory.h"
#include "runtime/avm/prepare.h"

enum { OFFSETS_MAX = 256 };

/* The cells of an object that an access of `size` bytes at `offset` touches: index of the first, number. */
uint32_t avm_touched(const struct avm *m, const struct object *o, uint64_t offset, uint64_t size, uint32_t *count)
{
    const struct cell *c = m->cells.items + o->first;
    uint32_t i = 0;
    if (o->stride && offset / o->stride < o->count)
        i = (uint32_t)(offset / o->stride);
    while (i < o->count && c[i].offset + c[i].size <= offset)
        i++;
    uint32_t n = 0;
    while (i + n < o->count && c[i + n].offset < offset + size)
        n++;
    *count = n;
    return o->first + i;
}

static bool overlap(const struct span *a, const struct span *b)
{
    uint64_t x = avm_span_first(a), y = avm_span_first(b);
    return x < y + avm_span_width(b) && y < x + avm_span_width(a);
}

static bool is_same(const struct cell *c, const struct span *x)
{
    return has_type(x->t) && c->offset == x->offset && c->t.bits == x->t.bits && c->bit_pos == x->bit_pos &&
           c->bit_width == x->bit_width && (c->bit_width || c->size == x->size);
}

/* ---- where a pointer leads --------------------------------------------------------------------------------------- */

/* Whether an address is that of null, or of a member of what null leads to: the first page is nobody's where addresses
 * have 64 bits; elsewhere devices may stand behind 0. 1, 0, or -1: it may be. */
static int is_null_page(const struct avm *m, vs offsets)
{
    enum { PAGE = 4096 };
    struct vs_type t = {VS_INT, m->u->pointer_bits, 1, VS_BOUNDED};
    if (offsets == VS_TOP)
        return -1;
    if (m->u->pointer_bits < 64)
        return offsets == vs_small(0) ? 1 : vs_contains(m->pool, t, offsets, 0) ? -1 : 0;
    vs page = vs_interval(m->pool, t, 0, PAGE - 1);
    return vs_leq(m->pool, t, offsets, page) ? 1 : vs_meet(m->pool, t, offsets, page) != VS_BOTTOM ? -1 : 0;
}

uint32_t avm_only_object(const struct avm *m, vs pointer)
{
    size_t targets = vs_ptr_targets(m->pool, pointer);
    uint32_t found = VS_ABSOLUTE;
    for (size_t i = 0; targets != SIZE_MAX && i < targets; i++) {
        uint32_t object = vs_ptr_object(m->pool, pointer, i);
        if (object == VS_ABSOLUTE && is_null_page(m, vs_ptr_offsets(m->pool, pointer, i)) == 1)
            continue;
        if (object == VS_ABSOLUTE || found != VS_ABSOLUTE)
            return VS_ABSOLUTE;
        found = object;
    }
    return found;
}

/* How the state holds an object. */
enum held { HELD_CELLS, HELD_BLOCK, HELD_NOT };

static enum held held(const struct avm *m, uint32_t object)
{
    if (object > OBJECT_ID)
        return object & OBJECT_HEAP ? HELD_BLOCK : HELD_NOT;
    return m->objects[object].is_sparse ? HELD_BLOCK : HELD_CELLS;
}

int avm_is_there(struct avm *m, struct work *s, uint32_t object, uint64_t offset, uint64_t size)
{
    struct block b = {.size = CWI_UNKNOWN, .life = BLOCK_LIVE};
    enum held h = held(m, object);
    bool is_open = object <= OBJECT_ID && m->objects[object].size == CWI_UNKNOWN; /* `extern char buffer[];` */
    if (is_open && avm_asks(m, AVM_DOUBT_BOUNDS))
        return -1;
    if (h == HELD_CELLS)
        b.size = m->objects[object].size;
    else if (h == HELD_NOT || !avm_block(m, s, object, &b))
        return object > OBJECT_ID ? -1 : 1;
    if (b.life == BLOCK_DEAD) {
        m->trap = &avm_trap_dead;
        return 0;
    }
    if (b.size != CWI_UNKNOWN && size != CWI_UNKNOWN && (offset > b.size || size > b.size - offset)) {
        m->trap = &avm_trap_bounds;
        return 0;
    }
    return b.life != BLOCK_LIVE || (object > OBJECT_ID && b.size == CWI_UNKNOWN) ? -1 : 1;
}

bool avm_may_be_gone(struct avm *m, struct work *s, uint32_t object)
{
    struct block b;
    if (object <= OBJECT_ID ? held(m, object) != HELD_BLOCK : (object & OBJECT_FUNCTION) != 0)
        return false;
    return !avm_block(m, s, object, &b) || b.life != BLOCK_LIVE;
}

/* ---- loads ------------------------------------------------------------------------------------------------------- */

/* From the cells of a variable. */
static vs read_cells(struct avm *m, struct work *s, const struct object *o, const struct span *x)
{
    struct piece pieces[PIECES_MAX];
    uint32_t count, first = avm_touched(m, o, x->offset, x->size, &count), n = 0;
    const struct cell *c = o->count ? avm_find_cell(m, o, x->offset, x->size, x->bit_pos, x->bit_width) : NULL;
    if (c && c->t.bits == x->t.bits)
        return avm_converted(m, s->w[c->slot], c->t, x->t);
    for (uint32_t i = 0; i < count && n < PIECES_MAX; i++) {
        struct span cell = span_of_cell(&m->cells.items[first + i]);
        if (overlap(&cell, x))
            pieces[n++] = avm_piece_of(&cell, s->w[m->cells.items[first + i].slot]);
    }
    return n == PIECES_MAX ? VS_TOP : avm_compose(m, x, pieces, n, false);
}

vs avm_read(struct avm *m, struct work *s, uint32_t object, const struct span *x)
{
    enum held h = held(m, object);
    if (h != HELD_CELLS)
        return h == HELD_BLOCK ? avm_block_read(m, s, object, x) : VS_TOP;
    const struct object *o = &m->objects[object];
    if (o->is_constant && has_type(x->t))
        return avm_initial_value(m, cwi_var_of(m->u, object), x);
    return read_cells(m, s, o, x);
}

static struct span span_of_load(const struct node *n, uint64_t offset)
{
    return (struct span){offset, n->size, n->bit_pos, n->bit_width, n->t};
}

/* A load from a constant object that may be at many places, a table's for example: it always gives the same. */
struct loaded {
    const struct node *n;
    uint32_t object;
    vs offsets, value;
};
enum { LOADS = 1024 };

/* The place of such a load among those that are kept; NULL: it is none. */
static struct loaded *find_load(struct avm *m, const struct node *n, uint32_t object, vs offsets, size_t count)
{
    enum { MANY = 8 };
    if (count <= MANY || count > OFFSETS_MAX || held(m, object) != HELD_CELLS || !m->objects[object].is_constant)
        return NULL;
    if (!m->loads)
        m->loads = base_mem_zalloc(LOADS * sizeof *m->loads);
    uint64_t hash = hash_u64((uint64_t)(uintptr_t)n ^ hash_u64((uint64_t)object << 32 | offsets));
    return &m->loads[hash % LOADS];
}

static vs load_object(struct avm *m, struct work *s, uint32_t object, vs offsets, const struct node *n,
                      struct vs_type ot, vs pointer)
{
    int64_t at[OFFSETS_MAX];
    size_t count = offsets == VS_TOP ? OFFSETS_MAX + 1 : vs_values(m->pool, ot, offsets, at, OFFSETS_MAX);
    bool doubtful = count > OFFSETS_MAX;
    vs r = doubtful ? VS_TOP : VS_BOTTOM;
    struct loaded *kept = find_load(m, n, object, offsets, count);
    if (kept && kept->n == n && kept->object == object && kept->offsets == offsets)
        return kept->value;
    for (size_t i = 0; i < count && count <= OFFSETS_MAX; i++) {
        struct span x = span_of_load(n, (uint64_t)at[i]);
        int is_there = avm_is_there(m, s, object, x.offset, x.size);
        doubtful |= is_there != 1;
        if (is_there)
            r = vs_join(m->pool, n->t, r, avm_read(m, s, object, &x));
    }
    if (kept && !doubtful)
        *kept = (struct loaded){n, object, offsets, r};
    if (doubtful) {
        s->partial = true;
        avm_doubt_access(m, s, pointer, n->src);
    }
    return r;
}

/* An address that is a number: that of a device, or of nothing. */
static void doubt_fixed(struct avm *m, struct work *s, const struct cwi_expr *e)
{
    if (avm_asks(m, AVM_DOUBT_BOUNDS))
        avm_doubt_alone(m, s, AVM_DOUBT_BOUNDS, e, false);
}

vs avm_load(struct avm *m, struct work *s, const struct node *n)
{
    vs p = avm_eval(m, s, n->a);
    size_t targets = vs_ptr_targets(m->pool, p);
    if (targets == SIZE_MAX) {
        s->partial = true;
        avm_doubt_access(m, s, p, n->src);
        return VS_TOP;
    }
    struct vs_type ot = vs_offset_type(n->a->t);
    vs r = VS_BOTTOM;
    for (size_t i = 0; i < targets && r != VS_TOP; i++) {
        uint32_t object = vs_ptr_object(m->pool, p, i);
        vs offsets = vs_ptr_offsets(m->pool, p, i);
        if (object == VS_ABSOLUTE) {
            int null = is_null_page(m, offsets);
            if (null)
                avm_doubt_access(m, s, p, n->src);
            s->partial |= null && offsets != VS_TOP;
            r = null == 1 ? r : VS_TOP;
            m->trap = null == 1 ? &avm_trap_null : m->trap;
            if (null != 1)
                doubt_fixed(m, s, n->src);
        } else {
            r = vs_join(m->pool, n->t, r, load_object(m, s, object, offsets, n, ot, p));
        }
    }
    m->trap_at = n->src;
    return r;
}

/* ---- stores ------------------------------------------------------------------------------------------------------ */

static void weak_cell(struct avm *m, struct work *s, const struct cell *c, vs v)
{
    vs joined = v == VS_TOP ? VS_TOP : vs_join(m->pool, c->t, s->w[c->slot], v);
    store_cell(m, s, c, joined);
}

static void write_cells(struct avm *m, struct work *s, const struct object *o, const struct span *x, vs v, bool sure)
{
    uint32_t count, first = avm_touched(m, o, x->offset, x->size == CWI_UNKNOWN ? 1 : x->size, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct cell *c = &m->cells.items[first + i];
        struct span cell = span_of_cell(c);
        if (!overlap(&cell, x))
            continue;
        vs as_cell = is_same(c, x)    ? avm_converted(m, v, x->t, c->t)
                     : has_type(x->t) ? avm_overlaid(m, &cell, s->w[c->slot], x, v)
                                      : VS_TOP;
        if (sure)
            store_cell(m, s, c, as_cell);
        else
            weak_cell(m, s, c, as_cell);
    }
}

void avm_write(struct avm *m, struct work *s, uint32_t object, const struct span *x, vs v, bool sure)
{
    enum held h = held(m, object);
    if (h == HELD_CELLS)
        write_cells(m, s, &m->objects[object], x, v, sure);
    if (h != HELD_BLOCK)
        return;
    if (!sure || avm_is_summary(m, object))
        v = v == VS_TOP || !has_type(x->t) ? VS_TOP : vs_join(m->pool, x->t, v, avm_block_read(m, s, object, x));
    avm_block_write(m, s, object, x, v);
}

static bool is_constant(struct avm *m, uint32_t object)
{
    bool is = object <= OBJECT_ID && m->objects[object].is_constant;
    m->trap = is ? &avm_trap_constant : m->trap;
    return is;
}

/* False: every place is outside. */
static bool store_object(struct avm *m, struct work *s, uint32_t object, vs offsets, const struct target *to, vs v,
                         bool sure, struct vs_type ot, vs pointer)
{
    int64_t at[OFFSETS_MAX];
    size_t count = offsets == VS_TOP ? OFFSETS_MAX + 1 : vs_values(m->pool, ot, offsets, at, OFFSETS_MAX), inside = 0;
    bool doubtful = count > OFFSETS_MAX;
    if (doubtful)
        avm_forget_object(m, s, object);
    for (size_t i = 0; i < count && count <= OFFSETS_MAX; i++) {
        struct span x = {(uint64_t)at[i], to->size, to->bit_pos, to->bit_width, to->t};
        int is_there = is_constant(m, object) ? 0 : avm_is_there(m, s, object, x.offset, x.size);
        doubtful |= is_there != 1;
        inside += is_there != 0;
        if (is_there)
            avm_write(m, s, object, &x, v, sure && count == 1);
    }
    if (doubtful) {
        s->partial = true;
        avm_doubt_access(m, s, pointer, to->src);
    }
    return inside > 0 || count > OFFSETS_MAX;
}

static bool store_through(struct avm *m, struct work *s, const struct target *to, vs v)
{
    vs p = avm_eval(m, s, to->index);
    size_t targets = vs_ptr_targets(m->pool, p);
    if (targets == SIZE_MAX) {
        s->partial = true;
        avm_doubt_access(m, s, p, to->src);
        avm_forget_place(m, s, to);
        return true;
    }
    bool some = false, is_only = avm_only_object(m, p) != VS_ABSOLUTE;
    struct vs_type ot = vs_offset_type(to->index->t);
    for (size_t i = 0; i < targets; i++) {
        uint32_t object = vs_ptr_object(m->pool, p, i);
        vs offsets = vs_ptr_offsets(m->pool, p, i);
        if (object == VS_ABSOLUTE) {
            int null = is_null_page(m, offsets);
            s->partial |= null != 0;
            some |= null != 1;
            m->trap = null ? &avm_trap_null : m->trap;
            if (null)
                avm_doubt_access(m, s, p, to->src);
            if (null != 1)
                doubt_fixed(m, s, to->src);
        } else {
            some |= store_object(m, s, object, offsets, to, v, is_only, ot, p);
        }
    }
    return some;
}

static bool store_element(struct avm *m, struct work *s, const struct target *to, vs v)
{
    const struct object *o = to->object;
    vs i = avm_eval(m, s, to->index);
    if (vs_is_small(i)) {
        int64_t k = vs_small_value(i);
        if (k < 0 || k >= (int64_t)o->count) {
            s->partial = true;
            m->trap = &avm_trap_bounds;
            m->trap_at = to->src;
            return false;
        }
        const struct cell *c = &m->cells.items[o->first + k];
        store_cell(m, s, c, v);
        return true;
    }
    bool some = false;
    if (!vs_leq(m->pool, to->index->t, i, vs_interval(m->pool, to->index->t, 0, (int64_t)o->count - 1))) {
        s->partial = true;
        avm_doubt_alone(m, s, AVM_DOUBT_BOUNDS, to->src, false);
    }
    for (uint32_t k = 0; k < o->count; k++)
        if (vs_contains(m->pool, to->index->t, i, k)) {
            weak_cell(m, s, &m->cells.items[o->first + k], v);
            some = true;
        }
    m->trap = some ? m->trap : &avm_trap_bounds;
    return some;
}

bool avm_store(struct avm *m, struct work *s, const struct target *to, vs v)
{
    m->trap_at = to->src;
    if (to->kind == P_ELEM)
        return store_element(m, s, to, v);
    if (to->kind == P_MEM)
        return store_through(m, s, to, v);
    if (to->kind == P_CELL)
        store_cell(m, s, to->cell, avm_converted(m, v, to->t, to->cell->t));
    return true;
}

/* One object that a pointer leads to: 1 inside of it, 0 surely not, -1 it cannot be told. */
static int reaches(struct avm *m, struct work *s, uint32_t object, vs offsets, uint64_t size, struct vs_type ot)
{
    int64_t at[OFFSETS_MAX];
    if (object == VS_ABSOLUTE) {
        int null = is_null_page(m, offsets);
        m->trap = &avm_trap_null;
        return null == 1 ? 0 : null || avm_asks(m, AVM_DOUBT_BOUNDS) ? -1 : 1;
    }
    size_t count = offsets == VS_TOP ? OFFSETS_MAX + 1 : vs_values(m->pool, ot, offsets, at, OFFSETS_MAX);
    size_t inside = 0, outside = 0;
    for (size_t i = 0; i < count && count <= OFFSETS_MAX; i++) {
        int r = avm_is_there(m, s, object, (uint64_t)at[i], size);
        inside += r == 1;
        outside += r == 0;
    }
    return count > OFFSETS_MAX ? -1 : inside == count ? 1 : outside == count ? 0 : -1;
}

int avm_reaches(struct avm *m, struct work *s, vs pointer, struct vs_type t, uint64_t size)
{
    size_t targets = vs_ptr_targets(m->pool, pointer);
    bool all = targets != SIZE_MAX, some = targets == SIZE_MAX;
    for (size_t i = 0; targets != SIZE_MAX && i < targets; i++) {
        int r = reaches(m, s, vs_ptr_object(m->pool, pointer, i), vs_ptr_offsets(m->pool, pointer, i), size,
                        vs_offset_type(t));
        all &= r == 1;
        some |= r != 0;
    }
    return all && targets ? 1 : some ? -1 : 0; /* a pointer that cannot be computed leads nowhere */
}

bool avm_reach(struct avm *m, struct work *s, const struct target *place)
{
    if (!place || !place->index || place->index->t.kind != VS_PTR || !place->size)
        return true;
    vs p = avm_eval(m, s, place->index);
    int r = avm_reaches(m, s, p, place->index->t, place->size);
    if (r != 1) {
        s->partial = true;
        avm_doubt_access(m, s, p, place->src);
    }
    m->trap_at = place->src;
    return r != 0;
}

bool avm_is_constant_place(struct avm *m, struct work *s, const struct target *to)
{
    vs p = to->kind == P_MEM && to->index && to->index->t.kind == VS_PTR ? avm_eval(m, s, to->index) : VS_TOP;
    if (p <= VS_TOP || vs_ptr_targets(m->pool, p) != 1 || !is_constant(m, vs_ptr_object(m->pool, p, 0)))
        return false;
    m->trap_at = to->src;
    return true;
}

const struct cell *avm_sure_cell(struct avm *m, struct work *s, const struct target *to)
{
    if (to->kind == P_CELL)
        return to->cell;
    if (to->kind == P_NONE || to->is_volatile)
        return NULL;
    vs i = avm_eval(m, s, to->index);
    if (to->kind == P_ELEM) {
        int64_t k = vs_is_small(i) ? vs_small_value(i) : -1;
        return k >= 0 && k < (int64_t)to->object->count ? &m->cells.items[to->object->first + k] : NULL;
    }
    if (vs_ptr_targets(m->pool, i) != 1)
        return NULL;
    uint32_t object = vs_ptr_object(m->pool, i, 0);
    int64_t offset;
    if (object == VS_ABSOLUTE || held(m, object) != HELD_CELLS ||
        !vs_is_const(m->pool, vs_offset_type(to->index->t), vs_ptr_offsets(m->pool, i, 0), &offset))
        return NULL;
    return avm_find_cell(m, &m->objects[object], (uint64_t)offset, to->size, to->bit_pos, to->bit_width);
}
