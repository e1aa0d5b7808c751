/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The whole: points-to, predicates, one procedure for each function that is reached, what globals hold at the
 * beginning.
 */
#include "private.h"

enum { QUESTION_LIMIT = 300000 };

/* ---- preparation ------------------------------------------------------------------------------------------------- */

static enum status prepare(struct abstraction *x, struct diag *d)
{
    struct place nowhere = {0};
    x->pt = pt_new(x->u, &x->entry, 1, x->notes, x->options->budget);
    if (!x->pt) {
        enum budget_end end = base_budget_ask(x->options->budget);
        return diag_set(d, end == BUDGET_STOPPED ? ST_STOPPED : ST_LIMIT, nowhere,
                        "%s while it was found out what pointers point to", base_budget_words(end));
    }
    x->calls = pt_cg_new(x->arena, x->u, x->pt);
    x->lifetimes = pt_lifetimes(x->arena, x->u, x->pt, x->calls, x->entry);
    x->funcs = ARENA_ARRAY(x->arena, struct pred_func, x->u->funcs.count);
    for (cwi_id f = 1; f < x->u->funcs.count; f++)
        x->funcs[f].is_in = x->calls->funcs[f].reachable && cwi_func_of(x->u, f)->block_count;
    for (size_t i = 0; i < x->notes->list.count; i++)
        if (x->notes->list.items[i]->kind == NOTE_INTERRUPT)
            return diag_set(d, ST_BAD, x->notes->list.items[i]->at,
                            "predicates cannot decide this program: interrupts may run at any moment");
    return smt_new(&x->smt, d);
}

static void assume_text(struct abstraction *x, const char *text)
{
    vec_push(&x->assumptions, text);
}

static bool is_program(const struct abstraction *x)
{
    return x->entry == cwi_find_start(x->u) || !strcmp(cwi_func_of(x->u, x->entry)->name, "main");
}

static void find_assumptions(struct abstraction *x)
{
    if (x->has_accesses)
        assume_text(x,
                    "accesses, of predicates too, stay in bounds, are aligned, and follow no pointer to what is gone");
    if (x->has_divisions)
        assume_text(x, "divisions are not by zero");
    if (x->has_signed)
        assume_text(x, "signed arithmetic wraps around");
    if (x->calls_unknown)
        assume_text(x, "calls of functions without a body do not abort");
    if (!is_program(x))
        assume_text(x, arena_printf(x->arena,
                                    "the arguments of '%s' are any values; pointers among them lead to memory of their "
                                    "own, which stays the caller's",
                                    cwi_func_of(x->u, x->entry)->name));
    if (pt_assumed_types(x->pt))
        assume_text(x, "functions are called through pointers with the arguments and results of their own types");
    if (x->u->is_static)
        assume_text(x, "what is linked statically without a fragment is the C library's");
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

static const char *proc_name(struct abstraction *x, cwi_id func)
{
    const char *name = cwi_func_of(x->u, func)->name;
    for (uint32_t i = 0; i < x->program->proc_count; i++)
        if (!strcmp(x->program->procs[i]->name, name))
            return arena_printf(x->arena, "%s #%u", name, func);
    return name;
}

static struct place place_of(const struct abstraction *x, cwi_id func)
{
    return cwi_place_text(x->u, cwi_func_of(x->u, func)->at);
}

/* The results of the functions that it calls: variables of the caller. */
static void declare_results(struct abstraction *x, struct bool_proc *p, cwi_id func)
{
    const struct cg_func *g = &x->calls->funcs[func];
    for (uint32_t i = 0; i < g->callee_count; i++) {
        const struct pred_func *callee = &x->funcs[g->callees[i]];
        for (size_t k = 0; callee->is_in && k < callee->results.count; k++)
            bool_add_local(x->program, p, x->preds.items[callee->results.items[k]].v.name, place_of(x, func));
    }
}

static void declare(struct abstraction *x, cwi_id func)
{
    struct pred_func *f = &x->funcs[func];
    struct bool_proc *p = bool_add_proc(x->program, proc_name(x, func), (uint32_t)f->results.count, place_of(x, func));
    f->proc = x->program->proc_count - 1;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < f->own.count; i++) {
            const struct pred_variable *v = &x->preds.items[f->own.items[i]].v;
            if (v->is_formal && !pass)
                bool_add_parameter(x->program, p, v->name, place_of(x, func));
            else if (!v->is_formal && pass)
                bool_add_local(x->program, p, v->name, place_of(x, func));
        }
    declare_results(x, p, func);
}

static void declare_all(struct abstraction *x)
{
    for (size_t i = 0; i < x->globals.count; i++)
        bool_add_global(x->program, x->preds.items[x->globals.items[i]].v.name, (struct place){0});
    declare(x, x->entry);
    for (cwi_id f = 1; f < x->u->funcs.count; f++)
        if (x->funcs[f].is_in && f != x->entry)
            declare(x, f);
}

/* An entry that is called again finds other values, as does one that is not where the program begins. */
bool pred_begins(const struct abstraction *x)
{
    return is_program(x) && !x->calls->funcs[x->entry].recursive && !x->u->foreign_start;
}

