/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a run assumes not to happen because it cannot tell: accesses outside of objects, divisions by zero, signed
 * overflow, functions elsewhere that abort. Each expression is counted once; where it stands is looked up at the end.
 */
#include "step.h"

const struct trap trap_bounds = {"an access outside of its object", AVM_DOUBT_BOUNDS},
                  trap_null = {"a null pointer is followed", AVM_DOUBT_BOUNDS},
                  trap_null_argument = {"a null pointer is handed to a function that follows it", AVM_DOUBT_BOUNDS},
                  trap_dead = {"memory is used that was freed, or left by its function", AVM_DOUBT_BOUNDS},
                  trap_free = {"what is freed is no block of the heap, or was freed before", AVM_DOUBT_FREE},
                  trap_constant = {"a constant is written", AVM_DOUBT_BOUNDS},
                  trap_string = {"a string does not end inside of its object", AVM_DOUBT_BOUNDS},
                  trap_quotient = {"a quotient that its type does not have", AVM_DOUBT_ABORT},
                  trap_length = {"an array of variable length gets no element, or fewer", AVM_DOUBT_BOUNDS},
                  trap_overlap = {"what is copied and where it is copied to overlap", AVM_DOUBT_BOUNDS},
                  trap_division = {"a division by zero", AVM_DOUBT_DIVISION};

/* ---- statements -------------------------------------------------------------------------------------------------- */

static bool add_expr(void *machine, const struct cwi_expr *e)
{
    struct avm *m = machine;
    uint32_t known;
    if (!map64_get(&m->stmt_of, (uint64_t)(uintptr_t)e, &known))
        map64_put(&m->stmt_of, (uint64_t)(uintptr_t)e, (uint32_t)m->stmts.count - 1);
    return true;
}

static void add_stmt(struct avm *m, const struct cwi_stmt *s)
{
    vec_push(&m->stmts, s);
    if (s->lhs)
        cwi_expr_walk(s->lhs, add_expr, m);
    if (s->rhs)
        cwi_expr_walk(s->rhs, add_expr, m);
    for (uint32_t i = 0; i < s->arg_count; i++)
        cwi_expr_walk(s->args[i], add_expr, m);
}

const struct cwi_stmt *avm_stmt_of(struct avm *m, const struct cwi_expr *e)
{
    uint32_t i;
    for (cwi_id f = 1; !m->stmts.count && f < m->u->funcs.count; f++) {
        const struct cwi_func *fn = cwi_func_of(m->u, f);
        for (uint32_t b = 0; m->calls->funcs[f].reachable && b < fn->block_count; b++)
            for (uint32_t k = 0; k < fn->blocks[b].count; k++)
                add_stmt(m, &fn->blocks[b].stmts[k]);
    }
    return e && map64_get(&m->stmt_of, (uint64_t)(uintptr_t)e, &i) ? m->stmts.items[i] : NULL;
}

/* ---- doubts ------------------------------------------------------------------------------------------------------ */

/* A transition of its own, beside what follows when there is no error. */
static void observe(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_expr *e, bool surely)
{
    static const char *const possible[AVM_DOUBTS] = {"an access may be outside of its object",
                                                     "a division may be by zero", "signed arithmetic may overflow",
                                                     "what is freed may be no block of the heap, or was freed before"};
    if (!m->is_stepping || avm_give_up(m))
        return;
    struct work *f = avm_fork(m, s);
    f->partial = !surely || s->was_partial;
    const struct cwi_stmt *at = avm_stmt_of(m, e);
    f->stmt = at ? at : s->stmt;
    f->blame = e;
    avm_emit_error(m, f, surely ? PC_SURE + kind : PC_POSSIBLE + kind,
                   surely ? "signed arithmetic overflows" : possible[kind]);
    avm_drop(m, f);
}

