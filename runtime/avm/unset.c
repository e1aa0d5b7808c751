/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * no-uninit: reads of what may never have been given a value.
 *
 * Of locals, byte by byte, it is found which every way to a statement has set: by a store, or by a call of the library
 * whose result is tested behind it (filled.c). Where the program copies memory without looking at it, that is known of
 * locals that no pointer leads to. What that does not show to be set is looked at when it is read: what was never set
 * is any value, so that a narrower set was. Objects with static storage are set from the start, and stay so unless the
 * program copies memory without looking at it.
 *
 * Source: ISO C11, 6.2.4 and 6.7.9 (what is indeterminate), 6.3.2.1 (reading it).
 */
#include "runtime/base/bits.h"
#include "compile.h"
#include "memory.h"

#include <stdlib.h>

enum { MOST_BYTES = 64, MOST_POINTED = 1024 }; /* bytes of a local */

/* Of one function: which bytes of its locals are surely set. */
struct set_bytes {
    const struct avm *m;
    const struct func_code *fn;
    uint32_t *first, *size; /* by local: its first bit, or UINT32_MAX, and how many it has */
    const char **filler;    /* by local: a function that may fill it, or NULL */
    uint32_t bits;
    uint64_t **in; /* by block */
    uint64_t *now, *then;
    struct fillings fillings; /* whose results are where they were put: bits behind those of the locals */
    uint32_t result_bits;
};

static bool is_static(const struct cwi_var *v)
{
    return v->linkage != CWI_AUTO && v->linkage != CWI_PARAM && v->linkage != CWI_TEMP;
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

static uint32_t local_of(const struct set_bytes *x, const struct cwi_expr *e)
{
    while (e->kind == CWI_FIELD || e->kind == CWI_INDEX)
        e = e->a;
    if (e->kind != CWI_VAR || cwi_var_of(x->m->u, e->ref)->owner != x->fn->func)
        return UINT32_MAX;
    for (uint32_t i = 0; i < x->fn->local_count; i++)
        if (x->m->locals[x->fn->first_local + i] == e->ref)
            return x->first[i] == UINT32_MAX ? UINT32_MAX : i;
    return UINT32_MAX;
}

static bool span_of(const struct set_bytes *x, const struct cwi_expr *e, uint64_t *first, uint64_t *size)
{
    uint64_t base, whole;
    *size = cwi_type_of(x->m->u, e->type)->size;
    if (e->kind == CWI_VAR) {
        uint32_t local = local_of(x, e);
        *first = local == UINT32_MAX ? 0 : x->first[local];
        *size = local == UINT32_MAX ? 0 : x->size[local];
        return local != UINT32_MAX;
    }
    bool is_fixed = e->kind == CWI_FIELD || (e->kind == CWI_INDEX && e->b->kind == CWI_CONST && e->b->value >= 0);
    if (!is_fixed || e->bit_width || !span_of(x, e->a, &base, &whole) || *size == CWI_UNKNOWN)
        return false;
    uint64_t at = e->kind == CWI_FIELD ? e->offset : (uint64_t)e->b->value * (e->offset ? e->offset : *size);
    *first = base + at;
    return at <= whole && *size <= whole - at;
}

static void mark(struct set_bytes *x, const struct cwi_expr *e, bool is_set)
{
    uint64_t first, size;
    if (e && span_of(x, e, &first, &size))
        for (uint64_t i = 0; i < size; i++)
            bit_set(x->now, first + i, is_set);
}

static bool is_set(const struct set_bytes *x, const struct cwi_expr *e)
{
    uint64_t first, size, i = 0;
    if (!span_of(x, e, &first, &size))
        return false;
    while (i < size && bit_get(x->now, first + i))
        i++;
    return i == size;
}

static void copy(struct set_bytes *x, const struct cwi_expr *to, const struct cwi_expr *from)
{
    uint64_t t, f, size, whole;
    if (!span_of(x, from, &f, &whole))
        mark(x, to, false);
    else if (span_of(x, to, &t, &size))
        for (uint64_t i = 0; i < size; i++)
            bit_set(x->now, t + i, i < whole && bit_get(x->now, f + i));
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void after(struct set_bytes *x, const struct cwi_stmt *s)
{
    bool is_scalar = s->lhs && has_type(avm_type(x->m, s->lhs->type));
    switch (s->kind) {
    case CWI_ASSIGN:
        if (!is_scalar && cwi_is_lvalue(s->rhs))
            copy(x, s->lhs, s->rhs);
        else
            mark(x, s->lhs, is_scalar || s->rhs->kind == CWI_CONST);
        return;
    case CWI_CALL:
        mark(x, s->lhs, is_scalar);
        return;
    case CWI_ASM:
        for (uint32_t i = 0; i < s->outputs; i++)
            mark(x, s->args[i], true);
        return;
    case CWI_FORGET:
    case CWI_END:
        mark(x, s->lhs, false);
        return;
    default:
        return;
    }
}

/* From the place on, as far as its object goes. */
static void fill(struct set_bytes *x, const struct filled *f, int64_t result, uint64_t *bits)
{
    uint64_t first, size, bytes = f->each ? f->each * (uint64_t)result : f->bytes;
    uint32_t local = local_of(x, f->place);
    if (result < f->least || !span_of(x, f->place, &first, &size))
        return;
    for (uint64_t i = 0; i < bytes && first + i < x->first[local] + x->size[local]; i++)
        bit_set(bits, first + i, true);
}

/* What calls have filled where the test has this outcome. */
static void fill_behind(struct set_bytes *x, const struct cwi_expr *test, bool outcome, uint64_t *bits)
{
    int64_t least;
    for (size_t i = 0; i < x->fillings.count; i++) {
        const struct filling *f = &x->fillings.items[i];
        if (bit_get(x->now, x->result_bits + i) && avm_comp_least_result(x->m, test, outcome, f->var, &least))
            for (uint32_t k = 0; k < f->count; k++)
                fill(x, &f->places[k], least, bits);
    }
}

static bool had_result(const void *bits, size_t i)
{
    const struct set_bytes *x = bits;
    return bit_get(x->then, x->result_bits + i);
}

static void keep_results(struct set_bytes *x, const struct cwi_stmt *s)
{
    if (!x->fillings.count)
        return;
    memcpy(x->then, x->now, bit_words(x->bits) * sizeof *x->now);
    for (size_t i = 0; i < x->fillings.count; i++)
        bit_set(x->now, x->result_bits + i, avm_comp_has_result(x->m, &x->fillings, i, s, had_result, x));
}

static bool flow_to(struct set_bytes *x, uint32_t target, const uint64_t *bits)
{
    bool changed = false;
    for (size_t w = 0; w < bit_words(x->bits); w++) {
        uint64_t met = x->in[target][w] & bits[w];
        changed |= met != x->in[target][w];
        x->in[target][w] = met;
    }
    return changed;
}

static void solve(struct set_bytes *x, const struct cwi_func *f)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < f->block_count; b++) {
            memcpy(x->now, x->in[b], bit_words(x->bits) * sizeof *x->now);
            for (uint32_t i = 0; i < f->blocks[b].count; i++) {
                after(x, &f->blocks[b].stmts[i]);
                keep_results(x, &f->blocks[b].stmts[i]);
            }
            const struct cwi_stmt *end = &f->blocks[b].stmts[f->blocks[b].count - 1];
            for (uint32_t i = 0; i < end->target_count; i++) {
                memcpy(x->then, x->now, bit_words(x->bits) * sizeof *x->now);
                if (end->kind == CWI_IF)
                    fill_behind(x, end->rhs, i == 0, x->then);
                changed |= flow_to(x, end->targets[i], x->then);
            }
            for (uint32_t i = 0; i < end->case_count; i++)
                changed |= flow_to(x, end->cases[i].target, x->now);
        }
    }
}

