/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of a function's locals, byte by byte: which every way to a statement has set, by a store, or by a call of the library
 * whose result is tested behind it (surely_written.c). Where the program copies memory without looking at it, that is
 * known of locals that no pointer leads to; else of all.
 */
#include "runtime/base/bits.h"
#include "compile.h"
#include "runtime/avm/prepare.h"
#include "runtime/cwi/edit.h"

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

/* The bytes that its value takes: behind a long double's there may be some that no store writes. */
static bool value_of(const struct set_bytes *x, const struct cwi_expr *e, uint64_t *first, uint64_t *size)
{
    const struct cwi_type *t = cwi_type_of(x->m->u, e->type);
    bool is = span_of(x, e, first, size);
    if (is && t->kind == CWI_FLOAT && t->bits / 8u < *size)
        *size = t->bits / 8u;
    return is;
}

static void mark(struct set_bytes *x, const struct cwi_expr *e, bool is_set)
{
    uint64_t first, size;
    if (e && value_of(x, e, &first, &size))
        for (uint64_t i = 0; i < size; i++)
            bit_set(x->now, first + i, is_set);
}

bool avm_comp_is_set(const struct set_bytes *x, const struct cwi_expr *e)
{
    uint64_t first, size, i = 0;
    if (!value_of(x, e, &first, &size))
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

void avm_comp_set_after(struct set_bytes *x, const struct cwi_stmt *s)
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

/* The statement takes away what the call has put into one of its places, or may do so. */
static bool empties(const struct set_bytes *x, const struct filling *f, const struct cwi_stmt *s)
{
    bool is_end = s->kind == CWI_END || s->kind == CWI_FORGET;
    if (is_end && !s->lhs)
        return true;
    if (!s->lhs || (!is_end && has_type(avm_type(x->m, s->lhs->type))))
        return false;
    uint32_t local = local_of(x, s->lhs);
    for (uint32_t k = 0; k < f->count; k++)
        if (local_of(x, f->places[k].place) == local)
            return true;
    return false;
}

static void keep_results(struct set_bytes *x, const struct cwi_stmt *s)
{
    if (!x->fillings.count)
        return;
    memcpy(x->then, x->now, bit_words(x->bits) * sizeof *x->now);
    for (size_t i = 0; i < x->fillings.count; i++)
        bit_set(x->now, x->result_bits + i,
                avm_comp_has_result(x->m, &x->fillings, i, s, had_result, x) && !empties(x, &x->fillings.items[i], s));
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
                avm_comp_set_after(x, &f->blocks[b].stmts[i]);
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

const char *avm_comp_set_filler(const struct set_bytes *x, const struct cwi_expr *e)
{
    uint32_t local = local_of(x, e);
    return local == UINT32_MAX ? NULL : x->filler[local];
}
