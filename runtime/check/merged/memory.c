/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cells: what is stored, and which of them an access may be about.
 */
#include "private.h"

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static bool is_kind(struct kind a, const struct kind *b)
{
    return a.size == b->size && a.width == b->width && a.is_pointer == b->is_pointer;
}

struct kind check_merged_kind(struct merged *m, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(m->q->u, type);
    return (struct kind){(uint32_t)t->size, check_merged_width(m, type), t->kind == CWI_PTR};
}

unsigned check_merged_width(struct merged *m, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(m->q->u, type);
    bool is_number = (t->kind == CWI_INT || t->kind == CWI_PTR) && t->bits && t->bits <= 64;
    if (!is_number || t->size > 8 || (t->kind == CWI_PTR && t->bits != 64) || t->is_volatile)
        check_merged_give_up(m, "a value is neither an integer nor a pointer");
    return t->bits;
}

static struct value value_of_init(struct merged *m, const struct cwi_expr *e, const struct kind *k)
{
    struct state none = {0};
    if (!is_kind(check_merged_kind(m, e->type), k))
        check_merged_give_up(m, "an initial value is of another kind than what is read");
    return check_merged_eval(m, &none, e);
}

/* What a static object begins with there. */
static struct value initial_of(struct merged *m, const struct cwi_var *v, uint64_t offset, const struct kind *k)
{
    const struct cwi_init *x;
    bool is_whole = cwi_find_initial(m->q->u, v, offset, k->size, &x);
    if (is_whole && x && x->value)
        return value_of_init(m, x->value, k);
    if (!is_whole || (x && (k->is_pointer || k->width != 8 * k->size)))
        check_merged_give_up(m, "an initial value is not read as a whole");
    uint64_t bytes = x ? cwi_number_of_bytes(m->q->u, x->bytes + (offset - x->offset), k->size) : 0;
    return (struct value){.term = check_merged_const(m, bytes, k->width)};
}

static struct value initial(struct merged *m, const struct cwi_var *v, uint64_t offset, const struct kind *k)
{
    m->arena = m->lasting;
    struct value r = initial_of(m, v, offset, k);
    m->arena = m->round;
    return r;
}

uint32_t check_merged_find_cell(struct merged *m, cwi_id var, uint64_t offset, struct kind k)
{
    uint32_t n;
    uint64_t key = (uint64_t)var << 32 | offset;
    if (base_map64_get(&m->cell_at, key, &n))
        return is_kind(m->cells.items[n].kind, &k) ? n : UINT32_MAX;
    for (uint64_t at = offset < 8 ? 0 : offset - 7; at < offset + k.size; at++)
        if (at != offset && base_map64_get(&m->cell_at, (uint64_t)var << 32 | at, &n) &&
            at + m->cells.items[n].kind.size > offset)
            return UINT32_MAX;
    struct cell c = {.var = var, .offset = offset, .kind = k};
    if (var < m->q->u->vars.count && check_merged_is_static(m, var))
        c.initial = initial(m, cwi_var_of(m->q->u, var), offset, &k);
    vec_push(&m->cells, c);
    n = (uint32_t)m->cells.count - 1;
    base_map64_put(&m->cell_at, key, n);
    return n;
}

uint32_t check_merged_cell(struct merged *m, cwi_id var, uint64_t offset, struct kind k)
{
    uint32_t n = check_merged_find_cell(m, var, offset, k);
    if (n == UINT32_MAX)
        check_merged_give_up(m, "memory is looked at in different sizes");
    return n;
}

void check_merged_note_written(struct merged *m, uint32_t cell)
{
    struct cell *c = &m->cells.items[cell];
    if (c->logged > m->log_start)
        return;
    vec_push(&m->log, cell);
    c->logged = m->log.count;
}

/* ---- accesses ---------------------------------------------------------------------------------------------------- */

