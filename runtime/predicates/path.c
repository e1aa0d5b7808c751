/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a trace of the Boolean program to the path of the C program that it stands for. What a function without a body
 * returns is an unknown of its own, CWI_BOUND; what nobody knows is LOST.
 *
 * Invariant: a step is one whole statement, and cuts lie between statements.
 */
#include "path.h"
#include "runtime/cwi/edit.h"

struct tracing {
    struct path *p;
    struct abstraction *x;
    const struct pred_abstraction *made;
    const struct bool_answer *trace;
    uint32_t frame;
};

/* ---- where a trace is -------------------------------------------------------------------------------------------- */

static uint32_t proc_number(const struct tracing *t, const struct bool_stmt *s)
{
    for (uint32_t i = 0; i < t->made->program->proc_count; i++) {
        const struct bool_proc *f = t->made->program->procs[i];
        if (s >= f->stmts && s < f->stmts + f->stmt_count)
            return i;
    }
    return UINT32_MAX;
}

/* The mark of the statement that it belongs to; NULL: none, it is the beginning of the program or an implied end. */
static const struct pred_mark *mark_of(const struct tracing *t, const struct bool_stmt *s)
{
    uint32_t proc = proc_number(t, s);
    const struct pred_mark *found = NULL;
    if (proc == UINT32_MAX || s->implied)
        return NULL;
    uint32_t index = (uint32_t)(s - t->made->program->procs[proc]->stmts);
    for (uint32_t i = 0; i < t->made->mark_count; i++) {
        const struct pred_mark *m = &t->made->marks[i];
        if (m->proc == proc && m->first <= index && (!found || m->first > found->first))
            found = m;
    }
    return found;
}

/* The way that begins with the statement. */
static uint32_t way_of(const struct tracing *t, const struct bool_stmt *s)
{
    uint32_t proc = proc_number(t, s);
    for (size_t i = 0; i < t->x->ways.count && proc != UINT32_MAX; i++)
        if (t->x->ways.items[i].proc == proc && &t->made->program->procs[proc]->stmts[t->x->ways.items[i].first] == s)
            return t->x->ways.items[i].way;
    return UINT32_MAX;
}

static bool begins(const struct tracing *t, const struct pred_mark *m, const struct bool_stmt *s)
{
    return &t->made->program->procs[m->proc]->stmts[m->first] == s;
}

/* Its copy with temporaries written out, and where it stands. */
static const struct cwi_stmt *find_copy(const struct tracing *t, const struct pred_mark *m, uint32_t *block,
                                        uint32_t *index)
{
    const struct cwi_func *f = cwi_func_of(t->x->u, m->func);
    return cwi_locate(f, m->stmt, block, index) ? &t->x->funcs[m->func].blocks[*block].stmts[*index] : m->stmt;
}

/* ---- loop heads -------------------------------------------------------------------------------------------------- */

static bool comes_back(const struct cwi_func *f, uint32_t from, uint32_t to, bool *seen)
{
    const struct cwi_stmt *last = &f->blocks[from].stmts[f->blocks[from].count - 1];
    seen[from] = true;
    for (uint32_t i = 0; i < last->target_count + last->case_count; i++) {
        uint32_t next = i < last->target_count ? last->targets[i] : last->cases[i - last->target_count].target;
        if (next == to || (!seen[next] && comes_back(f, next, to, seen)))
            return true;
    }
    return false;
}

