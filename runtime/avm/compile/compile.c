/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Statements to code: where blocks are cut, what each does, where it goes on.
 *
 * A code is cut after what may emit labels, before it where an earlier choice could be mistaken for part of the event,
 * at calls of functions with bodies, and where a property looks. While a function is compiled, targets are labels:
 * block numbers, and numbers above them for the cuts; they become program counters at the end.
 */
#include "compile.h"
#include "runtime/avm/memory/memory.h"
#include "runtime/avm/prepare.h"

static bool zero_constant(const struct cwi_expr *e)
{
    return e->kind == CWI_CONST && e->value == 0;
}

/* A volatile input that is read, converted perhaps: an operation of its own, whose result stays pending until it is
 * stored. */
static const struct node *read_input(struct comp *k, const struct cwi_stmt *s, const struct node *n)
{
    if (n->kind == N_UNARY && n->op == VS_CONVERT) {
        const struct node *a = read_input(k, s, n->a);
        struct node *copy = arena_copy(k->m->arena, n, sizeof *n);
        copy->a = a;
        return a == n->a ? n : copy;
    }
    const struct node *result =
        n->kind == N_ANY && n->is_volatile && n->src ? avm_comp_result(k->m, n->src->type) : NULL;
    if (!result || n->t.kind != VS_INT || memcmp(&result->t, &n->t, sizeof n->t))
        return n;
    if (k->may_fork)
        avm_comp_cut(k, s);
    avm_comp_op(k, (struct op){.kind = OP_INPUT, .stmt = s, .value = n});
    return result;
}

static bool value_may_trap(const struct avm *m, const struct node *n)
{
    if (!n || n->kind == N_CONST || n->kind == N_SLOT || n->kind == N_ANY)
        return false;
    bool divides = n->kind == N_BINARY && (n->op == VS_DIV || n->op == VS_MOD || n->op == VS_EXACTDIV ||
                                           n->op == VS_FLOORDIV || n->op == VS_CEILDIV || n->op == VS_FLOORMOD);
    return divides || n->kind == N_LOAD || n->kind == N_ELEM || value_may_trap(m, n->a) || value_may_trap(m, n->b) ||
           value_may_trap(m, n->c) || (n->may_overflow && (n->traps || avm_asks(m, AVM_DOUBT_OVERFLOW)));
}

/* A place in memory whose address is not known here. */
static bool place_may_trap(const struct target *t)
{
    return t && t->kind == P_MEM && t->index && t->index->kind != N_CONST;
}

/* It may be undefined, whatever becomes of its result. */
static bool may_trap(const struct avm *m, const struct op *op)
{
    return value_may_trap(m, op->value) || place_may_trap(&op->to) || place_may_trap(op->from);
}

static void compile_assign(struct comp *k, const struct cwi_stmt *s)
{
    struct avm *m = k->m;
    struct target to = avm_target(m, s->lhs);
    const struct events *events = avm_events(m, &(struct event_site){.stmt = s, .func = k->fn->func, .to = &to});
    struct op op = {.kind = OP_STORE, .to = to, .stmt = s, .events = events};
    if (!has_type(to.t)) {
        struct target *from = NULL;
        op.kind = zero_constant(s->rhs) ? OP_ZERO : OP_COPY;
        if (to.kind != P_NONE || m->cfg.checks_accesses)
            op.to = avm_memory(m, s->lhs);
        if (cwi_is_lvalue(s->rhs)) {
            from = ARENA_NEW(m->arena, struct target);
            *from = avm_memory(m, s->rhs);
        }
        op.from = from;
    } else {
        op.value = read_input(k, s, avm_lower_in(m, k->fn->func, s->rhs));
    }
    if (to.base && cwi_var_of(m->u, to.base)->is_foreign)
        avm_comp_op(k, (struct op){.kind = OP_FORGET,
                                   .stmt = s,
                                   .text = arena_printf(m->arena,
                                                        "'%s' is defined by something without a fragment: it may be "
                                                        "a part of any other variable",
                                                        cwi_var_of(m->u, to.base)->name)});
    if (to.kind == P_NONE && !events && !(m->cfg.checks_accesses && may_trap(m, &op)) &&
        !avm_comp_is_looked_at(k, &to) && !avm_comp_writes_global(k, &to))
        return;
    bool was_fork = k->may_fork, is_input = k->ops.count && k->ops.items[k->ops.count - 1].kind == OP_INPUT;
    avm_comp_op(k, op);
    if (is_input || (k->may_fork && !was_fork))
        avm_comp_stand(k, s);
    avm_comp_look_after(k, &to, s);
}

