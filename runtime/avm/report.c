/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What users are told: what was forgotten and where, which branches abstraction could not decide and why, what made
 * most states, and the text of states and steps.
 */
#include "eval.h"
#include "explore.h"
#include "prepare.h"
#include "report.h"

/* ---- names and values -------------------------------------------------------------------------------------------- */

static void member_path(const struct avm *m, cwi_id type, uint64_t offset, uint8_t bit_pos, struct buf *out)
{
    const struct cwi_type *t = cwi_type_of(m->u, type);
    if (t->kind == CWI_ARRAY) {
        uint64_t stride = cwi_type_of(m->u, t->of)->size;
        buf_printf(out, "[%llu]", (unsigned long long)(stride ? offset / stride : 0));
        member_path(m, t->of, stride ? offset % stride : 0, bit_pos, out);
        return;
    }
    for (uint32_t i = 0; t->kind == CWI_STRUCT && i < t->field_count; i++) {
        const struct cwi_field *f = &t->fields[i];
        uint64_t size = cwi_type_of(m->u, f->type)->size;
        if (offset < f->offset || offset >= f->offset + size || (f->bit_width && f->bit_pos != bit_pos))
            continue;
        if (f->name)
            buf_printf(out, ".%s", f->name);
        member_path(m, f->type, offset - f->offset, bit_pos, out);
        return;
    }
}

void avm_cell_name(const struct avm *m, const struct cell *c, struct buf *out)
{
    const struct cwi_var *v = cwi_var_of(m->u, c->var);
    buf_puts(out, v->name ? v->name : "a temporary");
    member_path(m, v->type, c->offset, c->bit_pos, out);
}

static const char *object_name(const void *context, uint32_t object)
{
    const struct avm *m = context;
    if (object & OBJECT_HEAP)
        return "block";
    if (object & OBJECT_FUNCTION)
        return cwi_func_of(m->u, object & OBJECT_ID)->name;
    const struct cwi_var *v = cwi_var_of(m->u, object);
    return v->name ? v->name : "literal";
}

void avm_print_value(const struct avm *m, struct vs_type t, vs v, struct buf *out)
{
    vs_print(m->pool, t, v, out, object_name, m);
}

const char *avm_call_name(const struct avm *m, const struct cwi_stmt *call)
{
    return call && call->rhs && call->rhs->kind == CWI_FUNCREF ? cwi_func_of(m->u, call->rhs->ref)->name
                                                               : "a function called through a pointer";
}

/* ---- losses ------------------------------------------------------------------------------------------------------ */

void avm_lose(struct avm *m, struct cwi_place at, cwi_id func, const char *text)
{
    uint64_t key = base_hash_bytes(text, strlen(text), (uint64_t)at.file << 48 ^ (uint64_t)at.line << 16 ^ at.col);
    uint32_t i;
    if (base_map64_get(&m->loss_of, key, &i)) {
        m->losses.items[i].count++;
        return;
    }
    base_map64_put(&m->loss_of, key, (uint32_t)m->losses.count);
    struct avm_loss l = {at, func, arena_str(m->arena, text), 1};
    vec_push(&m->losses, l);
}

/* ---- undecided branches ------------------------------------------------------------------------------------------ */

/* Only of functions that are elsewhere may a user say that their results are chosen by the environment. */
static const char *advice_on_result(struct avm *m, const struct cwi_func *f)
{
    if (f->block_count)
        return arena_printf(m->arena, "track what '%s' computes it from", f->name);
    struct effect known;
    if (pt_effect_by_name(cwi_base_name(f->asm_name ? f->asm_name : f->name), &known))
        return NULL;
    return arena_printf(m->arena, "declare '%s' as input if every result is possible at every call", f->name);
}

static const struct cwi_expr *culprit(struct avm *m, struct work *s, const struct node *n)
{
    if (!n)
        return NULL;
    if (n->kind == N_ANY)
        return n->src;
    if (n->kind == N_BOUND)
        return culprit(m, s, avm_bound(m, n));
    if (n->kind == N_SLOT || n->kind == N_ELEM || n->kind == N_LOAD) {
        struct work copy = *s;
        return vs_is_small(avm_eval(m, &copy, n)) ? NULL : n->src;
    }
    const struct cwi_expr *e = culprit(m, s, n->a);
    e = e ? e : culprit(m, s, n->b);
    return e ? e : culprit(m, s, n->c);
}