/* Blocks on a cycle that are entered from more than one block, or first of all: of each loop at least one. */
static bool is_head(const struct tracing *t, cwi_id func, uint32_t block)
{
    const struct cwi_func *f = cwi_func_of(t->x->u, func);
    uint32_t from = 0;
    for (uint32_t b = 0; b < f->block_count; b++) {
        const struct cwi_stmt *last = &f->blocks[b].stmts[f->blocks[b].count - 1];
        for (uint32_t i = 0; i < last->target_count + last->case_count; i++)
            if ((i < last->target_count ? last->targets[i] : last->cases[i - last->target_count].target) == block) {
                from++;
                break;
            }
    }
    bool *seen = base_mem_zalloc(f->block_count);
    bool is = from > 1 && comes_back(f, block, block, seen);
    free(seen);
    return is;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static void add_change(struct tracing *t, cwi_id func, const struct pred_change *c)
{
    struct path_step s = {.kind = PATH_CHANGE, .func = func, .change = *c};
    vec_push(&t->p->steps, s);
}

static void add_condition(struct tracing *t, cwi_id func, const struct cwi_expr *e, bool holds)
{
    struct path_step s = {.kind = PATH_ASSUME, .func = func, .condition = e};
    if (!pred_is_number(t->x, e->type))
        return;
    if (!holds)
        s.condition = cwi_expr_unary(t->x->arena, CWI_LOGNOT, cwi_int_type(t->x->u, 1, false), e);
    vec_push(&t->p->steps, s);
}

static void add_decision(struct tracing *t, const struct pred_mark *m, uint32_t way)
{
    vec_push(&t->p->decisions, ((struct pred_decision){m->func, m->stmt, way}));
}

static const struct cwi_expr *add_input(struct tracing *t, cwi_id type, bool is_given)
{
    struct cwi_expr *n = arena_zalloc(t->x->arena, sizeof *n);
    *n = (struct cwi_expr){.kind = CWI_BOUND, .type = type, .value = -2 - (int64_t)t->p->inputs.count};
    vec_push(&t->p->inputs, ((struct path_input){n, is_given}));
    return n;
}

static void step_external(struct tracing *t, const struct pred_mark *m, const struct cwi_stmt *s, cwi_id callee)
{
    struct abstraction *x = t->x;
    struct effect e = pt_effect_of(x->u, callee, x->notes);
    struct pred_change c = {.func = m->func, .lhs = s->lhs, .killed = pt_stmt_mod(x->pt, m->func, s)};
    const struct cwi_type *type = cwi_type_of(x->u, cwi_func_of(x->u, callee)->type);
    cwi_id result = s->lhs ? s->lhs->type : type->of;
    const struct cwi_expr *range = NULL;
    if (e.flags & (EFFECT_ASSERTS | EFFECT_ASSUME) && s->arg_count)
        add_condition(t, m->func, s->args[0], true);
    if (e.flags & EFFECT_ASSERTS && s->arg_count)
        return;
    if (e.flags & EFFECT_SAME && s->lhs && s->arg_count && !(e.flags & EFFECT_ANY_MEMORY)) {
        c.rhs = pred_converted(x, s->args[0], s->lhs->type);
        c.killed.count = 0;
    } else if (pred_is_number(x, result)) {
        c.rhs = add_input(t, result, pt_gives_input(cwi_func_of(x->u, callee), &e));
        range = pred_range(x, &e, c.rhs);
    }
    if (s->lhs || c.killed.count)
        add_change(t, m->func, &c);
    if (range)
        add_condition(t, m->func, range, true);
}

static void step_call(struct tracing *t, const struct pred_mark *m, const struct cwi_stmt *s, uint32_t way)
{
    struct pt_set targets = pt_targets(t->x->pt, m->func, s);
    if (targets.count > 1)
        add_decision(t, m, way);
    if (!targets.count || (targets.count > 1 && way >= targets.count))
        return;
    cwi_id callee = pt_object_of(t->x->pt, targets.objects[targets.count > 1 ? way : 0]).id;
    struct pred_change anything = {.func = m->func, .lhs = s->lhs, .killed = pt_mod(t->x->pt, callee)};
    if (t->x->funcs[callee].is_in)
        add_change(t, m->func, &anything);
    else
        step_external(t, m, s, callee);
}

static void step_switch(struct tracing *t, const struct pred_mark *m, const struct cwi_stmt *s, uint32_t way)
{
    if (!pred_is_number(t->x, s->rhs->type))
        return;
    for (uint32_t i = 0; i < s->case_count; i++)
        if (!way || way == i + 1)
            add_condition(t, m->func, pred_in_case(t->x, s->rhs, &s->cases[i]), way != 0);
}

/* One whole statement; `way`: out of a branch. */
static void step_stmt(struct tracing *t, const struct pred_mark *m, const struct cwi_stmt *s, uint32_t way)
{
    struct pred_change c = {.func = m->func, .lhs = s->lhs, .rhs = s->kind == CWI_ASSIGN ? s->rhs : NULL};
    bool is_branch = s->kind == CWI_IF || s->kind == CWI_SWITCH || s->kind == CWI_IGOTO;
    if (s->kind == CWI_ASSIGN || s->kind == CWI_FORGET || s->kind == CWI_END)
        add_change(t, m->func, &c);
    for (uint32_t i = 0; s->kind == CWI_ASM && i < s->outputs && i < s->arg_count; i++)
        add_change(t, m->func, &(struct pred_change){.func = m->func, .lhs = s->args[i]});
    if (s->kind == CWI_CALL)
        step_call(t, m, s, way);
    if (is_branch && way != UINT32_MAX)
        add_decision(t, m, way);
    if (s->kind == CWI_IF && way != UINT32_MAX)
        add_condition(t, m->func, s->rhs, way == 0);
    if (s->kind == CWI_SWITCH && way != UINT32_MAX)
        step_switch(t, m, s, way);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static bool is_active(const struct tracing *t, cwi_id func)
{
    for (uint32_t f = t->frame; f != UINT32_MAX; f = t->p->frames.items[f].parent)
        if (t->p->frames.items[f].func == func)
            return true;
    return false;
}

static void add_cut(struct tracing *t, cwi_id func, uint32_t block)
{
    struct path_cut c = {(uint32_t)t->p->steps.count, block, t->frame, func};
    if (!t->p->cuts.count || t->p->cuts.items[t->p->cuts.count - 1].at != c.at)
        vec_push(&t->p->cuts, c);
}

static cwi_id func_of_proc(const struct tracing *t, const struct bool_proc *proc)
{
    for (cwi_id f = 1; f < t->x->u->funcs.count; f++)
        if (t->x->funcs[f].is_in && t->made->program->procs[t->x->funcs[f].proc] == proc)
            return f;
    return 0;
}

/* A cut where a loop comes back to. */
static void pass_head(struct tracing *t, const struct pred_mark *m, const struct bool_stmt *b, uint32_t block,
                      uint32_t index)
{
    if (!index && begins(t, m, b) && is_head(t, m->func, block))
        add_cut(t, m->func, block);
}

static void enter(struct tracing *t, const struct bool_step *b)
{
    const struct pred_mark *m = mark_of(t, b->stmt);
    cwi_id callee = func_of_proc(t, b->proc);
    uint32_t block = 0, index = 1;
    if (!m || !callee) {
        t->p->why = "a call on it is not understood";
        return;
    }
    if (is_active(t, callee))
        t->p->why = "it goes through a function that calls itself";
    struct path_step s = {.kind = PATH_ENTER, .func = m->func, .callee = callee};
    s.call = find_copy(t, m, &block, &index);
    pass_head(t, m, b->stmt, block, index);
    vec_push(&t->p->steps, s);
    vec_push(&t->p->frames, ((struct path_frame){callee, t->frame}));
    t->frame = (uint32_t)t->p->frames.count - 1;
    add_cut(t, callee, 0);
}

/* The call that is returned from: the innermost one entered and not yet left. */
static const struct path_step *call_of(const struct tracing *t)
{
    uint32_t left = 0;
    for (size_t i = t->p->steps.count; i-- > 0;) {
        const struct path_step *s = &t->p->steps.items[i];
        left += s->kind == PATH_RETURN;
        if (s->kind == PATH_ENTER && !left--)
            return s;
    }
    return NULL;
}

static void leave(struct tracing *t, const struct bool_step *b)
{
    const struct pred_mark *m = mark_of(t, b->stmt);
    const struct path_step *call = call_of(t);
    uint32_t block, index;
    if (!call || t->p->frames.items[t->frame].parent == UINT32_MAX) {
        t->p->why = "a return on it is not understood";
        return;
    }
    struct path_step s = {.kind = PATH_RETURN, .func = call->func, .call = call->call, .callee = call->callee};
    if (m)
        s.value = find_copy(t, m, &block, &index)->rhs;
    vec_push(&t->p->steps, s);
    t->frame = t->p->frames.items[t->frame].parent;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static bool calls_body(const struct bool_step *next)
{
    return next->kind == BOOL_STEP_CALL;
}

/* The statements from step `i` on that belong to one of the program; the index of the first that does not. */
static size_t one_stmt(struct tracing *t, size_t i)
{
    const struct bool_step *steps = t->trace->steps;
    const struct pred_mark *m = mark_of(t, steps[i].stmt);
    uint32_t way = UINT32_MAX, block = 0, index = 1;
    size_t k = i;
    if (!m)
        return i + 1;
    const struct cwi_stmt *s = find_copy(t, m, &block, &index);
    pass_head(t, m, steps[i].stmt, block, index);
    for (; k < t->trace->count && steps[k].kind == BOOL_STEP; k++) {
        if (mark_of(t, steps[k].stmt) != m || (k > i && begins(t, m, steps[k].stmt)))
            break;
        uint32_t here = way_of(t, steps[k].stmt);
        way = here != UINT32_MAX ? here : way;
    }
    bool is_followed = k < t->trace->count && calls_body(&steps[k]) && mark_of(t, steps[k].stmt) == m;
    bool is_last = k == t->trace->count && mark_of(t, t->trace->reached) == m;
    if (is_followed && way != UINT32_MAX)
        add_decision(t, m, way);
    if (!is_followed && !is_last && begins(t, m, steps[i].stmt))
        step_stmt(t, m, s, way);
    return k == i ? i + 1 : k;
}

/* The assertion that fails, where it is one on an argument. */
static void add_failure(struct tracing *t)
{
    const struct pred_mark *m = mark_of(t, t->trace->reached);
    uint32_t block, index;
    if (!m || t->trace->reached->kind != BOOL_ASSERT || t->trace->reached->args[0]->op == BOOL_FALSE)
        return;
    const struct cwi_stmt *s = find_copy(t, m, &block, &index);
    if (s->kind == CWI_CALL && s->arg_count)
        add_condition(t, m->func, s->args[0], false);
}

void pred_path_build(struct path *p, const struct pred_abstraction *made, const struct bool_answer *trace)
{
    struct tracing t = {.p = p, .x = p->x, .made = made, .trace = trace};
    if (trace->cut)
        p->why = "it is too long";
    vec_push(&p->frames, ((struct path_frame){p->x->entry, UINT32_MAX}));
    add_cut(&t, p->x->entry, 0);
    for (size_t i = 0; i < trace->count && !p->why;) {
        const struct bool_step *s = &trace->steps[i];
        if (s->kind == BOOL_STEP) {
            i = one_stmt(&t, i);
            continue;
        }
        if (s->kind == BOOL_STEP_CALL)
            enter(&t, s);
        else if (s->kind == BOOL_STEP_RETURN)
            leave(&t, s);
        i++;
    }
    if (!p->why)
        add_failure(&t);
}

/* The way out of the last statement of a block to another block. */
static uint32_t way_to(const struct cwi_stmt *s, uint32_t block)
{
    for (uint32_t i = 0; i < s->target_count; i++)
        if (s->targets[i] == block)
            return s->kind == CWI_SWITCH ? 0 : i;
    for (uint32_t i = 0; i < s->case_count; i++)
        if (s->cases[i].target == block)
            return i + 1;
    return UINT32_MAX;
}

void pred_path_of_blocks(struct path *p, cwi_id func, const uint32_t *blocks, uint32_t count)
{
    struct tracing t = {.p = p, .x = p->x};
    vec_push(&p->frames, ((struct path_frame){func, UINT32_MAX}));
    for (uint32_t i = 0; i + 1 < count; i++) {
        const struct cwi_block *b = &p->x->funcs[func].blocks[blocks[i]];
        for (uint32_t k = 0; k < b->count; k++) {
            struct pred_mark m = {.func = func, .stmt = &b->stmts[k]};
            step_stmt(&t, &m, &b->stmts[k], k + 1 == b->count ? way_to(&b->stmts[k], blocks[i + 1]) : 0);
        }
    }
}

void pred_path_free(struct path *p)
{
    vec_free(&p->steps);
    vec_free(&p->cuts);
    vec_free(&p->frames);
    vec_free(&p->decisions);
    vec_free(&p->inputs);
}