static void compile_asm(struct comp *k, const struct cwi_stmt *s)
{
    struct avm *m = k->m;
    const char *text = "inline assembler: what it writes is forgotten";
    for (uint32_t i = 0; i < s->outputs; i++) {
        struct target to = avm_target(m, s->args[i]);
        avm_comp_op(k, (struct op){.kind = OP_FORGET, .to = to, .stmt = s, .text = text});
        avm_comp_look_after(k, &to, s);
    }
    if (s->clobbers_memory) {
        avm_comp_op(k, (struct op){.kind = OP_FORGET,
                                   .stmt = s,
                                   .text = "inline assembler: all memory that others can reach is forgotten"});
        avm_comp_look_forgotten(k, s);
    }
}

static void compile_if(struct comp *k, const struct cwi_stmt *s)
{
    const struct events *e = avm_events(k->m, &(struct event_site){.stmt = s, .func = k->fn->func});
    if (e)
        avm_comp_op(k, (struct op){.kind = OP_LABEL, .stmt = s, .events = e});
    avm_comp_close(k, END_IF, s);
    avm_comp_code(k)->value = avm_lower(k->m, s->rhs);
    avm_comp_next(k, s->targets[0]);
    avm_comp_next(k, s->targets[1]);
}

static void compile_switch(struct comp *k, const struct cwi_stmt *s)
{
    struct avm *m = k->m;
    const struct events *e = avm_events(m, &(struct event_site){.stmt = s, .func = k->fn->func});
    if (e)
        avm_comp_op(k, (struct op){.kind = OP_LABEL, .stmt = s, .events = e});
    avm_comp_close(k, END_SWITCH, s);
    struct code *c = avm_comp_code(k);
    c->value = avm_lower(m, s->rhs);
    c->rows = ARENA_ARRAY(m->arena, struct switch_row, s->case_count);
    for (uint32_t i = 0; i < s->case_count; i++) {
        if (c->value->t.kind != VS_INT)
            break;
        vs values = vs_interval(m->pool, c->value->t, s->cases[i].lo, s->cases[i].hi);
        uint32_t r = 0;
        while (r < c->row_count && c->rows[r].next != s->cases[i].target)
            r++;
        if (r == c->row_count)
            c->rows[c->row_count++] = (struct switch_row){values, s->cases[i].target, s};
        else
            c->rows[r].values = vs_join(m->pool, c->value->t, c->rows[r].values, values);
    }
    avm_comp_next(k, s->targets[0]);
}