/* What a user writes to have it tracked so; elements of arrays have the abstraction of the whole. */
const char *avm_pragma_for(struct avm *m, cwi_id var, const char *cell, const char *abstraction)
{
    cwi_id owner = cwi_var_of(m->u, var)->owner;
    size_t length = strcspn(cell, "[");
    return arena_printf(m->arena, "'#pragma cwolf abstract %.*s : %s'%s%s%s", (int)length, cell, abstraction,
                        owner ? " in '" : "", owner ? cwi_func_of(m->u, owner)->name : "", owner ? "'" : "");
}

struct untracked {
    const struct avm *m;
    const struct cwi_expr *found;
};

static bool find_untracked(void *context, const struct cwi_expr *e)
{
    struct untracked *x = context;
    cwi_id var = !x->found && cwi_is_lvalue(e) ? avm_base_var(e) : 0;
    if (var && cwi_var_of(x->m->u, var)->linkage != CWI_TEMP && !x->m->objects[var].count)
        x->found = e;
    return !x->found;
}

static bool is_exact(const struct avm *m, cwi_id var)
{
    const struct object *o = &m->objects[var];
    bool all = o->count > 0;
    for (uint32_t i = 0; i < o->count; i++)
        all &= m->cells.items[o->first + i].keeps;
    return all;
}

static const char *advice_on_cell(struct avm *m, cwi_id var, const char *cell)
{
    if (!m->objects[var].count)
        return arena_printf(m->arena, "track '%s' (now ignored): %s", cell, avm_pragma_for(m, var, cell, "exact"));
    if (is_exact(m, var))
        return arena_printf(m->arena, "'%s' may have more than one value here, though it is tracked exactly", cell);
    return arena_printf(m->arena, "'%s' is tracked too coarsely: %s", cell, avm_pragma_for(m, var, cell, "exact"));
}

static void describe(struct avm *m, const struct cwi_expr *e, struct avm_undecided *u)
{
    struct buf b = {0};
    while (e && e->kind == CWI_UNARY)
        e = e->a;
    if (!e)
        return;
    u->var = cwi_is_lvalue(e) ? avm_base_var(e) : 0;
    const struct cwi_var *v = u->var ? cwi_var_of(m->u, u->var) : NULL;
    if (v && v->linkage == CWI_TEMP) {
        const struct cwi_func *callee = avm_result_of(m, u->var);
        u->cell = callee ? arena_printf(m->arena, "result of %s", callee->name) : "a value computed here";
        u->advice = callee ? advice_on_result(m, callee) : "track the variables it is computed from";
        u->var = 0;
        return;
    }
    avm_print_expr(m, e, &b);
    u->cell = arena_str(m->arena, buf_str(&b));
    if (u->var && m->objects[u->var].is_shared)
        u->advice =
            arena_printf(m->arena, "'%s' may change at any time (volatile, or written by an interrupt)", u->cell);
    else if (avm_type(m, e->type).kind == VS_FLOAT && !m->has_floats)
        u->advice = arena_printf(m->arena,
                                 "'%s' is a floating-point number, and the program computes with them as no "
                                 "standard says (-ffast-math, -ffp-contract, x87)",
                                 u->cell);
    else if (u->var)
        u->advice = advice_on_cell(m, u->var, u->cell);
    buf_free(&b);
}

static const char *vague_advice(struct avm *m, const struct node *cond)
{
    struct buf text = {0};
    if (cond && cond->src)
        avm_print_condition(m, cond->src, &text);
    const char *advice =
        arena_printf(m->arena, "what %s compares is not known well enough", text.size ? buf_str(&text) : "the branch");
    buf_free(&text);
    return advice;
}

void avm_undecide(struct avm *m, struct work *s, const struct cwi_stmt *stmt, const struct node *cond)
{
    const struct code *c = &m->code.items[s->w[W_PC]];
    uint64_t key = (uint64_t)(uintptr_t)(stmt ? (const void *)stmt : c);
    uint32_t i;
    if (base_map64_get(&m->undecided_of, key, &i)) {
        m->undecided.items[i].count++;
        return;
    }
    base_map64_put(&m->undecided_of, key, (uint32_t)m->undecided.count);
    struct avm_undecided u = {.at = stmt && stmt->at.line ? stmt->at : c->at,
                              .func = c->fn->func,
                              .count = 1,
                              .cell = "a value",
                              .advice = vague_advice(m, cond)};
    const struct cwi_expr *e = culprit(m, s, cond);
    struct untracked x = {.m = m};
    if (!e && cond && cond->src)
        cwi_expr_walk(cond->src, find_untracked, &x);
    describe(m, e ? e : x.found, &u);
    vec_push(&m->undecided, u);
}

