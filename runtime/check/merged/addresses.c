/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Objects and pointers to them. Objects lie far apart, at numbers that nothing but comparisons may ask for.
 */
#include "private.h"

#include <stdlib.h>

/* ---- objects ----------------------------------------------------------------------------------------------------- */

uint64_t check_merged_size(struct merged *m, cwi_id type)
{
    uint64_t size = cwi_type_of(m->q->u, type)->size;
    if (size == CWI_UNKNOWN || size > LARGEST_OBJECT)
        check_merged_give_up(m, "an object has no size that is known, or a large one");
    return size;
}

/* No number in a program is the distance of two objects. */
static uint64_t base_of(uint32_t object)
{
    return (((uint64_t)object + 16) << 32) + (hash_u64(object) & 0x7ffff000);
}

bool check_merged_is_static(const struct merged *m, cwi_id var)
{
    return !cwi_is_automatic(cwi_var_of(m->q->u, var));
}

uint64_t check_merged_size_of(struct merged *m, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(m->q->u, var);
    if (v->linkage == CWI_EXTERN || v->is_foreign || v->is_absent || v->is_exposed || v->is_thread_local ||
        v->is_register_asm || v->is_volatile)
        check_merged_give_up(m, "a variable is not the program's alone");
    return v->size ? v->size : check_merged_size(m, v->type);
}

static uint32_t object_of(struct merged *m, cwi_id var)
{
    uint32_t n = m->object_of[var];
    if (n)
        return n;
    struct object o = {.var = var, .size = check_merged_size_of(m, var), .is_live = true};
    if (check_merged_is_static(m, var)) {
        m->objects.items[var] = o;
        return m->object_of[var] = var;
    }
    vec_push(&m->objects, o);
    return m->object_of[var] = (uint32_t)m->objects.count - 1;
}

static struct value one_target(struct merged *m, uint32_t object, uint64_t offset)
{
    struct targets *t = arena_alloc(m->arena, sizeof *t + sizeof *t->list);
    t->count = 1;
    t->list[0] = (struct target){object, (int64_t)offset};
    return (struct value){.term = check_merged_const(m, base_of(object) + offset, 64), .may = t, .multiple = 1};
}

struct value check_merged_address(struct merged *m, const struct spot *x)
{
    return x->var ? one_target(m, object_of(m, x->var), x->offset) : x->address;
}

struct value check_merged_function(struct merged *m, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(m->q->u, func);
    if (!f->block_count || f->is_weak)
        check_merged_give_up(m, "the address of a function without a body");
    uint32_t object = (uint32_t)m->q->u->vars.count + func;
    m->objects.items[object] = (struct object){.func = func, .is_live = true};
    return one_target(m, object, 0);
}

void check_merged_end_object(struct merged *m, cwi_id var)
{
    uint32_t n = m->object_of[var];
    if (n && n < m->oldest)
        check_merged_give_up(m, "a variable ends in a loop that it was there before");
    if (n)
        m->objects.items[n].is_live = false;
    m->object_of[var] = 0;
}

void check_merged_end(struct merged *m, struct state *s, cwi_id var)
{
    check_merged_end_object(m, var);
    for (uint32_t c = 0; c < s->count; c++)
        if (m->cells.items[c].var == var) {
            check_merged_note_written(m, c);
            s->values[c] = (struct value){0};
        }
}

/* ---- pointers ---------------------------------------------------------------------------------------------------- */

struct places VEC(struct target);

