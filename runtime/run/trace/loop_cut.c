/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops that may be cut: what a turn may change, which is found once, before any trial.
 */
#include "loop_cut.h"
#include "trace.h"

/* ---- what a loop may change -------------------------------------------------------------------------------------- */

struct changes {
    const struct cwi_unit *u;
    bool *changed;    /* by variable */
    bool *is_called;  /* by function: a turn may come there */
    bool is_indirect; /* something is written, or called, that nobody names here */
};

static cwi_id base_of(const struct cwi_expr *e)
{
    while (e->kind == CWI_FIELD || e->kind == CWI_INDEX)
        e = e->a;
    return e->kind == CWI_VAR ? e->ref : 0;
}

static bool note_call(void *changes, const struct cwi_expr *e)
{
    if (e->kind == CWI_FUNCREF)
        ((struct changes *)changes)->is_called[e->ref] = true;
    return true;
}

static bool note_address(void *cuts, const struct cwi_expr *e)
{
    struct cuts *c = cuts;
    if (e->kind == CWI_FUNCREF)
        c->is_known[e->ref] = true;
    if (e->kind == CWI_ADDR)
        c->is_exposed[base_of(e->a)] = true;
    return true;
}

/* What somebody has the address of: a function that is called by its name is not. */
static void note_addresses(void *cuts, const struct cwi_stmt *s)
{
    struct cuts *c = cuts;
    cwi_expr_walk(s->lhs, note_address, c);
    if (s->kind != CWI_CALL || s->rhs->kind != CWI_FUNCREF)
        cwi_expr_walk(s->rhs, note_address, c);
    for (uint32_t k = 0; k < s->arg_count; k++)
        cwi_expr_walk(s->args[k], note_address, c);
}

static void find_addresses(const struct cwi_unit *u, struct cuts *c)
{
    c->is_known = base_mem_zalloc(u->funcs.count + 1);
    c->is_exposed = base_mem_zalloc(u->vars.count + 1);
    cwi_unit_walk(u, note_addresses, c);
    for (cwi_id v = 1; v < u->vars.count; v++)
        for (uint32_t i = 0; i < cwi_var_of(u, v)->init_count; i++)
            if (cwi_var_of(u, v)->init[i].value)
                cwi_expr_walk(cwi_var_of(u, v)->init[i].value, note_address, c);
}

static void note_statement(void *changes, const struct cwi_stmt *s)
{
    struct changes *c = changes;
    if (s->lhs) {
        c->changed[base_of(s->lhs)] = true;
        c->is_indirect |= !base_of(s->lhs);
    }
    for (uint32_t k = 0; k < s->outputs; k++) /* of an asm */
        c->changed[base_of(s->args[k])] = c->is_indirect = true;
    c->is_indirect |= s->clobbers_memory || (s->kind == CWI_FORGET && !s->lhs);
    cwi_stmt_walk(s, note_call, c);
    if (s->kind != CWI_CALL)
        return;
    bool is_known = s->rhs->kind == CWI_FUNCREF;
    c->is_indirect |= !is_known || (!cwi_func_of(c->u, s->rhs->ref)->block_count && s->arg_count);
}

/* Those that are called by those that are known to be called; whoever calls one that he does not name, or the library,
 * may come to all whose address is known. */
static void follow_calls(struct changes *c, const struct cuts *all)
{
    bool *is_done = base_mem_zalloc(c->u->funcs.count + 1);
    for (bool any = true; any;) {
        any = false;
        for (cwi_id f = 1; f < c->u->funcs.count; f++) {
            bool is_known = all->is_known[f] || cwi_func_of(c->u, f)->is_exposed;
            if (is_done[f] || !(c->is_called[f] || (c->is_indirect && is_known)))
                continue;
            any = is_done[f] = true;
            cwi_func_walk(cwi_func_of(c->u, f), note_statement, c);
        }
    }
    free(is_done);
}

static void find_changes(const struct cwi_unit *u, const struct cuts *all, const struct cwi_func *f,
                         const bool *in_loop, bool *changed)
{
    struct changes c = {.u = u, .changed = changed};
    c.is_called = base_mem_zalloc(u->funcs.count + 1);
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; in_loop[b] && i < f->blocks[b].count; i++)
            note_statement(&c, &f->blocks[b].stmts[i]);
    follow_calls(&c, all);
    for (cwi_id v = 1; v < u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(u, v);
        changed[v] |= x->is_volatile || (c.is_indirect && (x->is_exposed || all->is_exposed[v]));
    }
    free(c.is_called);
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

struct run_cells VEC(struct run_cut_cell);