static void number_bytes(struct set_bytes *x)
{
    for (uint32_t i = 0; i < x->fn->local_count; i++) {
        const struct cwi_var *v = cwi_var_of(x->m->u, x->m->locals[x->fn->first_local + i]);
        uint64_t size = cwi_type_of(x->m->u, v->type)->size;
        bool is_pointed = v->is_address_taken && !x->m->copies_memory;
        uint64_t most = is_pointed ? MOST_POINTED : MOST_BYTES;
        bool is_seen = !is_static(v) && (!v->is_address_taken || is_pointed) && !v->is_volatile && size &&
                       size != CWI_UNKNOWN && (is_pointed || size <= most);
        x->first[i] = is_seen ? x->bits : UINT32_MAX;
        x->size[i] = size < most ? (uint32_t)size : (uint32_t)most;
        x->bits += is_seen ? x->size[i] : 0;
    }
}

static void find_fillings(struct set_bytes *x, const struct cwi_func *f)
{
    avm_comp_find_fillings(x->m, f, &x->fillings);
    for (size_t i = 0; i < x->fillings.count; i++) {
        const struct filling *c = &x->fillings.items[i];
        for (uint32_t k = 0; k < c->count; k++)
            if (local_of(x, c->places[k].place) != UINT32_MAX)
                x->filler[local_of(x, c->places[k].place)] = cwi_func_of(x->m->u, c->call->rhs->ref)->name;
    }
    x->result_bits = x->bits;
    x->bits += (uint32_t)x->fillings.count;
}