static int by_count(const void *a, const void *b)
{
    uint64_t x = ((const struct avm_undecided *)a)->count, y = ((const struct avm_undecided *)b)->count;
    return x > y ? -1 : x < y;
}

void avm_report(struct avm *m)
{
    struct avm_model *out = m->model;
    if (m->undecided.count)
        qsort(m->undecided.items, m->undecided.count, sizeof *m->undecided.items, by_count);
    out->undecided = vec_to_arena(&m->undecided, m->arena);
    out->undecided_count = (uint32_t)m->undecided.count;
    out->losses = vec_to_arena(&m->losses, m->arena);
    out->loss_count = (uint32_t)m->losses.count;
    avm_report_doubts(m);
    out->assumptions = vec_to_arena(&m->assumptions, m->arena);
    out->assumption_count = (uint32_t)m->assumptions.count;
    out->origins = m->origins.items;
    out->origin_count = (uint32_t)m->origins.count;
    if (out->end != AVM_COMPLETE || out->states > 100000)
        avm_report_growth(m);
    uint32_t rules;
    const struct ev_rule *const *all = ev_all(m->events, &rules);
    struct VEC(const struct note *) unused = {0};
    for (uint32_t i = 0; i < rules; i++)
        if (!m->rule_fired[all[i]->index] && !all[i]->note->from_table)
            vec_push(&unused, all[i]->note);
    out->refused = m->refused.items;
    out->refused_count = (uint32_t)m->refused.count;
    out->unused = vec_to_arena(&unused, m->arena);
    out->unused_count = (uint32_t)unused.count;
    vec_free(&unused);
}

/* ---- states and steps -------------------------------------------------------------------------------------------- */

static void print_place(const struct avm *m, const struct code *c, struct buf *out)
{
    struct place p = cwi_place_text(m->u, c->at);
    buf_printf(out, "%s", cwi_func_of(m->u, c->fn->func)->name);
    if (p.line)
        buf_printf(out, " %s:%u", p.file ? p.file : "?", p.line);
}

void avm_print_state(const struct avm_model *model, uint32_t state, struct buf *out)
{
    const struct avm *m = model->machine;
    vs *w = base_mem_alloc(m->scratch_max * sizeof *w);
    uint32_t n;
    avm_words(m, state, w, &n);
    uint32_t pc = w[W_PC];
    if (pc >= m->chain_base) {
        buf_puts(out, "between two events\n");
        pc = final_pc(m, pc);
    }
    if (pc >= PC_ERROR && pc < PC_CODE) {
        buf_puts(out, "in a state that nothing is known about\n");
    } else if (pc == PC_HALT) {
        buf_puts(out, "ended\n");
    } else {
        buf_printf(out, "%u ", pc);
        print_place(m, &m->code.items[pc], out);
        buf_putc(out, '\n');
        for (uint32_t ctx = w[W_CTX]; ctx && m->contexts.items[ctx].callers.count;
             ctx = m->contexts.items[ctx].callers.items[0].ctx) {
            buf_puts(out, "called from ");
            print_place(m, &m->code.items[m->contexts.items[ctx].callers.items[0].pc], out);
            buf_puts(out, m->contexts.items[ctx].is_joined ? " and others\n" : "\n");
            if (m->contexts.items[ctx].is_joined)
                break;
        }
    }
    for (uint32_t i = W_GLOBALS; i < n; i++) {
        const struct cell *c = i < m->frame_base ? m->global_cells[i - W_GLOBALS]
                               : is_last(pc)     ? NULL
                                                 : m->code.items[pc].fn->frame_cells[i - m->frame_base];
        if (!c || w[i] == VS_TOP || c->is_temp)
            continue;
        cwi_id owner = cwi_var_of(m->u, c->var)->owner;
        if (owner)
            buf_printf(out, "%s: ", cwi_func_of(m->u, owner)->name);
        avm_cell_name(m, c, out);
        buf_puts(out, " = ");
        avm_print_value(m, c->t, w[i], out);
        buf_putc(out, '\n');
    }
    free(w);
}