/* The cells that an access may be about, with the condition for each. */
struct access {
    struct accessed {
        uint32_t cell;
        smt_term holds;
        struct target at; /* behind an address */
    } * list;
    uint32_t count;
    smt_term address; /* 0: none */
    bool is_direct;   /* it is about the only one */
};

static void add_cell(struct access *a, uint32_t cell, smt_term holds, struct target at)
{
    a->list[a->count++] = (struct accessed){cell, holds, at};
}

static void add_direct(struct merged *m, struct state *s, struct access *a, cwi_id var, uint64_t offset, struct kind k)
{
    a->is_direct = true;
    uint64_t whole = check_merged_size_of(m, var);
    if (offset > whole || whole - offset < k.size) { /* or before it: offsets are unsigned */
        check_merged_add_duty(m, s, check_merged_const(m, 1, 1), "an access out of bounds");
        return;
    }
    add_cell(a, check_merged_cell(m, var, offset, k), 0, (struct target){0});
}

static bool is_inside(const struct object *o, int64_t offset, uint64_t size)
{
    return o->var && o->is_live && offset >= 0 && (uint64_t)offset + size <= o->size;
}

static void find_access(struct merged *m, struct state *s, const struct spot *x, cwi_id type, struct access *a)
{
    struct kind k = check_merged_kind(m, type);
    smt_term fine = check_merged_const(m, 0, 1);
    const struct targets *may = x->address.may;
    *a = (struct access){.list = ARENA_ARRAY(m->round, struct accessed, may ? may->count + 1 : 1),
                         .address = x->var ? 0 : x->address.term};
    if (x->var) {
        add_direct(m, s, a, x->var, x->offset, k);
        return;
    }
    for (uint32_t i = 0; may && i < may->count; i++) {
        const struct object *o = &m->objects.items[may->list[i].object];
        if (!is_inside(o, may->list[i].offset, k.size))
            continue;
        smt_term holds = check_merged_is_at(m, x->address.term, may->list[i]);
        if (check_merged_is(m, holds, 0))
            continue;
        /* what lies there is of another kind: it is no place for this pointer, unless it leads there all the same */
        uint32_t cell = check_merged_find_cell(m, o->var, (uint64_t)may->list[i].offset, k);
        if (cell == UINT32_MAX)
            continue;
        add_cell(a, cell, holds, may->list[i]);
        fine = check_merged_or(m, fine, holds);
    }
    a->is_direct = a->count == 1 && check_merged_is(m, fine, 1);
    check_merged_add_duty(m, s, check_merged_not(m, fine),
                          "an access out of bounds, or where a pointer leads is not known");
}

struct value check_merged_nothing(struct merged *m, unsigned width)
{
    return (struct value){.term = check_merged_unknown(m, width), .unset = check_merged_const(m, 1, 1), .multiple = 1};
}

static void must_be_set(struct merged *m, struct state *s, struct value v)
{
    if (!v.term)
        check_merged_add_duty(m, s, check_merged_const(m, 1, 1), "a variable is read before it is set");
    else if (v.unset)
        check_merged_add_duty(m, s, v.unset, "a variable is read before it is set");
}

/* What the cells hold that the address leads to. */
static struct value value_at(struct merged *m, const struct state *s, const struct access *a, smt_term address)
{
    struct value v = {.term = check_merged_const(m, 0, m->cells.items[a->list->cell].kind.width)};
    bool is_first = true;
    for (size_t i = 0; i < a->count; i++) {
        smt_term holds = address == a->address ? a->list[i].holds : check_merged_is_at(m, address, a->list[i].at);
        if (check_merged_is(m, holds, 0))
            continue;
        struct value one = check_merged_held(m, s, a->list[i].cell);
        v = is_first ? one : check_merged_choice(m, holds, one, v);
        is_first = false;
    }
    return v;
}

/* Of a choice of addresses, a choice of what they lead to: what was read through one of them before is the same term.
 */