static int by_place(const void *a, const void *b)
{
    const struct target *x = a, *y = b;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static const struct targets *sorted(struct merged *m, struct places *x)
{
    enum { MOST = 512 };
    size_t n = 0;
    if (x->count)
        qsort(x->items, x->count, sizeof *x->items, by_place);
    for (size_t i = 0; i < x->count; i++)
        if (!n || by_place(&x->items[n - 1], &x->items[i]))
            x->items[n++] = x->items[i];
    struct targets *t = arena_alloc(m->arena, sizeof *t + n * sizeof *t->list);
    t->count = (uint32_t)n;
    if (n)
        memcpy(t->list, x->items, n * sizeof *t->list);
    vec_free(x);
    if (n > MOST)
        check_merged_give_up(m, "a pointer may lead to too many places");
    return t;
}

const struct targets *check_merged_united(struct merged *m, const struct targets *a, const struct targets *b)
{
    struct places x = {0};
    if (!a || !b || a == b)
        return a ? a : b;
    for (uint32_t i = 0; i < a->count; i++)
        vec_push(&x, a->list[i]);
    for (uint32_t i = 0; i < b->count; i++)
        vec_push(&x, b->list[i]);
    return sorted(m, &x);
}

/* What the operation gives for each of the addresses that one is chosen from, and the constant; `known` is what was
 * made of choices before. At most so many are looked through. */
static smt_term of_each(struct merged *m, enum cwi_op op, struct map64 *known, smt_term address, smt_term constant,
                        uint32_t *left)
{
    smt_term condition, a, b;
    uint32_t r;
    uint64_t key = (uint64_t)address << 32 | constant;
    if (!*left || !smt_is_cond(m->smt, address, &condition, &a, &b))
        return check_merged_binary(m, op, false, address, constant);
    if (base_map64_get(known, key, &r))
        return r;
    --*left;
    a = of_each(m, op, known, a, constant, left);
    r = check_merged_cond(m, condition, a, of_each(m, op, known, b, constant, left));
    base_map64_put(known, key, r);
    return r;
}

struct value check_merged_moved(struct merged *m, struct value pointer, smt_term by, uint64_t multiple)
{
    uint32_t left = MERGED_CHOICES;
    struct places x = {0};
    uint64_t known = 0;
    bool is_known = smt_is_const(m->smt, by, &known);
    if (is_known && !known)
        return pointer;
    struct value r = {.multiple = 1};
    r.term = is_known ? of_each(m, CWI_ADD, &m->moved, pointer.term, by, &left)
                      : check_merged_binary(m, CWI_ADD, false, pointer.term, by);
    for (uint32_t i = 0; pointer.may && i < pointer.may->count; i++) {
        struct target t = pointer.may->list[i];
        const struct object *o = &m->objects.items[t.object];
        int64_t step = multiple && multiple <= LARGEST_OBJECT ? (int64_t)multiple : 1, first = t.offset % step;
        if (is_known) {
            vec_push(&x, ((struct target){t.object, t.offset + (int64_t)known}));
            continue;
        }
        for (int64_t at = first < 0 ? first + step : first; at <= (int64_t)o->size; at += step)
            vec_push(&x, ((struct target){t.object, at}));
    }
    if (pointer.may)
        r.may = sorted(m, &x);
    return r;
}

smt_term check_merged_is_at(struct merged *m, smt_term address, struct target t)
{
    uint32_t left = MERGED_CHOICES;
    smt_term place = check_merged_const(m, base_of(t.object) + (uint64_t)t.offset, 64);
    return of_each(m, CWI_EQ, &m->is_at, address, place, &left);
}

void check_merged_pin(struct merged *m, struct state *s, struct value pointer, bool may_be_null)
{
    smt_term fine = check_merged_const(m, 0, 1);
    if (may_be_null)
        fine = check_merged_equal(m, pointer.term, check_merged_const(m, 0, 64));
    for (uint32_t i = 0; pointer.may && i < pointer.may->count; i++) {
        const struct object *o = &m->objects.items[pointer.may->list[i].object];
        int64_t offset = pointer.may->list[i].offset;
        if (o->is_live && offset >= 0 && offset <= (int64_t)o->size)
            fine = check_merged_or(m, fine, check_merged_is_at(m, pointer.term, pointer.may->list[i]));
    }
    check_merged_add_duty(m, s, check_merged_not(m, fine), "where a pointer leads is not known");
}
