/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Blocks of the heap: the newest one that a call allocates has a name, a variable that stands for it, so that what lies
 * in it is followed as in any other. When the call gives another block, pointers to the one before it lead to
 * something that is not known, and so does what they lead to hold.
 *
 * `p = malloc(16)` becomes `t = malloc(16); p = t ? &block : 0`. In between nobody else can have the new block. Source:
 * Balakrishnan and Reps 2006 (recency abstraction).
 */
#include "private.h"
#include "runtime/cwi/edit.h"

#include <stdlib.h>

enum { MOST_BLOCKS = 256, MOST_SIZE = 1 << 16 };
static const char block_name[] = "(block)"; /* no name of C */

struct kept {
    cwi_id func;
    struct cwi_func was;
};
struct typestate_blocks {
    struct cwi_unit *u;
    const struct typestate_question *q;
    struct pt *pt;
    struct VEC(struct kept) kept;
    uint32_t vars, blocks; /* that there were before; that were named */
};

/* ---- the program with names -------------------------------------------------------------------------------------- */

/* The bytes that the call allocates; 0: not known, or too many, or it is no such call. */
static uint64_t size_of_block(const struct typestate_blocks *x, const struct cwi_stmt *s)
{
    if (s->kind != CWI_CALL || !s->lhs || s->rhs->kind != CWI_FUNCREF || cwi_func_of(x->u, s->rhs->ref)->block_count)
        return 0;
    struct effect e = pt_effect_of(x->u, s->rhs->ref, x->q->notes);
    uint64_t size = pt_effect_block_size(&e, s);
    return size <= MOST_SIZE && cwi_type_of(x->u, s->lhs->type)->kind == CWI_PTR ? size : 0;
}

static cwi_id type_of_block(const struct typestate_blocks *x, cwi_id func, const struct cwi_stmt *s, uint64_t size)
{
    cwi_id type = pt_effect_block_type(x->u, func, s, size);
    uint64_t one = type ? cwi_type_of(x->u, type)->size : 0;
    if (!type || one == size)
        return type;
    struct cwi_type t = {.kind = CWI_ARRAY, .of = type, .count = size / one, .size = size};
    return cwi_add_type(x->u, &t);
}

/* The rule is about it, or what the rule is about may lie in it. */
static bool matters(const struct typestate_blocks *x, const struct cwi_stmt *call)
{
    pt_id subject = x->q->subject ? pt_of_var(x->pt, x->q->subject) : 0;
    struct pt_set blocks = pt_blocks_of(x->pt, call), held = pt_contents(x->pt, blocks);
    bool does = subject && pt_sets_meet(pt_contents(x->pt, (struct pt_set){&subject, 1, false}), blocks);
    for (cwi_id v = 1; v < x->vars && !does; v++)
        does = cwi_is_of_rule(cwi_var_of(x->u, v)) && pt_set_has(held, pt_of_var(x->pt, v));
    return does || held.unknown;
}

static void keep(struct typestate_blocks *x, cwi_id func)
{
    struct cwi_func *f = x->u->funcs.items[func];
    if (x->kept.count && x->kept.items[x->kept.count - 1].func == func)
        return;
    vec_push(&x->kept, ((struct kept){func, *f}));
    f->blocks = cwi_copy_blocks(x->u->arena, f);
}

static void name_block(struct typestate_blocks *x, cwi_id func, uint32_t b, uint32_t i, cwi_id type)
{
    struct cwi_func *f = x->u->funcs.items[func];
    struct arena *a = x->u->arena;
    uint32_t rest = cwi_split_block(a, f, b, i + 1);
    struct cwi_stmt *call = &f->blocks[b].stmts[i];
    const struct cwi_expr *lhs = call->lhs, *null = cwi_expr_const(a, lhs->type, 0);
    cwi_id temp = cwi_add_var(x->u, &(struct cwi_var){.linkage = CWI_TEMP, .type = lhs->type, .owner = func});
    cwi_id block = cwi_add_var(
        x->u,
        &(struct cwi_var){
            .name = block_name, .asm_name = block_name, .linkage = CWI_STATIC, .type = type, .is_address_taken = true});
    struct cwi_place at = call->at;
    struct cwi_stmt given[2] = {{.kind = CWI_ASSIGN, .at = at, .lhs = lhs}, cwi_goto(a, at, rest)};
    struct cwi_stmt none[2] = {{.kind = CWI_ASSIGN, .at = at, .lhs = lhs, .rhs = null}, cwi_goto(a, at, rest)};
    given[0].rhs = cwi_expr_addr(a, lhs->type, cwi_expr_var(a, x->u, block));
    call->lhs = cwi_expr_var(a, x->u, temp);
    const struct cwi_expr *is_there = cwi_expr_binary(a, CWI_NE, cwi_int_type(x->u, 1, false), call->lhs, null);
    uint32_t yes = cwi_add_block(a, f, given, 2), no = cwi_add_block(a, f, none, 2);
    f->blocks[b].stmts[i + 1] = cwi_if(a, at, is_there, yes, no);
    x->blocks++;
}