static void compile_return(struct comp *k, const struct cwi_stmt *s)
{
    struct avm *m = k->m;
    const struct events *e = avm_events(m, &(struct event_site){.stmt = s, .func = k->fn->func});
    if (e)
        avm_comp_op(k, (struct op){.kind = OP_LABEL, .stmt = s, .events = e});
    avm_comp_close(k, END_RETURN, s);
    const struct node *v = s->rhs ? avm_lower(m, s->rhs) : NULL;
    avm_comp_code(k)->value = v && has_type(v->t) ? v : NULL;
    avm_comp_code(k)->whole = avm_whole(m, s->rhs);
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

/* at(FILE:LINE): a state stands where the line is entered. */
static void look_at_place(struct comp *k, const struct cwi_stmt *s)
{
    struct avm *m = k->m;
    bool cut = false;
    for (uint32_t i = 0; i < m->look_count; i++) {
        const struct note *n = m->looks[i].note;
        if (!m->looks[i].is_place || strcmp(n->u.property.logic, "at") != 0 ||
            !avm_is_at(m->u, s->at, n->u.property.target))
            continue;
        if (!cut && (k->ops.count || avm_comp_code(k)->is_return_point))
            avm_comp_cut(k, NULL);
        cut = true;
        avm_comp_look(k, i);
    }
}

static void compile_stmt(struct comp *k, const struct cwi_stmt *s, const struct cwi_stmt *next)
{
    struct avm *m = k->m;
    uint32_t exec_count = 0;
    if (s->at.line && (k->at.line != s->at.line || k->at.file != s->at.file)) {
        const struct rule *exec = avm_exec_rules(m, s->at, &exec_count);
        if (exec_count) {
            if (k->ops.count || avm_comp_code(k)->exec_count)
                avm_comp_cut(k, NULL); /* that line is entered by what follows */
            avm_comp_code(k)->at = s->at;
            avm_comp_code(k)->exec = exec;
            avm_comp_code(k)->exec_count = exec_count;
        }
        k->at = s->at;
        look_at_place(k, s);
    }
    if (avm_asks(m, AVM_DOUBT_BOUNDS) && s->kind != CWI_END)
        avm_comp_check(k, s);
    if (k->set)
        avm_comp_set_look(k, s);
    switch (s->kind) {
    case CWI_ASSIGN:
        compile_assign(k, s);
        return;
    case CWI_CALL:
        avm_comp_call(k, s, next);
        return;
    case CWI_ASM:
        compile_asm(k, s);
        return;
    case CWI_FORGET: {
        struct op op = {.kind = OP_FORGET, .stmt = s, .text = s->text ? s->text : "an unsupported construct"};
        if (s->lhs)
            op.to = avm_target(m, s->lhs);
        avm_comp_op(k, op);
        if (s->lhs)
            avm_comp_look_after(k, &op.to, s);
        else
            avm_comp_look_forgotten(k, s);
        return;
    }
    case CWI_END:
        if (s->lhs && s->lhs->kind == CWI_VAR &&
            (m->objects[s->lhs->ref].count || (avm_asks(m, AVM_DOUBT_BOUNDS) && m->objects[s->lhs->ref].is_sparse)))
            avm_comp_op(k, (struct op){.kind = OP_KILL, .stmt = s, .to = {.base = s->lhs->ref}});
        return;
    case CWI_GOTO:
        avm_comp_close(k, END_GOTO, s);
        avm_comp_next(k, s->targets[0]);
        return;
    case CWI_IF:
        compile_if(k, s);
        return;
    case CWI_SWITCH:
        compile_switch(k, s);
        return;
    case CWI_IGOTO:
        avm_comp_close(k, END_ANY, s);
        avm_comp_code(k)->value = s->rhs ? avm_lower(m, s->rhs) : NULL;
        for (uint32_t i = 0; i < s->target_count; i++)
            avm_comp_next(k, s->targets[i]);
        if (s->arg_count && s->arg_count == s->target_count) {
            const struct node **labels = ARENA_ARRAY(m->arena, const struct node *, s->arg_count);
            for (uint32_t i = 0; i < s->arg_count; i++)
                labels[i] = avm_lower(m, s->args[i]);
            avm_comp_code(k)->labels = labels;
        }
        return;
    case CWI_RETURN:
        compile_return(k, s);
        return;
    default:
        avm_comp_error(k, s,
                       !s->text                   ? CWI_PROMISED_UNREACHED
                       : !strcmp(s->text, "trap") ? "the program traps"
                                                  : s->text);
        return;
    }
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static void look_at_labels(struct comp *k, const struct cwi_block *b)
{
    struct avm *m = k->m;
    for (uint32_t i = 0; i < m->look_count; i++)
        for (uint32_t x = 0; x < b->label_count; x++) {
            if (note_asks_about_label(m->looks[i].note, cwi_func_of(m->u, k->fn->func)->name, b->labels[x])) {
                avm_comp_look(k, i);
                m->looks[i].found = true;
            }
        }
}

static void compile_entry(struct comp *k, const struct cwi_func *f)
{
    struct avm *m = k->m;
    avm_comp_open(k, avm_comp_label(k));
    avm_comp_code(k)->at = f->at;
    for (uint32_t i = 0; i < m->look_count; i++) {
        const struct note *n = m->looks[i].note;
        if (n->u.property.target && !strcmp(n->u.property.logic, "unreachable") &&
            !strcmp(n->u.property.target, f->name)) {
            avm_comp_look(k, i);
            m->looks[i].found = true;
        }
        bool params = false;
        for (uint32_t p = 0; p < f->param_count && m->looks[i].cond; p++)
            params |= avm_comp_expr_names(m->u, n->u.property.expr, f->params[p]);
        if (m->looks[i].is_place && !strcmp(n->u.property.logic, "in"))
            avm_comp_look(k, i);
        if (m->looks[i].cond && (params || (k->fn->func == m->cfg.entry && m->looks[i].scope == 0)))
            avm_comp_look(k, i);
    }
    const struct events *e =
        avm_events(m, &(struct event_site){.func = k->fn->func, .params = f->params, .param_count = f->param_count});
    if (e) {
        static const struct cwi_stmt nowhere;
        avm_comp_op(k, (struct op){.kind = OP_LABEL, .events = e, .stmt = &nowhere});
    }
    avm_comp_close(k, END_GOTO, NULL);
    avm_comp_next(k, 0);
}

static void fill_func(struct avm *m, struct func_code *fn, const struct cwi_func *f)
{
    fn->at = f->at;
    fn->params = ARENA_ARRAY(m->arena, uint32_t, f->param_count);
    fn->param_count = f->param_count;
    for (uint32_t i = 0; i < f->param_count; i++) {
        const struct object *o = &m->objects[f->params[i]];
        fn->params[i] = o->count == 1 && !o->is_sparse && m->cells.items[o->first].offset == 0 ? o->first : UINT32_MAX;
    }
    const struct object *extra = f->extra ? &m->objects[f->extra] : NULL;
    fn->extra = extra && extra->count == 1 ? &m->cells.items[extra->first] : NULL;
    for (uint32_t i = fn->first_local; i < fn->first_local + fn->local_count; i++) {
        const struct object *o = &m->objects[m->locals[i]];
        enum cwi_linkage l = cwi_var_of(m->u, m->locals[i])->linkage;
        if (o->is_global && l != CWI_STATIC && l != CWI_LITERAL)
            fn->reset_count += o->count;
        fn->block_count += o->is_sparse && l != CWI_STATIC && l != CWI_LITERAL;
    }
    fn->blocks = ARENA_ARRAY(m->arena, cwi_id, fn->block_count);
    uint32_t blocks = 0;
    fn->resets = ARENA_ARRAY(m->arena, uint32_t, fn->reset_count);
    uint32_t n = 0;
    for (uint32_t i = fn->first_local; i < fn->first_local + fn->local_count; i++) {
        const struct object *o = &m->objects[m->locals[i]];
        enum cwi_linkage l = cwi_var_of(m->u, m->locals[i])->linkage;
        for (uint32_t c = 0; o->is_global && l != CWI_STATIC && l != CWI_LITERAL && c < o->count; c++)
            fn->resets[n++] = m->cells.items[o->first + c].slot;
        if (o->is_sparse && l != CWI_STATIC && l != CWI_LITERAL)
            fn->blocks[blocks++] = m->locals[i];
    }
    for (size_t i = 0; i < m->notes->list.count; i++) {
        const struct note *x = m->notes->list.items[i];
        if (x->kind == NOTE_ABSTRACT && !x->u.abstract.cell && x->u.abstract.result_of == fn->func)
            fn->result_abs = x->u.abstract.abs;
    }
}

static void compile_func(struct avm *m, struct func_code *fn)
{
    const struct cwi_func *f = cwi_func_of(m->u, fn->func);
    struct comp k = {.m = m, .fn = fn, .next_label = f->block_count};
    m->wraps = f->is_wrapping || m->cfg.unbounded;
    m->traps = f->is_trapping;
    uint32_t first = (uint32_t)m->code.count;
    fill_func(m, fn, f);
    k.set = avm_comp_set_bytes(m, fn);
    fn->entry = first;
    compile_entry(&k, f);
    for (uint32_t b = 0; b < f->block_count; b++) {
        avm_comp_open(&k, b);
        avm_comp_set_enter(k.set, b);
        k.at = (struct cwi_place){0};
        look_at_labels(&k, &f->blocks[b]);
        for (uint32_t i = 0; i < f->blocks[b].count && k.is_open; i++)
            compile_stmt(&k, &f->blocks[b].stmts[i], i + 1 < f->blocks[b].count ? &f->blocks[b].stmts[i + 1] : NULL);
    }
    avm_comp_fix_targets(&k, first);
    if (m->cfg.peephole)
        avm_comp_fuse(&k, first);
    if (m->policy.context == CONTEXT_KEYED)
        avm_mark_results(m, first, (uint32_t)m->code.count);
    avm_frame(m, fn, first, (uint32_t)m->code.count);
    fn->is_compiled = true;
    vec_free(&k.ops);
    vec_free(&k.label_pc);
}

/* The exit of the program: every way out of the entry function goes through it. */
static void compile_exit(struct avm *m, struct func_code *fn)
{
    struct comp k = {.m = m, .fn = fn};
    avm_comp_open(&k, avm_comp_label(&k));
    m->exit_pc = (uint32_t)m->code.count - 1;
    avm_comp_code(&k)->is_return_point = true;
    avm_comp_code(&k)->expects = no_type();
    avm_comp_code(&k)->live_pending = 1u << RESULT_BIT;
    const struct node *status = avm_comp_result(m, cwi_type_of(m->u, cwi_func_of(m->u, fn->func)->type)->of);
    const struct events *e = m->cfg.async ? NULL : avm_events(m, &(struct event_site){.exits = true});
    static const struct cwi_stmt nowhere;
    if (e)
        avm_comp_op(&k, (struct op){.kind = OP_LABEL, .events = e, .value = status, .stmt = &nowhere});
    avm_comp_close(&k, END_HALT, NULL);
    avm_comp_code(&k)->value = status;
    vec_free(&k.ops);
    vec_free(&k.label_pc);
}

/* Where nothing goes on: an error of a kind is looked at by the properties that it violates. */
static struct code last_code(struct avm *m, uint32_t pc)
{
    struct code c = {.end = END_STOP};
    uint32_t *looks = ARENA_ARRAY(m->arena, uint32_t, m->look_count);
    for (uint32_t i = 0; pc >= PC_SURE && i < m->look_count; i++)
        if (m->looks[i].kinds >> (pc - PC_SURE) % AVM_DOUBTS & 1)
            looks[c.look_count++] = i;
    c.looks = looks;
    return c;
}

enum status avm_compile(struct avm *m, struct diag *d)
{
    size_t n = m->u->funcs.count;
    m->funcs = ARENA_ARRAY(m->arena, struct func_code, n);
    for (uint32_t pc = PC_HALT; pc < PC_CODE; pc++)
        vec_push(&m->code, last_code(m, pc));
    for (cwi_id f = 1; f < n; f++) {
        m->funcs[f].func = f;
        m->funcs[f].first_local = m->first_local[f];
        m->funcs[f].local_count = m->first_local[f + 1] - m->first_local[f];
    }
    if (!cwi_func_of(m->u, m->cfg.entry)->block_count)
        return diag_set(d, ST_BAD, cwi_place_text(m->u, cwi_func_of(m->u, m->cfg.entry)->at),
                        "the entry function '%s' has no body here", cwi_func_of(m->u, m->cfg.entry)->name);
    avm_comp_handed(m);
    for (cwi_id f = 1; f < n; f++) {
        if (!m->calls->funcs[f].reachable || !cwi_func_of(m->u, f)->block_count)
            continue;
        enum budget_end over = base_budget_ask(m->cfg.budget);
        if (over != BUDGET_LEFT)
            return diag_set(d, over == BUDGET_STOPPED ? ST_STOPPED : ST_LIMIT, (struct place){0},
                            "%s before the program could be executed", base_budget_words(over));
        compile_func(m, &m->funcs[f]);
    }
    compile_exit(m, &m->funcs[m->cfg.entry]);
    m->entry_pc = m->funcs[m->cfg.entry].entry;
    return ST_OK;
}