struct set_bytes *avm_comp_set_bytes(struct avm *m, const struct func_code *fn)
{
    const struct cwi_func *f = cwi_func_of(m->u, fn->func);
    if (!avm_asks(m, AVM_DOUBT_UNSET))
        return NULL;
    struct set_bytes *x = ARENA_NEW(m->arena, struct set_bytes);
    x->m = m;
    x->fn = fn;
    x->first = ARENA_ARRAY(m->arena, uint32_t, fn->local_count + 1);
    x->size = ARENA_ARRAY(m->arena, uint32_t, fn->local_count + 1);
    x->filler = arena_zalloc(m->arena, (fn->local_count + 1) * sizeof *x->filler);
    number_bytes(x);
    find_fillings(x, f);
    size_t size = (bit_words(x->bits) + 1) * sizeof *x->now;
    x->now = arena_zalloc(m->arena, size);
    x->then = arena_zalloc(m->arena, size);
    x->in = ARENA_ARRAY(m->arena, uint64_t *, f->block_count);
    for (uint32_t i = 0; i < f->param_count; i++)
        if (has_type(avm_type(m, cwi_var_of(m->u, f->params[i])->type)))
            mark(x, cwi_expr_var(m->arena, m->u, f->params[i]), true);
    if (f->extra)
        mark(x, cwi_expr_var(m->arena, m->u, f->extra), true);
    for (uint32_t b = 0; b < f->block_count; b++) {
        x->in[b] = arena_zalloc(m->arena, size);
        memset(x->in[b], b ? 0xff : 0, size);
    }
    memcpy(x->in[0], x->now, size);
    solve(x, f);
    vec_free(&x->fillings);
    return x;
}

void avm_comp_set_enter(struct set_bytes *x, uint32_t block)
{
    if (x)
        memcpy(x->now, x->in[block], bit_words(x->bits) * sizeof *x->now);
}

/* ---- what is always set ------------------------------------------------------------------------------------------ */

static bool copies(struct avm *m, const struct cwi_stmt *s)
{
    if (s->kind == CWI_ASSIGN)
        return !has_type(avm_type(m, s->lhs->type)) && cwi_is_lvalue(s->rhs);
    if (s->kind != CWI_CALL)
        return s->kind == CWI_ASM || s->kind == CWI_FORGET;
    if (s->lhs && !has_type(avm_type(m, s->lhs->type)))
        return true;
    if (s->rhs->kind != CWI_FUNCREF || cwi_func_of(m->u, s->rhs->ref)->block_count)
        return s->rhs->kind != CWI_FUNCREF;
    struct effect e = pt_effect_of(m->u, s->rhs->ref, m->notes);
    bool copies = !e.known;
    for (uint32_t i = 0; i < s->arg_count; i++)
        copies |= effect_letter(&e, i) == 'c';
    return copies;
}

void avm_find_copies(struct avm *m)
{
    for (cwi_id f = 1; avm_asks(m, AVM_DOUBT_UNSET) && f < m->u->funcs.count && !m->copies_memory; f++) {
        const struct cwi_func *x = cwi_func_of(m->u, f);
        for (uint32_t b = 0; b < x->block_count && m->calls->funcs[f].reachable; b++)
            for (uint32_t i = 0; i < x->blocks[b].count; i++)
                m->copies_memory |= copies(m, &x->blocks[b].stmts[i]);
    }
}

static bool is_var_set(const struct avm *m, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(m->u, var);
    bool is_scalar = has_type(avm_type(m, v->type)) && !v->is_address_taken;
    return is_static(v) && (m->objects[var].is_constant || is_scalar || !m->copies_memory);
}

static bool is_always_set(struct comp *k, const struct cwi_expr *e)
{
    struct avm *m = k->m;
    while (e->kind == CWI_FIELD || e->kind == CWI_INDEX)
        e = e->a;
    if (e->kind == CWI_VAR)
        return is_var_set(m, e->ref);
    struct pt_set set = pt_may_point(m->points, k->fn->func, e->a);
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(m->points, set.objects[i]);
        if (o.kind != PT_VAR || !is_var_set(m, o.id))
            return false;
    }
    return set.count && !set.unknown;
}

/* ---- what is looked at when it is read --------------------------------------------------------------------------- */

static void look_at_places(struct comp *k, const struct cwi_stmt *s, const struct cwi_expr *e);