void avm_doubt(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_expr *e, bool surely)
{
    uint64_t key = avm_doubt_key(kind, e);
    uint32_t known;
    if (m->kinds_asked >> kind & 1)
        observe(m, s, kind, e, surely);
    if (!e || key == m->last_doubt || map64_get(&m->doubt_of, key, &known))
        return;
    m->last_doubt = key;
    map64_put(&m->doubt_of, key, (uint32_t)m->doubts.count);
    vec_push(&m->doubts, ((struct avm_doubt){.kind = kind, .expr = e}));
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

static void place_expr(struct avm *m, const struct cwi_expr *e, struct cwi_place at)
{
    uint32_t i;
    if (!e)
        return;
    for (int kind = 0; kind < AVM_DOUBTS; kind++)
        if (map64_get(&m->doubt_of, avm_doubt_key((enum avm_doubt_kind)kind, e), &i) && !m->doubts.items[i].at.line)
            m->doubts.items[i].at = at;
    place_expr(m, e->a, at);
    place_expr(m, e->b, at);
    place_expr(m, e->c, at);
}

static void place_stmt(struct avm *m, const struct cwi_stmt *s)
{
    place_expr(m, s->lhs, s->at);
    place_expr(m, s->rhs, s->at);
    for (uint32_t i = 0; i < s->arg_count; i++)
        place_expr(m, s->args[i], s->at);
}

static uint32_t placed_overflows(const struct avm *m)
{
    uint32_t n = 0;
    for (size_t i = 0; i < m->doubts.count; i++)
        n += m->doubts.items[i].kind == AVM_DOUBT_OVERFLOW && m->doubts.items[i].at.line;
    return n;
}

/* Annotations are evaluated too: what is found in no statement is no doubt about the program. */
void avm_report_doubts(struct avm *m)
{
    for (cwi_id f = 1; m->doubts.count && f < m->u->funcs.count; f++) {
        const struct cwi_func *fn = cwi_func_of(m->u, f);
        uint32_t before = fn->is_trapping ? placed_overflows(m) : 0;
        for (uint32_t b = 0; m->calls->funcs[f].reachable && b < fn->block_count; b++)
            for (uint32_t i = 0; i < fn->blocks[b].count; i++)
                place_stmt(m, &fn->blocks[b].stmts[i]);
        if (fn->is_trapping && placed_overflows(m) > before)
            m->model->unseen = "signed arithmetic may overflow, which ends what was compiled with -ftrapv";
    }
    struct avm_model *out = m->model;
    const char *texts[AVM_DOUBTS];
    out->doubts = ARENA_ARRAY(m->arena, struct avm_doubt, m->doubts.count);
    for (size_t i = 0; i < m->doubts.count; i++)
        if (m->doubts.items[i].at.line)
            out->doubts[out->doubt_count++] = m->doubts.items[i];
    out->doubt_lines = avm_doubt_texts(m->arena, m->u, out->doubts, out->doubt_count, texts);
    for (uint32_t i = 0; i < out->doubt_lines; i++)
        vec_push(&m->assumptions, texts[i]);
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static bool is_before(struct cwi_place a, struct cwi_place b)
{
    return a.file != b.file ? a.file < b.file : a.line != b.line ? a.line < b.line : a.col < b.col;
}

uint32_t avm_doubt_texts(struct arena *a, const struct cwi_unit *u, const struct avm_doubt *doubts, size_t count,
                         const char *texts[AVM_DOUBTS])
{
    static const char *const one[] = {
        "access stays in bounds", "division is not by zero", "signed operation wraps around",
        "block is freed only once, and not used afterwards", "call of a function without a body does not abort"};
    static const char *const many[] = {
        "accesses stay in bounds", "divisions are not by zero", "signed operations wrap around",
        "blocks are freed only once, and not used afterwards", "calls of functions without a body do not abort"};
    uint32_t n = 0;
    for (int kind = 0; kind < AVM_DOUBTS; kind++) {
        struct cwi_place first = {0};
        unsigned found = 0;
        for (size_t i = 0; i < count; i++) {
            if ((int)doubts[i].kind != kind)
                continue;
            if (!found++ || is_before(doubts[i].at, first))
                first = doubts[i].at;
        }
        struct place at = cwi_place_text(u, first);
        if (!found && kind == AVM_DOUBT_OVERFLOW)
            texts[n++] = "signed arithmetic wraps around";
        else if (found)
            texts[n++] = arena_printf(a, "%u %s (%s%s:%u)", found, found == 1 ? one[kind] : many[kind],
                                      found == 1 ? "" : "first ", at.file ? at.file : "?", at.line);
    }
    return n;
}