static void add_cells(const struct machine *m, struct run_cells *out, cwi_id var, cwi_id type, uint64_t offset)
{
    enum { MOST = 1 << 14 };
    const struct cwi_type *t = cwi_type_of(m->u, type);
    struct shape s = run_shape_of(m->u, type);
    bool has_bits = false;
    for (uint32_t i = 0; i < t->field_count; i++)
        has_bits |= t->fields[i].bit_width != 0;
    if (s.form == FORM_INT && !s.is_pointer && s.size <= 8 && (s.bits == 1 || s.bits == 8 * s.size))
        vec_push(out, ((struct run_cut_cell){.var = var, .offset = offset, .bits = s.bits, .is_signed = s.is_signed}));
    size_t before = out->count;
    if (t->kind == CWI_ARRAY && t->count != CWI_UNKNOWN)
        for (uint64_t i = 0; i < t->count && out->count < MOST && (!i || out->count > before); i++)
            add_cells(m, out, var, t->of, offset + i * cwi_type_of(m->u, t->of)->size);
    for (uint32_t i = 0; t->kind == CWI_STRUCT && !has_bits && i < t->field_count; i++)
        add_cells(m, out, var, t->fields[i].type, offset + t->fields[i].offset);
    for (uint64_t i = 0; (t->kind == CWI_UNION || has_bits) && i < t->size && out->count < MOST; i++)
        vec_push(out, ((struct run_cut_cell){.var = var, .offset = offset + i, .bits = 8, .is_part = true}));
}

/* No temporary of the compiler's: `_1`, `D.2`. */
static bool is_users(const struct cwi_var *v)
{
    bool is_number = v->name && *v->name == '_' && strspn(v->name + 1, "0123456789") == strlen(v->name + 1);
    return v->name && !is_number && !strchr(v->name, '.') && v->at.line;
}

static bool has_slot(const struct machine *m, cwi_id var)
{
    const struct func_code *fn = &m->funcs[cwi_var_of(m->u, var)->owner];
    return fn->id && var >= fn->first_var && var - fn->first_var < fn->var_count &&
           fn->slot_of[var - fn->first_var] != UINT32_MAX;
}

/* It can be named where the loop is: a static, a variable of the function, or one that somebody has the address of. */
static bool is_seen(const struct machine *m, const struct cut_loop *l, cwi_id var)
{
    const struct cwi_var *x = cwi_var_of(m->u, var);
    if (m->statics[var])
        return !x->is_const;
    return x->owner && is_users(x) && has_slot(m, var) && (x->owner == l->func || x->is_address_taken);
}