static void look_at(struct comp *k, const struct cwi_stmt *s, const struct cwi_expr *e)
{
    struct buf text = {0};
    if (has_type(avm_type(k->m, e->type)) && !is_set(k->set, e) && !is_always_set(k, e)) {
        uint32_t local = local_of(k->set, e);
        const char *filler = local == UINT32_MAX ? NULL : k->set->filler[local];
        avm_print_condition(k->m, e, &text);
        buf_puts(&text, " may be read here before it is given a value");
        if (filler)
            buf_printf(&text, ": '%s' surely gives it one only where a test of its result says so", filler);
        avm_comp_op(k, (struct op){.kind = OP_SET,
                                   .stmt = s,
                                   .value = avm_lower(k->m, e),
                                   .text = arena_str(k->m->arena, buf_str(&text))});
        buf_free(&text);
    }
    look_at_places(k, s, e);
}

static void look_at_reads(struct comp *k, const struct cwi_stmt *s, const struct cwi_expr *e)
{
    if (!e)
        return;
    if (e->kind == CWI_ADDR) {
        look_at_places(k, s, e->a);
    } else if (cwi_is_lvalue(e)) {
        look_at(k, s, e);
    } else {
        look_at_reads(k, s, e->a);
        look_at_reads(k, s, e->b);
        look_at_reads(k, s, e->c);
    }
}

/* What is read to find the place. */
static void look_at_places(struct comp *k, const struct cwi_stmt *s, const struct cwi_expr *e)
{
    if (!e || e->kind == CWI_VAR)
        return;
    if (e->kind == CWI_DEREF)
        look_at_reads(k, s, e->a);
    else
        look_at_places(k, s, e->a);
    if (e->kind == CWI_INDEX)
        look_at_reads(k, s, e->b);
}

/* A value that nobody gave: of a parameter that the call does not name, of a function that returns none. */
static bool lacks_value(const struct comp *k, const struct cwi_stmt *s)
{
    const struct cwi_unit *u = k->m->u;
    const struct cwi_func *f = cwi_func_of(u, k->fn->func);
    if (s->kind == CWI_RETURN && !s->rhs)
        return cwi_type_of(u, cwi_type_of(u, f->type)->of)->kind != CWI_VOID && k->fn->func != k->m->program_entry;
    const struct cwi_func *callee =
        s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF ? cwi_func_of(u, s->rhs->ref) : NULL;
    return callee && callee->block_count && s->arg_count < callee->param_count;
}

void avm_comp_set_look(struct comp *k, const struct cwi_stmt *s)
{
    look_at_places(k, s, s->lhs);
    if (s->kind != CWI_FORGET && s->kind != CWI_END)
        look_at_reads(k, s, s->rhs);
    for (uint32_t i = 0; i < s->arg_count; i++)
        if (s->kind == CWI_ASM && i < s->outputs)
            look_at_places(k, s, s->args[i]);
        else
            look_at_reads(k, s, s->args[i]);
    if (lacks_value(k, s))
        avm_comp_op(k, (struct op){.kind = OP_SET, .stmt = s, .text = "a value may be used that nobody gave"});
    after(k->set, s);
}

void avm_look_set(struct avm *m, struct work *s, const struct op *op)
{
    if (!op->value || avm_eval(m, s, op->value) == VS_TOP)
        avm_suspect(m, s, AVM_DOUBT_UNSET, op->stmt, op->text);
}

/* ---- what the library reads -------------------------------------------------------------------------------------- */

static bool is_pointee_set(struct avm *m, struct work *s, const struct node *pointer, bool is_string)
{
    enum { MOST = 4096 };
    uint8_t bytes[MOST];
    struct mem_place at;
    vs p = avm_eval(m, s, pointer);
    size_t n = pointer->t.kind == VS_PTR ? vs_ptr_targets(m->pool, p) : SIZE_MAX, i = 0;
    while (n != SIZE_MAX && i < n) {
        uint32_t object = vs_ptr_object(m->pool, p, i);
        if (object != VS_ABSOLUTE && (object > OBJECT_ID || !is_var_set(m, object)))
            break;
        i++;
    }
    if (i == n)
        return true;
    struct work copy = *s; /* what this would say is said by the call */
    return is_string && avm_sure_place(m, &copy, pointer, 1, &at) && avm_read_bytes(m, &copy, at, MOST, true, bytes);
}

void avm_look_read(struct avm *m, struct work *s, const struct op *op)
{
    const struct effect *e = op->call->effect;
    for (uint32_t i = 0; avm_asks(m, AVM_DOUBT_UNSET) && i < op->call->arg_count; i++)
        if (effect_letter(e, i) != 's' && effect_letter(e, i) != 'z' && pt_effect_reads(e, i) &&
            op->call->args[i]->t.kind == VS_PTR &&
            !is_pointee_set(m, s, op->call->args[i], effect_param(e, i)->is_string))
            avm_suspect(m, s, AVM_DOUBT_UNSET, op->stmt,
                        arena_printf(m->step_arena,
                                     "what argument %u of '%s' points to may be read before it is given "
                                     "a value",
                                     i + 1, avm_call_name(m, op->stmt)));
}