/* What the predicates on globals are before anything runs. */
static void begin(struct abstraction *x)
{
    struct VEC(struct bool_name) names = {0};
    struct VEC(struct bool_expr *) values = {0};
    struct pred_ids none = {0};
    struct place at = place_of(x, x->entry);
    if (!pred_begins(x))
        return;
    x->proc = x->program->procs[x->funcs[x->entry].proc];
    for (size_t i = 0; i < x->globals.count; i++) {
        const struct pred_variable v = x->preds.items[x->globals.items[i]].v;
        struct bool_expr *e = pred_choice(x, pred_cover(x, &none, pred_at_start(x, v.expr)));
        vec_push(&names, ((struct bool_name){v.name, at}));
        vec_push(&values, e);
    }
    pred_assign_all(x, names.items, values.items, names.count, at);
    vec_free(&names);
    vec_free(&values);
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

static enum status build(struct abstraction *x, struct diag *d)
{
    enum status st = ST_OK;
    x->program = bool_program_new(x->arena, x->u->name ? x->u->name : "program");
    declare_all(x);
    begin(x);
    for (cwi_id f = 1; f < x->u->funcs.count && !st; f++)
        if (x->funcs[f].is_in)
            st = pred_build_func(x, f, d);
    return st ? st : bool_resolve(x->program, d);
}

static void hand_over(struct abstraction *x, struct pred_abstraction *out)
{
    struct pred_variable *v = ARENA_ARRAY(x->arena, struct pred_variable, x->preds.count);
    uint32_t count = 0;
    for (size_t i = 0; i < x->preds.count; i++)
        if (!x->preds.items[i].is_seen_by_caller)
            v[count++] = x->preds.items[i].v;
    x->assumptions.count = 0;
    find_assumptions(x);
    *out = (struct pred_abstraction){.program = x->program,
                                     .entry = x->program->procs[x->funcs[x->entry].proc]->name,
                                     .variables = v,
                                     .variable_count = count,
                                     .marks = vec_to_arena(&x->marks, x->arena),
                                     .mark_count = (uint32_t)x->marks.count,
                                     .leads = vec_to_arena(&x->leads, x->arena),
                                     .lead_count = (uint32_t)x->leads.count,
                                     .assumptions = vec_to_arena(&x->assumptions, x->arena),
                                     .assumption_count = (uint32_t)x->assumptions.count,
                                     .questions = smt_questions(x->smt)};
}

uint64_t pred_questions(const struct abstraction *x)
{
    return smt_questions(x->smt);
}

void pred_free(struct abstraction *x)
{
    for (cwi_id f = 1; x && x->funcs && f < x->u->funcs.count; f++) {
        vec_free(&x->funcs[f].own);
        vec_free(&x->funcs[f].results);
    }
    if (!x)
        return;
    vec_free(&x->preds);
    vec_free(&x->globals);
    vec_free(&x->unknowns);
    vec_free(&x->used);
    vec_free(&x->marks);
    vec_free(&x->leads);
    vec_free(&x->ways);
    vec_free(&x->assumptions);
    smt_free(x->smt);
    pt_free(x->pt);
    free(x);
}

enum status pred_new(struct arena *a, struct cwi_unit *u, const struct notes *notes, cwi_id entry,
                     const struct pred_options *o, struct abstraction **out, struct diag *d)
{
    struct abstraction *x = base_mem_zalloc(sizeof *x);
    *x = (struct abstraction){.arena = a, .u = u, .notes = notes, .options = o, .entry = entry};
    enum status st = prepare(x, d);
    if (!st)
        smt_limit(x->smt, o->units ? o->units : QUESTION_LIMIT);
    if (!st)
        smt_until(x->smt, o->budget);
    if (!st && o->budget)
        smt_account(x->smt, o->budget->units);
    if (!st)
        st = pred_refuse(x, d);
    for (cwi_id f = 1; f < u->funcs.count && !st; f++)
        if (x->funcs[f].is_in)
            pred_unfold(x, f);
    if (st)
        pred_free(x);
    *out = st ? NULL : x;
    return st;
}

/* What an earlier abstraction left: the terms stay, and the answers of the solver. */
static void forget(struct abstraction *x)
{
    x->preds.count = x->globals.count = x->marks.count = x->leads.count = x->ways.count = 0;
    x->label = 0;
    x->asked_before = smt_questions(x->smt);
    for (cwi_id f = 1; f < x->u->funcs.count; f++) {
        struct pred_func *p = &x->funcs[f];
        p->own.count = p->results.count = 0;
        p->derived = 0;
    }
}

enum status pred_program(struct abstraction *x, const struct cwi_expr *const *more, size_t count,
                         struct pred_abstraction *out, const struct diag_sink *warnings, struct diag *d)
{
    forget(x);
    pred_collect(x, more, count, warnings);
    pred_derive(x);
    enum status st = build(x, d);
    if (!st)
        hand_over(x, out);
    return st;
}

enum status pred_abstract(struct arena *a, struct cwi_unit *u, const struct notes *notes, cwi_id entry,
                          const struct pred_options *o, struct pred_abstraction *out, const struct diag_sink *warnings,
                          struct diag *d)
{
    struct abstraction *x = NULL;
    enum status st = pred_are_given(notes) ? pred_new(a, u, notes, entry, o, &x, d) : pred_none(u, d);
    if (!st)
        st = pred_program(x, NULL, 0, out, warnings, d);
    if (!st && !out->variable_count)
        st = pred_none_used(u, entry, d);
    pred_free(x);
    return st;
}
