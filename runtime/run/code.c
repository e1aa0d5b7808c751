/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the intermediate form to the code that is run: statements and functions, each when it is first called.
 */
#include "code.h"

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void stop(struct instr *i, const char *text)
{
    i->kind = INSTR_STOP;
    i->text = text;
}

/* Where a value goes: a register, or a place. */
static void destination(struct compiler *c, struct instr *i, const struct cwi_expr *lhs)
{
    i->slot = UINT32_MAX;
    if (lhs && run_code_is_register(c, lhs))
        i->slot = run_code_register(c, lhs->ref);
    else if (lhs)
        i->to = run_code_place(c, lhs, false);
}

static void assign(struct compiler *c, struct instr *i, const struct cwi_stmt *s)
{
    struct shape t = run_shape_of(c->u, s->lhs->type);
    destination(c, i, s->lhs);
    if (s->rhs->kind == CWI_LOST && t.form == FORM_BYTES) {
        stop(i, s->rhs->name);
    } else if (t.form == FORM_BYTES || t.form == FORM_NONE) {
        i->kind = INSTR_COPY;
        i->from = cwi_is_lvalue(s->rhs) ? run_code_place(c, s->rhs, false) : NULL;
    } else {
        i->kind = i->to ? INSTR_STORE : INSTR_SET;
        i->value = run_code_expr(c, s->rhs);
    }
}

/* The bytes of the array whose address is handed over, where it must not be left. */
static uint64_t member_size(const struct compiler *c, const struct cwi_expr *e)
{
    e = cwi_converted(e);
    return e->kind == CWI_ADDR && run_code_is_inner(c, e->a) ? cwi_type_of(c->u, e->a->type)->size : CWI_UNKNOWN;
}

/* is_host: of a function of the host's library. */
static void argument(struct compiler *c, struct argument *a, const struct cwi_expr *e, bool is_host)
{
    a->member = member_size(c, e);
    const struct cwi_type *t = cwi_type_of(c->u, e->type);
    bool is_pointer =
        t->kind == CWI_UNION && t->size == 8 && t->field_count && cwi_type_of(c->u, t->fields[0].type)->kind == CWI_PTR;
    if (is_host && is_pointer && cwi_is_lvalue(e)) { /* a transparent union: it is passed as its first member is */
        struct cwi_expr *first = ARENA_NEW(c->m->arena, struct cwi_expr);
        *first = (struct cwi_expr){.kind = CWI_FIELD, .type = t->fields[0].type, .a = e};
        e = first;
    }
    a->t = run_shape_of(c->u, e->type);
    a->type = e->type;
    if (a->t.form == FORM_BYTES && cwi_is_lvalue(e))
        a->place = run_code_place(c, e, false);
    else
        a->value = run_code_expr(c, e);
}

static void call(struct compiler *c, struct instr *i, const struct cwi_stmt *s)
{
    struct call_code *k = ARENA_NEW(c->m->arena, struct call_code);
    const struct cwi_type *p = cwi_type_of(c->u, s->rhs->type);
    *k = (struct call_code){.arg_count = s->arg_count};
    i->kind = INSTR_CALL;
    i->call = k;
    destination(c, i, s->lhs);
    k->function_type = p->kind == CWI_PTR ? p->of : s->rhs->type;
    if (s->rhs->kind == CWI_FUNCREF) {
        cwi_id f = s->rhs->ref;
        const struct cwi_func *callee = run_code_target(c->u, &f);
        k->callee = &c->m->funcs[f];
        k->is_main = !strcmp(callee->name ? callee->name : "", "main");
        if (!callee->block_count)
            k->function_type = callee->type;
    } else {
        i->value = run_code_expr(c, s->rhs);
    }
    const struct cwi_type *t = cwi_type_of(c->u, k->function_type);
    k->result_type = s->lhs ? s->lhs->type : t->kind == CWI_FUNC ? t->of : 0;
    k->result = run_shape_of(c->u, k->result_type);
    k->args = ARENA_ARRAY(c->m->arena, struct argument, s->arg_count);
    for (uint32_t j = 0; j < s->arg_count; j++) {
        k->args[j] = (struct argument){0};
        argument(c, &k->args[j], s->args[j], k->callee && !k->callee->f->block_count);
    }
}

