/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GCC's temporary pointers, written out: within a block one stands for what it was computed from, as long as nothing of
 * that has changed. `_1 = p; *_1 = *_1 + 1` becomes `_1 = p; *p = *p + 1`, about which predicates say something.
 * Temporary numbers stay: predicates on them are derived (derive.c), and hold when what they came from has changed.
 *
 * Invariant: a statement of the copy does what the original does.
 */
#include "private.h"

enum { MOST_NODES = 40 };

struct meaning {
    cwi_id temp;
    const struct cwi_expr *value;
};
struct unfolding {
    struct abstraction *x;
    cwi_id func;
    struct VEC(struct meaning) known;
};

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static const struct cwi_expr *meaning_of(const struct unfolding *w, cwi_id var)
{
    for (size_t i = 0; i < w->known.count; i++)
        if (w->known.items[i].temp == var)
            return w->known.items[i].value;
    return NULL;
}

static const struct cwi_expr *unfold(struct unfolding *w, const struct cwi_expr *e)
{
    const struct cwi_expr *value = e && e->kind == CWI_VAR ? meaning_of(w, e->ref) : NULL;
    if (!e || value)
        return value && value->type == e->type ? value : e;
    bool is_place = e->kind == CWI_ADDR || e->kind == CWI_FIELD || e->kind == CWI_INDEX;
    bool is_base = is_place && e->a->kind == CWI_VAR; /* a part of the temporary itself, not of its value */
    const struct cwi_expr *a = is_base ? e->a : unfold(w, e->a), *b = unfold(w, e->b), *c = unfold(w, e->c);
    return pred_with(w->x, e, a, b, c);
}

static bool is_steady(const struct abstraction *x, const struct cwi_expr *e)
{
    if (!e)
        return true;
    bool moves = e->is_volatile || e->kind == CWI_LOST || e->kind == CWI_FCONST ||
                 (e->kind == CWI_VAR && cwi_var_of(x->u, e->ref)->is_volatile);
    return !moves && is_steady(x, e->a) && is_steady(x, e->b) && is_steady(x, e->c);
}

static bool names(const struct cwi_expr *e, cwi_id var)
{
    return e && ((e->kind == CWI_VAR && e->ref == var) || names(e->a, var) || names(e->b, var) || names(e->c, var));
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

/* What the statement may change is no longer what the temporary was computed from. */
static void forget(struct unfolding *w, const struct cwi_stmt *s)
{
    struct pred_change c = {.func = w->func, .lhs = s->lhs};
    size_t kept = 0;
    if (s->kind != CWI_ASSIGN)
        c.killed = pt_stmt_mod(w->x->pt, w->func, s);
    for (size_t i = 0; i < w->known.count; i++) {
        struct meaning m = w->known.items[i];
        bool stays = pred_before(w->x, &c, m.value) == m.value;
        for (uint32_t k = 0; s->kind == CWI_ASM && stays && k < s->arg_count; k++)
            stays = false;
        if (stays && !(s->lhs && s->lhs->kind == CWI_VAR && s->lhs->ref == m.temp))
            w->known.items[kept++] = m;
    }
    w->known.count = kept;
}

static void learn(struct unfolding *w, const struct cwi_stmt *s)
{
    const struct cwi_expr *lhs = s->lhs;
    if (s->kind != CWI_ASSIGN || lhs->kind != CWI_VAR || cwi_var_of(w->x->u, lhs->ref)->linkage != CWI_TEMP)
        return;
    if (cwi_type_of(w->x->u, lhs->type)->kind == CWI_PTR && pred_is_number(w->x, lhs->type) &&
        lhs->type == s->rhs->type && is_steady(w->x, s->rhs) && !names(s->rhs, lhs->ref) &&
        pred_nodes(s->rhs) <= MOST_NODES)
        vec_push(&w->known, ((struct meaning){lhs->ref, s->rhs}));
}

static void unfold_stmt(struct unfolding *w, struct cwi_stmt *s)
{
    struct abstraction *x = w->x;
    const struct cwi_expr **args = ARENA_ARRAY(x->arena, const struct cwi_expr *, s->arg_count + 1);
    bool is_plain = s->kind != CWI_ASM && s->kind != CWI_IGOTO;
    if (s->lhs && s->lhs->kind != CWI_VAR && is_plain)
        s->lhs = unfold(w, s->lhs);
    if (s->rhs && is_plain)
        s->rhs = unfold(w, s->rhs);
    for (uint32_t i = 0; i < s->arg_count; i++)
        args[i] = is_plain ? unfold(w, s->args[i]) : s->args[i];
    s->args = args;
    if (s->lhs || s->kind == CWI_CALL || s->kind == CWI_ASM || s->kind == CWI_FORGET)
        forget(w, s);
    learn(w, s);
}

void pred_unfold(struct abstraction *x, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(x->u, func);
    struct cwi_block *blocks = arena_copy(x->arena, f->blocks, f->block_count * sizeof *blocks);
    struct unfolding w = {.x = x, .func = func};
    for (uint32_t b = 0; b < f->block_count; b++) {
        blocks[b].stmts = arena_copy(x->arena, f->blocks[b].stmts, f->blocks[b].count * sizeof *f->blocks[b].stmts);
        w.known.count = 0;
        for (uint32_t i = 0; i < blocks[b].count; i++)
            unfold_stmt(&w, &blocks[b].stmts[i]);
    }
    x->funcs[func].blocks = blocks;
    vec_free(&w.known);
}