/* False: there are too many. */
static bool find_cells(const struct machine *m, struct cut_loop *l)
{
    enum { MOST_LEAVES = 1024, OF_ONE = 40 };
    bool is_few = true;
    for (cwi_id v = 1; v < m->u->vars.count && is_few; v++) {
        struct run_cells cells = {0};
        if (is_seen(m, l, v))
            add_cells(m, &cells, v, cwi_var_of(m->u, v)->type, 0);
        for (size_t i = 0; i < cells.count; i++)
            cells.items[i].is_changed = l->changed[v];
        for (size_t i = 0, n = 0; i < cells.count && n < OF_ONE && l->cell_count < CUT_CELLS; i++)
            if (!cells.items[i].is_part) {
                l->cells[l->cell_count++] = cells.items[i];
                n++;
            }
        for (size_t i = 0; i < cells.count && l->changed[v]; i++)
            vec_push(&l->leaves, cells.items[i]);
        is_few = l->leaves.count <= MOST_LEAVES;
        vec_free(&cells);
    }
    return is_few;
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

static void find_statements(const struct func_code *fn, const bool *in_loop, uint32_t head, struct cut_loop *l)
{
    for (uint32_t k = 0; k < fn->instr_count; k++)
        for (uint32_t b = 0; b < fn->f->block_count; b++) {
            const struct cwi_block *x = &fn->f->blocks[b];
            if (!in_loop[b] || fn->code[k].src < x->stmts || fn->code[k].src >= x->stmts + x->count)
                continue;
            l->contains[k] = true;
            if (b == head && !l->head)
                l->head = &fn->code[k];
        }
}

static void free_loop(struct cut_loop *l)
{
    free(l->contains);
    free(l->changed);
    vec_free(&l->leaves);
    *l = (struct cut_loop){0};
}

uint32_t run_cut_add(struct run_trials *t, cwi_id func, const bool *in_loop, uint32_t head)
{
    struct cuts *c = &t->cuts;
    const struct machine *m = t->m;
    const struct func_code *fn = &m->funcs[func];
    if (!c->shared && !(c->shared = run_share(sizeof *c->shared)))
        return CUT_NONE;
    t->trace.cuts = c;
    if (!c->is_known)
        find_addresses(m->u, c);
    if (c->count == CUT_LOOPS || !fn->code)
        return CUT_NONE;
    struct cut_loop *l = &c->loops[c->count];
    *l = (struct cut_loop){.func = func, .shared = &c->shared->loops[c->count]};
    l->contains = base_mem_zalloc(fn->instr_count + 1);
    l->changed = base_mem_zalloc(m->u->vars.count + 1);
    find_statements(fn, in_loop, head, l);
    find_changes(m->u, c, fn->f, in_loop, l->changed);
    if (!l->head || !find_cells(m, l)) {
        free_loop(l);
        return CUT_NONE;
    }
    return c->count++;
}

void run_cut_begin(struct cuts *c)
{
    c->is_free = c->has_forgotten = false;
    for (uint32_t i = 0; i < c->count; i++) {
        struct cut_loop *l = &c->loops[i];
        l->is_inside = false;
        l->serial = 0;
        l->turns = l->decisions = l->rows = 0;
        l->exits = 0;
    }
}

void run_cut_free(struct cuts *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        free_loop(&c->loops[i]);
    free(c->is_known);
    free(c->is_exposed);
    run_unshare(c->shared, sizeof *c->shared);
}

/* ---- what trials read and write ---------------------------------------------------------------------------------- */

void run_cut_set(struct run_trials *t, uint32_t loop)
{
    t->cuts.shared->loops[loop].is_cut = true;
}

void run_cut_set_task(struct run_trials *t, enum run_cut_task task)
{
    t->cuts.shared->task = task;
}

void run_cut_start(struct run_trials *t, uint32_t loop, uint32_t row)
{
    struct cuts_shared *s = t->cuts.shared;
    s->task = CUT_STARTS;
    s->start_loop = loop;
    s->start_row = row;
}

uint32_t run_cut_turns(const struct run_trials *t, uint32_t loop)
{
    return t->cuts.shared->loops[loop].turns;
}

void run_cut_note_turns(struct run_trials *t, uint32_t loop, uint32_t turns)
{
    struct cut_shared *s = &t->cuts.shared->loops[loop];
    s->turns = turns > s->turns ? turns : s->turns;
}

const struct run_cut_cell *run_cut_cells(const struct run_trials *t, uint32_t loop, uint32_t *count)
{
    *count = t->cuts.loops[loop].cell_count;
    return t->cuts.loops[loop].cells;
}

uint32_t run_cut_rows(const struct run_trials *t, uint32_t loop, const int64_t (**rows)[CUT_CELLS],
                      const bool **undefined)
{
    const struct cut_shared *s = &t->cuts.shared->loops[loop];
    *rows = (const int64_t(*)[CUT_CELLS])s->rows;
    *undefined = s->undefined;
    return s->row_count;
}

struct run_cut_candidate *run_cut_candidates(struct run_trials *t, uint32_t loop, uint32_t **count)
{
    *count = &t->cuts.shared->loops[loop].candidate_count;
    return t->cuts.shared->loops[loop].candidates;
}

struct run_cut_modes *run_cut_modes(struct run_trials *t, uint32_t loop)
{
    return &t->cuts.shared->loops[loop].modes;
}

bool run_cut_is_mode_new(const struct run_trials *t, uint32_t loop)
{
    return t->cuts.shared->loops[loop].is_mode_new;
}

const bool *run_cut_broken(const struct run_trials *t, uint32_t loop)
{
    return t->cuts.shared->loops[loop].broken;
}

bool run_cut_is_any_broken(const struct run_trials *t, uint32_t loop)
{
    const struct cut_shared *s = &t->cuts.shared->loops[loop];
    bool any = s->is_mode_new;
    for (uint32_t i = 0; i < s->candidate_count; i++)
        any |= s->broken[i];
    return any;
}

void run_cut_break(struct run_trials *t, uint32_t loop, uint32_t candidate)
{
    t->cuts.shared->loops[loop].broken[candidate] = true;
}

void run_cut_break_modes(struct run_trials *t, uint32_t loop)
{
    t->cuts.shared->loops[loop].is_mode_new = true;
}

void run_cut_forget(struct run_trials *t)
{
    for (uint32_t i = 0; i < t->cuts.count; i++) {
        memset(t->cuts.shared->loops[i].broken, 0, sizeof t->cuts.shared->loops[i].broken);
        t->cuts.shared->loops[i].is_mode_new = false;
    }
}