/* What the cell of an lvalue holds in a state, when it is tracked and in scope there. */
static bool print_cell_value(const struct avm *m, const struct cwi_expr *e, uint32_t state, struct buf *out)
{
    cwi_id var = avm_base_var(e);
    if (!var || !m->objects[var].count || e->kind != CWI_VAR)
        return false;
    const struct cell *c = &m->cells.items[m->objects[var].first];
    vs *w = base_mem_alloc(m->scratch_max * sizeof *w);
    uint32_t n;
    avm_words(m, state, w, &n);
    bool shown = c->slot < n;
    if (shown) {
        buf_puts(out, " is ");
        avm_print_value(m, c->t, w[c->slot], out);
    }
    free(w);
    return shown;
}

void avm_print_step(const struct avm_model *model, uint32_t from, uint64_t transition, struct buf *out)
{
    (void)from;
    const struct avm *m = model->machine;
    const struct avm_origin *o = &model->origins[model->graph->origin[transition]];
    if (o->chosen) {
        buf_puts(out, o->chosen);
    } else if (o->why == AVM_INPUT && o->blame && cwi_is_lvalue(o->blame) && o->outcome < 0) {
        buf_puts(out, "input: '");
        avm_print_expr(m, o->blame, out);
        buf_puts(out, "'");
        print_cell_value(m, o->blame, model->graph->target[transition], out);
    } else if (o->blame && o->outcome >= 0) {
        buf_puts(out, o->why == AVM_INPUT ? "input: " : "");
        avm_print_condition(m, o->blame, out);
        buf_printf(out, " is %s%s", o->outcome ? "true" : "false",
                   o->why == AVM_LOST ? " (assumed: its value is not tracked)" : "");
    } else if (o->stmt && o->stmt->kind == CWI_IF && o->outcome >= 0) {
        avm_print_condition(m, o->stmt->rhs, out);
        buf_printf(out, " is %s", o->outcome ? "true" : "false");
    } else if (o->stmt && o->stmt->kind == CWI_SWITCH) {
        buf_puts(out, "switch on '");
        avm_print_expr(m, o->stmt->rhs, out);
        buf_puts(out, "'");
    } else if (o->stmt && o->stmt->kind == CWI_CALL && o->stmt->rhs) {
        buf_printf(out, "calls '%s'", avm_call_name(m, o->stmt));
    } else if (o->stmt && o->stmt->kind == CWI_RETURN) {
        buf_printf(out, "returns from '%s'", o->func ? cwi_func_of(m->u, o->func)->name : "?");
    }
}

const struct avm_origin *avm_origin_of(const struct avm_model *m, uint64_t transition)
{
    uint32_t id = m->graph->origin ? m->graph->origin[transition] : UINT32_MAX;
    return id < m->origin_count ? &m->origins[id] : NULL;
}

static uint32_t pc_of(const struct avm *m, uint32_t state)
{
    uint32_t n;
    avm_words(m, state, m->step_words, &n);
    return m->step_words[W_PC];
}

/* The first case that is in the row, which is made of some. */
static uint32_t case_of(const struct avm *m, const struct code *c, const struct switch_row *row)
{
    uint32_t k = 0;
    while (k + 1 < c->stmt->case_count && !vs_contains(m->pool, c->value->t, row->values, c->stmt->cases[k].lo))
        k++;
    return k;
}

const struct cwi_stmt *avm_branch_of(const struct avm_model *model, uint64_t transition, uint32_t *way)
{
    const struct avm *m = model->machine;
    uint32_t from = pc_of(m, lts_source(model->graph, transition)), to = pc_of(m, model->graph->target[transition]);
    const struct code *c = from >= PC_CODE && from < m->chain_base ? &m->code.items[from] : NULL;
    bool is_switch = c && c->end == END_SWITCH && c->stmt && c->stmt->kind == CWI_SWITCH;
    bool is_if = c && c->end == END_IF && c->stmt && c->stmt->kind == CWI_IF;
    *way = UINT32_MAX;
    for (uint32_t i = 0; is_switch && i < c->row_count; i++)
        if (c->rows[i].next == to)
            *way = c->stmt->target_count + case_of(m, c, &c->rows[i]);
    for (uint32_t i = 0; (is_if || is_switch) && *way == UINT32_MAX && i < c->stmt->target_count; i++)
        if (c->next[i] == to)
            *way = i;
    return *way == UINT32_MAX ? NULL : c->stmt;
}
