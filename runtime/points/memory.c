/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory of objects: which cells an access reaches. Cells are made when somebody asks for them; the nodes `in` and
 * `out` of an object stand for those that come later. Source: Pearce, Kelly, Hankin 2007.
 */
#include "runtime/points/private.h"

/* So many words are looked at one by one. */
enum { WORDS_MAX = 512 };

/* ---- objects ----------------------------------------------------------------------------------------------------- */

uint32_t pt_new_object(struct pt *pt)
{
    uint32_t object = (uint32_t)pt->locations.count;
    vec_push(&pt->locations, ((struct pt_location){.object = object}));
    return object;
}

void pt_bound(struct pt *pt, uint32_t object, uint64_t size)
{
    if (size <= PT_UNTYPED_BYTES)
        pt_memory_of(pt, object)->size = size;
}

static bool is_one_lump(const struct pt_layout *l)
{
    return l->count == 1 && !l->pieces[0].start && !l->pieces[0].stride && l->pieces[0].end >= l->size;
}

/* Elements of an array of unknown or great length: they stand for one. */
static void describe_elements(struct pt *pt, struct pt_memory *m, uint64_t stride, const struct pt_layout *element)
{
    m->is_single = stride <= pt_word(pt);
    m->period = stride;
    m->layout = element;
    m->size = UINT64_MAX;
}

static void describe_var(struct pt *pt, struct pt_memory *m, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(pt->unit, type);
    const struct pt_layout *l = pt_layout_of(pt, type);
    m->size = t->size == CWI_UNKNOWN ? UINT64_MAX : t->size;
    m->is_single = is_one_lump(l) || m->size <= pt_word(pt) || (m->size > UINT32_MAX && m->size != UINT64_MAX);
    if (m->is_single || (t->kind != CWI_ARRAY && t->size == CWI_UNKNOWN))
        return;
    m->layout = l;
    if (t->kind == CWI_ARRAY && l->count == 1)
        describe_elements(pt, m, l->pieces[0].stride, l->pieces[0].element);
    else if (l->count && l->pieces[l->count - 1].end == UINT64_MAX)
        m->size = UINT64_MAX; /* initialised beyond its declared size */
}

void pt_give_type(struct pt *pt, uint32_t object, cwi_id type, uint64_t size)
{
    struct pt_memory *m = pt_memory_of(pt, object);
    const struct pt_layout *l = pt_layout_of(pt, type);
    uint64_t one = cwi_type_of(pt->unit, type)->size;
    bool is_open = l->count && l->pieces[l->count - 1].end == UINT64_MAX;
    if (one == size || is_open)
        describe_var(pt, m, type);
    else if (one % pt_word(pt) == 0)
        describe_elements(pt, m, one, l);
    else
        m->is_single = true;
    m->is_guess = m->period;
}

bool pt_may_go_on(const struct pt *pt, const struct pt_memory *m, uint64_t at)
{
    return m->is_guess && pt_is_at_end(m->layout, at % m->period, pt_word(pt));
}

/* It was added to the program, to stand for one: no name of C begins so. */
static bool is_block(const struct cwi_var *v)
{
    return v->linkage == CWI_STATIC && v->name && *v->name == '(';
}