static void name_blocks(struct typestate_blocks *x, cwi_id func)
{
    for (uint32_t b = 0, n = cwi_func_of(x->u, func)->block_count; b < n; b++)
        for (uint32_t i = cwi_func_of(x->u, func)->blocks[b].count; i-- > 0;) {
            const struct cwi_stmt *s = &cwi_func_of(x->u, func)->blocks[b].stmts[i];
            uint64_t size = x->blocks < MOST_BLOCKS ? size_of_block(x, s) : 0;
            cwi_id type = size && matters(x, s) ? type_of_block(x, func, s, size) : 0;
            if (!type)
                continue;
            keep(x, func);
            name_block(x, func, b, i, type);
        }
}

struct typestate_blocks *typestate_blocks_name(const struct typestate_question *q)
{
    struct typestate_blocks *x = base_mem_zalloc(sizeof *x);
    *x = (struct typestate_blocks){
        .u = q->u, .q = q, .pt = avm_program_points(q->program), .vars = (uint32_t)q->u->vars.count};
    for (cwi_id f = 1; f < q->u->funcs.count; f++)
        if (avm_program_calls(q->program)->funcs[f].reachable)
            name_blocks(x, f);
    if (x->blocks)
        return x;
    typestate_blocks_forget(x);
    return NULL;
}

void typestate_blocks_forget(struct typestate_blocks *x)
{
    if (!x)
        return;
    for (size_t i = 0; i < x->kept.count; i++)
        *x->u->funcs.items[x->kept.items[i].func] = x->kept.items[i].was;
    x->u->vars.count = x->vars;
    vec_free(&x->kept);
    free(x);
}

/* ---- what a search knows of them --------------------------------------------------------------------------------- */

void typestate_find_blocks(struct search *x)
{
    for (cwi_id v = 1; v < x->u->vars.count && x->has_blocks; v++)
        x->is_block[v] = cwi_var_of(x->u, v)->name && !strcmp(cwi_var_of(x->u, v)->name, block_name);
}

cwi_id typestate_renewed_block(const struct search *x, const struct cwi_stmt *s)
{
    const struct cwi_expr *e = s->kind == CWI_ASSIGN ? s->rhs : NULL;
    return e && e->kind == CWI_ADDR && e->a->kind == CWI_VAR && x->is_block[e->a->ref] ? e->a->ref : 0;
}

void typestate_renew(struct search *x, struct working *w, cwi_id block)
{
    typestate_forget_var(&x->states, w, block);
    for (size_t i = 0; i < w->count; i++)
        if (w->items[i].value.kind == KNOWN_ADDRESS && w->items[i].value.ref == block)
            w->items[i].value = known_not_zero;
}

static void add_own(struct search *x, cwi_id func, struct function *f)
{
    const struct cwi_func *c = cwi_func_of(x->u, func);
    for (uint32_t b = 0; b < c->block_count; b++)
        for (uint32_t i = 0; i < c->blocks[b].count; i++)
            if (typestate_renewed_block(x, &c->blocks[b].stmts[i]))
                vec_push(&f->renews, typestate_renewed_block(x, &c->blocks[b].stmts[i]));
}

static bool calls_unknown(const struct cg_func *c)
{
    bool does = false;
    for (uint32_t i = 0; i < c->call_count; i++)
        does |= c->calls[i].unknown;
    return does;
}

/* Code that is not known calls what it got to know. */
static void reach_callbacks(struct search *x, bool *reached)
{
    for (cwi_id f = 1; f < x->u->funcs.count; f++)
        if (x->calls->funcs[f].is_callback || cwi_func_of(x->u, f)->is_exposed)
            pt_cg_reach(x->calls, f, reached);
}

static const struct function *renews_of(struct search *x, cwi_id func)
{
    struct function *f = &x->functions[func];
    if (f->has_renews || !x->has_blocks)
        return f;
    bool *reached = pt_cg_reached(x->arena, x->calls, x->u, func), is_open = false;
    f->has_renews = true;
    for (cwi_id g = 1; g < x->u->funcs.count; g++)
        is_open |= reached[g] && calls_unknown(&x->calls->funcs[g]);
    if (is_open)
        reach_callbacks(x, reached);
    for (cwi_id g = 1; g < x->u->funcs.count; g++)
        if (reached[g])
            add_own(x, g, f);
    return f;
}

void typestate_renew_by(struct search *x, struct working *w, cwi_id func)
{
    const struct function *f = renews_of(x, func);
    for (size_t i = 0; i < f->renews.count; i++)
        typestate_renew(x, w, f->renews.items[i]);
}

void typestate_renew_any(struct search *x, struct working *w)
{
    for (cwi_id v = 1; v < x->u->vars.count && x->has_blocks; v++)
        if (x->is_block[v])
            typestate_renew(x, w, v);
}