/* An empty one keeps the optimisers from knowing a value; what it is given it hands on. */
static void assembler(struct instr *i, const struct cwi_stmt *s)
{
    bool is_empty = !s->text || !s->text[strspn(s->text, " \t\n")];
    for (uint32_t k = 0; is_empty && k < s->outputs; k++) {
        bool is_kept = false;
        for (uint32_t j = s->outputs; j < s->arg_count; j++)
            is_kept |= cwi_expr_equal(s->args[k], s->args[j]);
        is_empty &= is_kept;
    }
    if (is_empty)
        i->kind = INSTR_NOTHING;
    else
        stop(i, "inline assembler");
}

static void other(struct compiler *c, struct instr *i, const struct cwi_stmt *s)
{
    switch (s->kind) {
    case CWI_END:
        i->kind = INSTR_NOTHING;
        if (s->lhs->kind == CWI_VAR && cwi_is_automatic(cwi_var_of(c->u, s->lhs->ref)) &&
            !run_code_is_register(c, s->lhs)) {
            i->kind = INSTR_END;
            i->slot = run_code_local(c, s->lhs->ref);
        } else if (run_code_is_register(c, s->lhs)) {
            i->kind = INSTR_FORGET;
            i->slot = run_code_register(c, s->lhs->ref);
        }
        break;
    case CWI_RETURN:
        i->kind = INSTR_RETURN;
        if (s->rhs && run_shape_of(c->u, s->rhs->type).form == FORM_BYTES && cwi_is_lvalue(s->rhs))
            i->from = run_code_place(c, s->rhs, false);
        else if (s->rhs)
            i->value = run_code_expr(c, s->rhs);
        break;
    case CWI_FORGET:
    case CWI_UNREACHABLE:
        stop(i, s->text);
        break;
    case CWI_ASM:
        assembler(i, s);
        break;
    default:
        i->kind = s->kind == CWI_GOTO     ? INSTR_GOTO
                  : s->kind == CWI_IF     ? INSTR_IF
                  : s->kind == CWI_SWITCH ? INSTR_SWITCH
                                          : INSTR_JUMP;
        i->value = s->rhs ? run_code_expr(c, s->rhs) : NULL;
        i->taken = ARENA_ARRAY(c->m->arena, uint64_t, s->target_count + s->case_count + 1);
        memset(i->taken, 0, (s->target_count + s->case_count + 1) * sizeof *i->taken);
    }
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* What a part is of, or the address; NULL: the expression is neither. */
static const struct cwi_expr *whole_of(const struct cwi_expr *e)
{
    if (e->kind != CWI_ADDR && e->kind != CWI_FIELD && e->kind != CWI_INDEX)
        return NULL;
    for (e = e->a; e->kind == CWI_FIELD || e->kind == CWI_INDEX;)
        e = e->a;
    return e;
}

/* Variables that are used otherwise than as a whole lie in memory. */
static bool find_parts(void *context, const struct cwi_expr *e)
{
    struct compiler *c = context;
    const struct cwi_expr *root = whole_of(e);
    if (root && root->kind == CWI_VAR && cwi_is_automatic(cwi_var_of(c->u, root->ref)) && root->ref >= c->first &&
        root->ref < c->first + c->count)
        c->in_memory[root->ref - c->first] = true;
    return true;
}

static bool find_range(void *context, const struct cwi_expr *e)
{
    struct compiler *c = context;
    if (e->kind == CWI_VAR && cwi_is_automatic(cwi_var_of(c->u, e->ref))) {
        cwi_id end = c->count ? c->first + c->count : e->ref + 1;
        c->first = !c->count || e->ref < c->first ? e->ref : c->first;
        c->count = (end > e->ref ? end : e->ref + 1) - c->first;
    }
    return true;
}

static void walk(struct compiler *c, bool (*visit)(void *context, const struct cwi_expr *e))
{
    for (uint32_t b = 0; b < c->fn->f->block_count; b++)
        for (uint32_t k = 0; k < c->fn->f->blocks[b].count; k++)
            cwi_stmt_walk(&c->fn->f->blocks[b].stmts[k], visit, c);
}

static void find_variables(struct compiler *c)
{
    const struct cwi_func *f = c->fn->f;
    walk(c, find_range);
    for (uint32_t i = 0; i < f->param_count; i++)
        find_range(c, &(struct cwi_expr){.kind = CWI_VAR, .ref = f->params[i]});
    if (f->extra)
        find_range(c, &(struct cwi_expr){.kind = CWI_VAR, .ref = f->extra});
    c->in_memory = arena_zalloc(c->m->arena, c->count + 1);
    c->slot_of = ARENA_ARRAY(c->m->arena, uint32_t, c->count + 1);
    memset(c->slot_of, 0xff, (c->count + 1) * sizeof *c->slot_of);
    walk(c, find_parts);
    for (cwi_id v = c->first; v < c->first + c->count; v++)
        c->in_memory[v - c->first] |= !run_is_scalar(run_shape_of(c->u, cwi_var_of(c->u, v)->type));
}

static void bind_parameters(struct compiler *c)
{
    struct func_code *fn = c->fn;
    for (uint32_t i = 0; i < fn->f->param_count; i++) {
        cwi_id v = fn->f->params[i];
        if (c->in_memory[v - c->first])
            run_code_local(c, v);
        else
            run_code_register(c, v);
    }
    fn->extra_slot = fn->f->extra ? run_code_register(c, fn->f->extra) : UINT32_MAX;
}

static void statement(struct compiler *c, struct instr *i, const struct cwi_stmt *s)
{
    *i = (struct instr){.src = s, .slot = UINT32_MAX};
    if (s->kind == CWI_ASSIGN)
        assign(c, i, s);
    else if (s->kind == CWI_CALL)
        call(c, i, s);
    else
        other(c, i, s);
}

static void link_targets(struct compiler *c, const uint32_t *starts)
{
    for (uint32_t k = 0; k < c->fn->instr_count; k++) {
        struct instr *i = &c->fn->code[k];
        const struct cwi_stmt *s = i->src;
        if (!i->taken)
            continue;
        i->targets = ARENA_ARRAY(c->m->arena, const struct instr *, s->target_count + s->case_count);
        for (uint32_t j = 0; j < s->target_count; j++)
            i->targets[j] = c->fn->code + starts[s->targets[j]];
        for (uint32_t j = 0; j < s->case_count; j++)
            i->targets[s->target_count + j] = c->fn->code + starts[s->cases[j].target];
    }
}

static uint64_t place_key(struct cwi_place at)
{
    return ((uint64_t)at.file << 48) + ((uint64_t)at.line << 16) + at.col;
}

/* What the compiler adds has the place of what stands before it in the code. A jump may have that of any statement, and
 * is a `break` of the user's otherwise. A return is added where several of the user's lead to it, or none: it gives
 * nothing, or 0 in main. */
static bool is_added(const struct func_code *fn, uint32_t start, const struct instr *last, const struct map64 *places)
{
    uint32_t unused;
    uint64_t place = place_key(last->src->at);
    bool is_behind = start && place == place_key(fn->code[start - 1].src->at);
    if (last->kind == INSTR_GOTO)
        return is_behind || base_map64_get(places, place, &unused);
    bool is_zero = last->value && last->value->kind == NODE_CONST && !strcmp(fn->f->name ? fn->f->name : "", "main");
    bool is_end = last->kind == INSTR_RETURN && !last->from && (!last->value || is_zero);
    return is_end && is_behind && place != place_key(fn->f->end);
}

/* The stack that is gone back to at the end of an array of variable length. */
static bool saves_stack(const struct instr *i)
{
    const struct cwi_expr *x = i->kind == INSTR_SET ? i->src->rhs : NULL;
    return x && x->kind == CWI_LOST && !strcmp(x->name, CWI_STACK_ADDRESS);
}

static uint64_t line_key(struct cwi_place at)
{
    at.col = 0;
    return place_key(at);
}

/* Where nothing else stands in the block but ends of lives, what is added is no part of a statement that was executed
 * before. The stack is saved at the brace that begins a block, which is no part of what stands before it. */
static void find_borrowed(struct func_code *fn, const uint32_t *starts)
{
    struct map64 places = {0}, lines = {0};
    uint32_t unused;
    for (uint32_t k = 0; k < fn->instr_count; k++) {
        const struct instr *i = &fn->code[k];
        if (i->kind == INSTR_GOTO || run_is_quiet(i) || saves_stack(i))
            continue;
        base_map64_put(&places, place_key(i->src->at), 0);
        base_map64_put(&lines, line_key(i->src->at), 0);
    }
    for (uint32_t k = 0; k < fn->instr_count; k++)
        fn->code[k].is_borrowed =
            saves_stack(&fn->code[k]) && base_map64_get(&lines, line_key(fn->code[k].src->at), &unused);
    for (uint32_t b = 0; b < fn->f->block_count; b++) {
        uint32_t k = starts[b], end = starts[b] + fn->f->blocks[b].count;
        while (k < end && run_is_quiet(&fn->code[k]))
            k++;
        if (k + 1 == end)
            fn->code[k].is_borrowed |= is_added(fn, starts[b], &fn->code[k], &places);
    }
    base_map64_free(&places);
    base_map64_free(&lines);
}

void run_compile(struct machine *m, struct func_code *fn)
{
    struct compiler c = {.m = m, .u = m->u, .fn = fn};
    uint32_t *starts = base_mem_alloc((fn->f->block_count + 1) * sizeof *starts), n = 0;
    for (uint32_t b = 0; b < fn->f->block_count; b++) {
        starts[b] = n;
        n += fn->f->blocks[b].count;
    }
    find_variables(&c);
    bind_parameters(&c);
    struct instr *code = ARENA_ARRAY(m->arena, struct instr, n);
    for (uint32_t b = 0, k = 0; b < fn->f->block_count; b++)
        for (uint32_t j = 0; j < fn->f->blocks[b].count; j++)
            statement(&c, &code[k++],
                      &fn->f->blocks[b].stmts[j]); /* what is refused leaves the function without code */
    fn->instr_count = n;
    fn->code = code;
    link_targets(&c, starts);
    find_borrowed(fn, starts);
    fn->local_count = (uint32_t)c.locals.count;
    fn->native_size = 16; /* a return address and a frame's base */
    for (uint32_t i = 0; i < fn->local_count; i++)
        fn->native_size += c.locals.items[i].size;
    fn->locals = vec_to_arena(&c.locals, m->arena);
    vec_free(&c.locals);
    fn->first_var = c.first;
    fn->var_count = c.count;
    fn->in_memory = c.in_memory;
    fn->slot_of = c.slot_of;
    free(starts);
}

/* A local that the function never uses has neither register nor place. */
static bool find_unused(void *context, const struct cwi_expr *e)
{
    struct compiler *c = context;
    const struct cwi_expr *root = whole_of(e);
    if (root && run_code_is_register(c, root)) /* it has no address */
        c->count = 1;
    if (e->kind == CWI_VAR && cwi_is_automatic(cwi_var_of(c->u, e->ref)))
        c->count |= e->ref - c->first >= c->fn->var_count || c->slot_of[e->ref - c->first] == UINT32_MAX;
    return true;
}

const struct node *run_compile_expr(struct machine *m, struct func_code *fn, const struct cwi_expr *e)
{
    struct compiler c = {
        .m = m, .u = m->u, .fn = fn, .first = fn->first_var, .in_memory = fn->in_memory, .slot_of = fn->slot_of};
    cwi_expr_walk(e, find_unused, &c);
    return c.count ? NULL : run_code_expr(&c, e);
}