struct pt_memory *pt_memory_of(struct pt *pt, uint32_t object)
{
    while (pt->memory_of.count <= object)
        vec_push(&pt->memory_of, 0);
    if (pt->memory_of.items[object])
        return &pt->memories.items[pt->memory_of.items[object] - 1];
    struct pt_memory m = {.object = object, .size = UINT64_MAX, .tail = UINT64_MAX, .in = PT_NONE, .out = PT_NONE};
    if (object < PT_FIRST)
        m.is_single = true;
    else if (pt_is_var(pt, object))
        describe_var(pt, &m, cwi_var_of(pt->unit, object - PT_FIRST + 1)->type);
    m.is_guess = m.period && pt_is_var(pt, object) && is_block(cwi_var_of(pt->unit, object - PT_FIRST + 1));
    vec_push(&pt->memories, m);
    pt->memory_of.items[object] = (uint32_t)pt->memories.count;
    return &pt->memories.items[pt->memories.count - 1];
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static uint64_t cell_key(const struct pt *pt, uint32_t object, uint64_t offset)
{
    return (uint64_t)pt->memory_of.items[object] << 32 | (uint32_t)offset;
}

/* `offset`: of a word that stands for itself. */
static uint32_t cell_node(struct pt *pt, struct pt_memory *m, uint64_t offset)
{
    uint64_t key = cell_key(pt, m->object, offset);
    uint32_t node;
    if (base_map64_get(&pt->cell_at, key, &node))
        return node;
    node = !offset && m->object < pt->first_dynamic ? m->object : pt_new_node(pt);
    base_map64_put(&pt->cell_at, key, node);
    vec_push(&m->cells, ((struct pt_cell){offset, node}));
    pt_copy(pt, m->in, node);
    pt_copy(pt, node, m->out);
    return node;
}

uint32_t pt_all_cells(struct pt *pt, uint32_t object, bool for_store)
{
    struct pt_memory *m = pt_memory_of(pt, object);
    if (m->is_single)
        return cell_node(pt, m, 0);
    uint32_t *all = for_store ? &m->in : &m->out;
    if (*all == PT_NONE) {
        *all = pt_new_node(pt);
        for (size_t i = 0; i < m->cells.count; i++)
            pt_copy(pt, for_store ? *all : m->cells.items[i].node, for_store ? m->cells.items[i].node : *all);
        pt_copy(pt, m->in, m->out); /* through a cell that nobody has named */
    }
    return *all;
}

/* The byte whose cell is that of the byte at `offset`. */
static uint64_t standing_for(const struct pt_memory *m, uint64_t offset)
{
    if (m->period)
        offset %= m->period;
    if (m->layout)
        return pt_canonical(m->layout, offset);
    return offset < m->tail ? offset : m->tail;
}

/* Cells that stand for one another now are united. */
static void unite_cells(struct pt *pt, struct pt_memory *m)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->cells.count; i++) {
        struct pt_cell c = m->cells.items[i];
        uint64_t offset = standing_for(m, c.offset), key = cell_key(pt, m->object, offset);
        uint32_t node;
        if (offset == c.offset) {
            m->cells.items[kept++] = c;
        } else if (base_map64_get(&pt->cell_at, key, &node)) {
            pt_unite(pt, node, c.node);
        } else {
            base_map64_put(&pt->cell_at, key, c.node);
            m->cells.items[kept++] = (struct pt_cell){offset, c.node};
        }
    }
    m->cells.count = kept;
}

void pt_set_period(struct pt *pt, struct pt_memory *m, uint64_t period)
{
    period = m->tail == UINT64_MAX ? gcd_u64(m->period, period) : pt_word(pt);
    if (period == m->period)
        return;
    m->period = period;
    m->tail = UINT64_MAX;
    unite_cells(pt, m);
}

static void set_tail(struct pt *pt, struct pt_memory *m, uint64_t tail)
{
    tail -= tail % pt_word(pt);
    if (tail >= m->tail)
        return;
    m->tail = tail;
    unite_cells(pt, m);
}

struct reach { /* the cells that one access reaches */
    struct pt *pt;
    struct pt_memory *m;
    bool for_store;
    struct pt_ids *out;
};

static void reach_all(struct reach *r)
{
    if (r->m->period == pt_word(r->pt))
        vec_push(r->out, cell_node(r->pt, r->m, 0));
    else
        vec_push(r->out, pt_all_cells(r->pt, r->m->object, r->for_store));
}

static void reach_bytes(struct reach *r, uint64_t at, uint64_t size)
{
    struct pt_memory *m = r->m;
    uint64_t word = pt_word(r->pt), end = m->size;
    if (m->period ? size >= m->period : size == UINT64_MAX && m->size == UINT64_MAX && !at) {
        reach_all(r);
        return;
    }
    if (size == UINT64_MAX && pt_is_boundless(m))
        set_tail(r->pt, m, at);
    if (at >= end)
        return;
    end = size < end - at ? at + size : end;
    for (uint32_t words = 0; at < end; words++) {
        uint64_t place = m->period ? at % m->period : at, into = 0;
        const struct pt_piece *lump = m->layout ? pt_lump_at(m->layout, place, &into) : NULL;
        if (words == WORDS_MAX || (pt_is_boundless(m) && place > PT_UNTYPED_BYTES && m->tail == UINT64_MAX)) {
            reach_all(r);
            return;
        }
        vec_push(r->out, cell_node(r->pt, m, standing_for(m, place) / word * word));
        if (place >= m->tail || (lump && lump->end == UINT64_MAX))
            return;
        at = lump ? at - into + (lump->end - lump->start) : at + word - place % word;
    }
}