static struct value value_behind(struct merged *m, const struct state *s, const struct access *a, smt_term address)
{
    smt_term condition, x, y;
    uint32_t at;
    if (base_map64_get(&m->read_at, address, &at))
        return m->read.items[at];
    if (m->read.count > MERGED_CHOICES || !smt_is_cond(m->smt, address, &condition, &x, &y))
        return value_at(m, s, a, address);
    struct value v = value_behind(m, s, a, x);
    v = check_merged_choice(m, condition, v, value_behind(m, s, a, y));
    base_map64_put(&m->read_at, address, (uint32_t)m->read.count);
    vec_push(&m->read, v);
    return v;
}

struct value check_merged_load(struct merged *m, struct state *s, const struct spot *x, cwi_id type)
{
    struct access a;
    unsigned width = check_merged_width(m, type);
    find_access(m, s, x, type, &a);
    struct value r = {0};
    base_map64_free(&m->read_at);
    m->read.count = 0;
    if (a.is_direct && a.count)
        r = check_merged_held(m, s, a.list->cell);
    else if (a.count)
        r = value_behind(m, s, &a, a.address);
    if (a.count)
        must_be_set(m, s, r);
    if (!r.term)
        r = (struct value){.term = check_merged_const(m, 0, width)};
    r.unset = 0;
    return r;
}

void check_merged_store(struct merged *m, struct state *s, const struct spot *x, cwi_id type, struct value v)
{
    struct access a;
    find_access(m, s, x, type, &a);
    for (size_t i = 0; i < a.count; i++) {
        uint32_t cell = a.list[i].cell;
        cwi_id var = m->cells.items[cell].var; /* no result of a function: nothing leads there */
        if (cwi_var_of(m->q->u, var)->is_const && check_merged_is_static(m, var))
            check_merged_give_up(m, "a constant is written");
        struct value old = check_merged_held(m, s, cell);
        check_merged_note_written(m, cell);
        *check_merged_value(m, s, cell) = a.is_direct ? v : check_merged_choice(m, a.list[i].holds, v, old);
    }
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

static struct spot part(struct merged *m, const struct spot *x, uint64_t offset)
{
    struct spot r = *x;
    if (x->var)
        r.offset += offset;
    else
        r.address = check_merged_moved(m, x->address, check_merged_const(m, offset, 64), 1);
    return r;
}

/* Without asking whether it is set. */
static void copy_number(struct merged *m, struct state *s, const struct spot *to, const struct spot *from, cwi_id type)
{
    struct value v = {.term = check_merged_const(m, 0, check_merged_width(m, type))};
    if (from) {
        struct access a;
        find_access(m, s, from, type, &a);
        if (!a.is_direct || !a.count)
            check_merged_give_up(m, "a structure is copied from one of several places");
        v = check_merged_held(m, s, a.list[0].cell);
        if (!v.term)
            v = check_merged_nothing(m, check_merged_width(m, type));
    }
    check_merged_store(m, s, to, type, v);
}

void check_merged_copy(struct merged *m, struct state *s, const struct spot *to, const struct spot *from, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(m->q->u, type);
    if (t->kind == CWI_ARRAY && t->count != CWI_UNKNOWN) {
        uint64_t size = check_merged_size(m, t->of);
        for (uint64_t i = 0; i < t->count; i++) {
            struct spot a = part(m, to, i * size), b = from ? part(m, from, i * size) : a;
            check_merged_copy(m, s, &a, from ? &b : NULL, t->of);
        }
    } else if (t->kind == CWI_STRUCT) {
        for (uint32_t i = 0; i < t->field_count; i++) {
            struct spot a = part(m, to, t->fields[i].offset), b = from ? part(m, from, t->fields[i].offset) : a;
            if (t->fields[i].bit_width)
                check_merged_give_up(m, "a structure with bit-fields is copied");
            check_merged_copy(m, s, &a, from ? &b : NULL, t->fields[i].type);
        }
    } else {
        copy_number(m, s, to, from, type);
    }
}