/* Elements of an array whose length the access does not know; 0: neither does anybody else. */
static uint64_t how_many(struct reach *r, uint64_t at, uint64_t stride, uint64_t step)
{
    struct pt_memory *m = r->m;
    if (stride % pt_word(r->pt) || pt_may_go_on(r->pt, m, at))
        return 0;
    if ((step && stride % step == 0) || (m->period && stride % m->period == 0))
        return 1; /* elements of what is declared to be an array of them */
    if (m->size != UINT64_MAX)
        return at < m->size ? (m->size - at - 1) / stride + 1 : 1;
    if (!pt_is_boundless(m) || at >= stride)
        return 0;
    pt_set_period(r->pt, m, stride);
    return 1;
}

static void reach_repeated(struct reach *r, uint64_t at, const struct pt_access *a)
{
    struct pt_memory *m = r->m;
    uint64_t word = pt_word(r->pt), count = a->count, period = m->period;
    uint64_t step = m->layout ? pt_step_at(m->layout, period ? at % period : at) : 0;
    uint64_t room = step ? pt_room_at(m->layout, period ? at % period : at) : 0;
    if (count == 0)
        count = how_many(r, at, a->stride, step);
    if (count == 0) {
        reach_bytes(r, at, UINT64_MAX);
        return;
    }
    if (count > 1 && a->stride % word) {
        reach_bytes(r, at, a->stride * (count - 1) + a->size);
        return;
    }
    if (count > 1 && m->layout && (period ? a->stride % period == 0 : pt_repeats(m->layout, at, a->stride, count)))
        count = 1;
    if (count > 1 && pt_is_boundless(m) && at + a->stride * count > PT_UNTYPED_BYTES) {
        pt_set_period(r->pt, m, a->stride);
        count = 1;
    }
    if (count > PT_PLACES_MAX || (step && (count > 1 || a->size > room))) {
        reach_all(r);
        return;
    }
    for (uint64_t i = 0; i < count; i++)
        reach_bytes(r, at + i * a->stride, a->size);
}

bool pt_byte_moved(const struct pt_memory *m, uint64_t offset, int64_t by, struct pt_ids *out)
{
    if (m->period) {
        int64_t period = (int64_t)m->period;
        by = (by % period + period) % period;
        if (m->layout)
            return pt_moved(m->layout, offset, by, out);
        vec_push(out, (uint32_t)((offset + (uint64_t)by) % m->period));
        return true;
    }
    if (m->layout)
        return pt_moved(m->layout, offset, by, out);
    if ((int64_t)offset + by >= 0 && (int64_t)offset + by <= UINT32_MAX)
        vec_push(out, (uint32_t)(offset + (uint64_t)by));
    return (int64_t)offset + by >= 0 || !pt_is_boundless(m); /* it may get a period, and then this byte is others too */
}

bool pt_is_constant(const struct pt *pt, uint32_t object)
{
    const struct cwi_var *v = pt_is_var(pt, object) ? cwi_var_of(pt->unit, object - PT_FIRST + 1) : NULL;
    bool is_defined = v && (v->linkage == CWI_STATIC || v->linkage == CWI_GLOBAL || v->linkage == CWI_COMMON);
    return v && (v->linkage == CWI_LITERAL || (is_defined && v->is_const && !v->is_volatile));
}

void pt_cells(struct pt *pt, uint32_t location, const struct pt_access *a, bool for_store, struct pt_ids *out)
{
    struct pt_location l = pt->locations.items[location];
    if (pt_is_func(pt, l.object) || (for_store && pt_is_constant(pt, l.object)))
        return;
    bool is_outside = pt_is_outside(l.object);
    if (is_outside && (for_store || a->is_piece))
        vec_push(out, pt_left_there(pt, l.object));
    if (is_outside && !for_store && a->is_piece)
        return;
    struct reach r = {pt, pt_memory_of(pt, l.object), for_store, out};
    struct pt_ids starts = {0};
    if (r.m->is_single)
        vec_push(out, cell_node(pt, r.m, 0));
    else if (l.length)
        reach_bytes(&r, l.offset, l.length == PT_END ? UINT64_MAX : l.length);
    else if (a->is_whole || !pt_byte_moved(r.m, l.offset, a->offset, &starts))
        reach_all(&r);
    for (size_t i = 0; i < starts.count; i++)
        reach_repeated(&r, starts.items[i], a);
    vec_free(&starts);
}

uint32_t pt_cell_at(struct pt *pt, uint32_t object, uint64_t offset)
{
    struct pt_ids out = {0};
    struct reach r = {pt, pt_memory_of(pt, object), true, &out};
    if (r.m->is_single)
        return cell_node(pt, r.m, 0);
    reach_bytes(&r, offset, 1);
    uint32_t node = out.count ? out.items[0] : PT_NONE;
    vec_free(&out);
    return node;
}
