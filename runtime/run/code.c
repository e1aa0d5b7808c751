/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the intermediate form to the code that is run: each function when it is first called.
 */
#include "private.h"

struct compiler {
    struct machine *m;
    const struct cwi_unit *u;
    struct func_code *fn; /* NULL: the initialiser of a static variable */
    bool *in_memory;      /* by variable id - first */
    uint32_t *slot_of;    /* registers and objects by variable id - first; UINT32_MAX: none yet */
    cwi_id first, count;
    struct VEC(struct local_code) locals;
};

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

struct shape run_shape_of(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = type ? cwi_type_of(u, type) : NULL;
    struct shape s = {.form = FORM_NONE, .size = t && t->size != CWI_UNKNOWN ? t->size : 0};
    if (!t)
        return s;
    switch (t->kind) {
    case CWI_INT:
        s.form = t->bits <= 64 ? FORM_INT : FORM_BYTES;
        s.bits = (uint8_t)t->bits;
        s.is_signed = t->is_signed;
        break;
    case CWI_PTR:
        s.form = FORM_INT;
        s.bits = 64;
        s.is_pointer = true;
        s.size = 8;
        break;
    case CWI_FLOAT:
        s.form = t->bits == 32   ? FORM_FLOAT
                 : t->bits == 64 ? FORM_DOUBLE
                 : t->bits == 80 ? FORM_LONG_DOUBLE
                                 : FORM_BYTES;
        break;
    case CWI_VOID:
    case CWI_FUNC:
        break;
    default:
        s.form = FORM_BYTES;
    }
    return s;
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

static const struct node *expr(struct compiler *c, const struct cwi_expr *e);

static bool is_local(const struct cwi_var *v)
{
    return v->linkage == CWI_AUTO || v->linkage == CWI_PARAM || v->linkage == CWI_TEMP;
}

static uint64_t object_size(const struct cwi_unit *u, const struct cwi_var *v)
{
    uint64_t size = run_shape_of(u, v->type).size;
    return v->size > size ? v->size : size;
}

static uint32_t local_of(struct compiler *c, cwi_id var)
{
    uint32_t *known = &c->slot_of[var - c->first];
    if (*known == UINT32_MAX) {
        uint64_t size = object_size(c->u, cwi_var_of(c->u, var));
        *known = (uint32_t)c->locals.count;
        vec_push(&c->locals, ((struct local_code){var, c->fn->frame_size, size}));
        c->fn->frame_size += (size / GRANULE + 1) * GRANULE;
    }
    return *known;
}

static uint32_t register_of(struct compiler *c, cwi_id var)
{
    uint32_t *known = &c->slot_of[var - c->first];
    if (*known == UINT32_MAX)
        *known = c->fn->registers++;
    return *known;
}

static bool is_register(const struct compiler *c, const struct cwi_expr *e)
{
    return e->kind == CWI_VAR && c->fn && is_local(cwi_var_of(c->u, e->ref)) && !c->in_memory[e->ref - c->first];
}

/* *(&x), *((T *)&x + 4): x itself. NULL: another pointer. */
static const struct cwi_expr *pointed_at(const struct cwi_expr *p, uint64_t *offset)
{
    for (;; p = p->a) {
        if (p->kind == CWI_ADDR)
            return p->a;
        if (p->kind == CWI_BINARY && p->op == CWI_PTRADD && p->b->kind == CWI_CONST)
            *offset += (uint64_t)p->b->value;
        else if (p->kind != CWI_UNARY || p->op != CWI_CONVERT)
            return NULL;
    }
}

/* An array that is a member, and not the last, which may be longer than it says. */
static bool is_inner(const struct compiler *c, const struct cwi_expr *array)
{
    if (array->kind != CWI_FIELD || !array->name)
        return false;
    const struct cwi_type *t = cwi_type_of(c->u, array->type), *whole = cwi_type_of(c->u, array->a->type);
    bool is_last = t->kind != CWI_ARRAY || !t->size || t->size == CWI_UNKNOWN || whole->kind != CWI_STRUCT;
    for (uint32_t i = 0; !is_last && i < whole->field_count; i++)
        if (whole->fields[i].offset >= array->offset + t->size)
            return true;
    return false;
}

static void add_index(struct compiler *c, struct place_code *p, const struct cwi_expr *e)
{
    const struct cwi_type *array = cwi_type_of(c->u, e->a->type);
    struct step_code s = {.stride = e->offset ? e->offset : run_shape_of(c->u, e->type).size, .count = CWI_UNKNOWN};
    bool is_exact = p->base != BASE_POINTER && object_size(c->u, cwi_var_of(c->u, p->var)) ==
                                                   run_shape_of(c->u, cwi_var_of(c->u, p->var)->type).size;
    if (array->kind == CWI_ARRAY && array->count && array->count != CWI_UNKNOWN && (is_exact || is_inner(c, e->a)))
        s.count = array->count;
    bool is_known = e->b->kind == CWI_CONST && (s.count == CWI_UNKNOWN || (uint64_t)e->b->value < s.count);
    if (is_known) {
        p->offset += (uint64_t)e->b->value * s.stride;
        return;
    }
    s.index = expr(c, e->b);
    struct step_code *steps = ARENA_ARRAY(c->m->arena, struct step_code, p->step_count + 1);
    if (p->step_count)
        memcpy(steps, p->steps, p->step_count * sizeof *steps);
    steps[p->step_count++] = s;
    p->steps = steps;
}

/* A variable that an `input` annotation names, or that of Krall 2012, 3.4. */
static bool is_input(const struct compiler *c, cwi_id var)
{
    const struct notes *notes = c->m->notes;
    for (size_t i = 0; i < notes->list.count; i++)
        if (notes->list.items[i]->kind == NOTE_INPUT && notes->list.items[i]->u.input.var == var)
            return true;
    const char *name = cwi_var_of(c->u, var)->name;
    return name && !strcmp(name, "__BLAST_NONDET");
}

static void add_place(struct compiler *c, struct place_code *p, const struct cwi_expr *e)
{
    uint64_t offset = 0;
    const struct cwi_expr *whole;
    switch (e->kind) {
    case CWI_VAR:
        p->var = e->ref;
        p->object_size = object_size(c->u, cwi_var_of(c->u, p->var));
        if (c->fn && is_local(cwi_var_of(c->u, e->ref))) {
            p->base = BASE_LOCAL;
            p->local = local_of(c, e->ref);
        } else {
            p->base = BASE_STATIC;
            p->is_input = is_input(c, p->var);
            if (c->m->cfg->is_closed && cwi_var_of(c->u, p->var)->is_exposed)
                run_refuse(c->m, "code that is not here may change '%s'", cwi_var_of(c->u, p->var)->name);
            if (!p->is_input)
                run_static(c->m, p->var);
        }
        return;
    case CWI_DEREF:
        whole = pointed_at(e->a, &offset);
        if (whole) {
            add_place(c, p, whole);
            p->offset += offset;
        } else {
            p->base = BASE_POINTER;
            p->pointer = expr(c, e->a);
        }
        return;
    case CWI_FIELD:
        add_place(c, p, e->a);
        p->offset += e->offset;
        return;
    case CWI_INDEX:
        add_place(c, p, e->a);
        add_index(c, p, e);
        return;
    default:
        run_refuse(c->m, "%s", e->name ? e->name : "a place of this kind");
    }
}

static const struct place_code *place(struct compiler *c, const struct cwi_expr *e, bool is_address)
{
    struct place_code *p = ARENA_NEW(c->m->arena, struct place_code);
    *p = (struct place_code){.is_address = is_address, .t = run_shape_of(c->u, e->type), .src = e};
    add_place(c, p, e);
    if (e->kind == CWI_FIELD && e->bit_width) {
        p->bit_pos = e->bit_pos;
        p->bit_width = e->bit_width;
    }
    uint64_t end = p->offset + (p->bit_width ? (p->bit_pos + p->bit_width + 7u) / 8 : p->t.size);
    p->is_sure = p->base != BASE_POINTER && p->offset <= p->object_size;
    for (uint32_t i = 0; i < p->step_count; i++) {
        p->is_sure &= p->steps[i].count != CWI_UNKNOWN;
        end += (p->steps[i].count - 1) * p->steps[i].stride;
    }
    p->is_sure &= end <= p->object_size;
    return p;
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

/* What the plugin could not say because it does not matter: any value is right. */
static bool is_free_value(const struct cwi_expr *e, uint64_t *value)
{
    static const struct {
        const char *name;
        uint64_t value;
    } rows[] = {{"what the optimisers know", 0}, {"the size of an object", UINT64_MAX}, {"an address on the stack", 0}};
    for (size_t i = 0; e->name && i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(e->name, rows[i].name)) {
            *value = rows[i].value;
            return true;
        }
    return false;
}

static void constant(struct node *n, const struct cwi_expr *e)
{
    double x = e->kind == CWI_FCONST ? e->fvalue : (double)e->value;
    if (n->t.form == FORM_FLOAT)
        n->value = run_float_bits((float)x);
    else if (n->t.form == FORM_DOUBLE)
        n->value = run_double_bits(x);
    else if (n->t.form == FORM_LONG_DOUBLE)
        n->wide = x;
    else
        n->value = run_fit((uint64_t)e->value, n->t);
}

static const struct cwi_func *target_of(const struct cwi_unit *u, cwi_id *func)
{
    const struct cwi_func *f = cwi_func_of(u, *func);
    if (f->alias)
        f = cwi_func_of(u, *func = f->alias);
    return f;
}

static void operate(struct compiler *c, struct node *n, const struct cwi_expr *e)
{
    n->kind = e->kind == CWI_UNARY ? NODE_UNARY : e->kind == CWI_BINARY ? NODE_BINARY : NODE_COND;
    n->op = (uint8_t)e->op;
    n->a = expr(c, e->a);
    n->b = e->b ? expr(c, e->b) : NULL;
    n->c = e->c ? expr(c, e->c) : NULL;
    n->of = n->a->t;
    n->traps = c->fn && c->fn->f->is_trapping && n->t.is_signed && n->t.form == FORM_INT;
    n->is_partial = n->traps || (e->op >= CWI_DIV && e->op <= CWI_FLOORMOD);
    if (c->m->cfg->is_closed && n->of.form == FORM_INT)
        n->is_partial |= n->of.bits == 64 || e->op == CWI_SHL || e->op == CWI_SHR;
}

static const struct node *expr(struct compiler *c, const struct cwi_expr *e)
{
    struct node *n = ARENA_NEW(c->m->arena, struct node);
    *n = (struct node){.kind = NODE_LOST, .t = run_shape_of(c->u, e->type), .src = e};
    switch (e->kind) {
    case CWI_CONST:
    case CWI_FCONST:
        n->kind = NODE_CONST;
        constant(n, e);
        break;
    case CWI_VAR:
    case CWI_DEREF:
    case CWI_FIELD:
    case CWI_INDEX:
        n->kind = is_register(c, e) ? NODE_REGISTER : NODE_LOAD;
        if (n->kind == NODE_REGISTER)
            n->slot = register_of(c, e->ref);
        else
            n->place = place(c, e, false);
        break;
    case CWI_ADDR:
        n->kind = NODE_ADDRESS;
        n->place = place(c, e->a, true);
        break;
    case CWI_FUNCREF:
        n->kind = NODE_FUNCTION;
        n->func = e->ref;
        target_of(c->u, &n->func);
        break;
    case CWI_UNARY:
    case CWI_BINARY:
    case CWI_COND:
        operate(c, n, e);
        break;
    default:
        if (e->kind == CWI_LOST && n->t.form == FORM_INT && !c->m->cfg->is_closed && is_free_value(e, &n->value)) {
            n->kind = NODE_CONST;
            n->value = run_fit(n->value, n->t);
        }
    }
    return n;
}

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
    if (lhs && is_register(c, lhs))
        i->slot = register_of(c, lhs->ref);
    else if (lhs)
        i->to = place(c, lhs, false);
}

static void assign(struct compiler *c, struct instr *i, const struct cwi_stmt *s)
{
    struct shape t = run_shape_of(c->u, s->lhs->type);
    destination(c, i, s->lhs);
    if (s->rhs->kind == CWI_LOST && t.form == FORM_BYTES) {
        stop(i, s->rhs->name);
    } else if (t.form == FORM_BYTES || t.form == FORM_NONE) {
        i->kind = INSTR_COPY;
        i->from = cwi_is_lvalue(s->rhs) ? place(c, s->rhs, false) : NULL;
    } else {
        i->kind = i->to ? INSTR_STORE : INSTR_SET;
        i->value = expr(c, s->rhs);
    }
}

/* The bytes of the array whose address is handed over, where it must not be left. */
static uint64_t member_size(const struct compiler *c, const struct cwi_expr *e)
{
    while (e->kind == CWI_UNARY && e->op == CWI_CONVERT)
        e = e->a;
    return e->kind == CWI_ADDR && is_inner(c, e->a) ? cwi_type_of(c->u, e->a->type)->size : CWI_UNKNOWN;
}

static void argument(struct compiler *c, struct argument *a, const struct cwi_expr *e)
{
    a->member = member_size(c, e);
    const struct cwi_type *t = cwi_type_of(c->u, e->type);
    bool is_pointer =
        t->kind == CWI_UNION && t->size == 8 && t->field_count && cwi_type_of(c->u, t->fields[0].type)->kind == CWI_PTR;
    if (is_pointer && cwi_is_lvalue(e)) { /* a transparent union: it is passed as its first member is */
        struct cwi_expr *first = ARENA_NEW(c->m->arena, struct cwi_expr);
        *first = (struct cwi_expr){.kind = CWI_FIELD, .type = t->fields[0].type, .a = e};
        e = first;
    }
    a->t = run_shape_of(c->u, e->type);
    a->type = e->type;
    if (a->t.form == FORM_BYTES && cwi_is_lvalue(e))
        a->place = place(c, e, false);
    else
        a->value = expr(c, e);
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
        const struct cwi_func *callee = target_of(c->u, &f);
        k->callee = &c->m->funcs[f];
        k->is_main = !strcmp(callee->name ? callee->name : "", "main");
        if (!callee->block_count)
            k->function_type = callee->type;
    } else {
        i->value = expr(c, s->rhs);
    }
    const struct cwi_type *t = cwi_type_of(c->u, k->function_type);
    k->result_type = s->lhs ? s->lhs->type : t->kind == CWI_FUNC ? t->of : 0;
    k->result = run_shape_of(c->u, k->result_type);
    k->args = ARENA_ARRAY(c->m->arena, struct argument, s->arg_count);
    for (uint32_t j = 0; j < s->arg_count; j++) {
        k->args[j] = (struct argument){0};
        argument(c, &k->args[j], s->args[j]);
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
        if (s->lhs->kind == CWI_VAR && is_local(cwi_var_of(c->u, s->lhs->ref)) && !is_register(c, s->lhs)) {
            i->kind = INSTR_END;
            i->slot = local_of(c, s->lhs->ref);
        } else if (is_register(c, s->lhs)) {
            i->kind = INSTR_FORGET;
            i->slot = register_of(c, s->lhs->ref);
        }
        break;
    case CWI_RETURN:
        i->kind = INSTR_RETURN;
        if (s->rhs && run_shape_of(c->u, s->rhs->type).form == FORM_BYTES && cwi_is_lvalue(s->rhs))
            i->from = place(c, s->rhs, false);
        else if (s->rhs)
            i->value = expr(c, s->rhs);
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
        i->value = s->rhs ? expr(c, s->rhs) : NULL;
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
    if (root && root->kind == CWI_VAR && is_local(cwi_var_of(c->u, root->ref)) && root->ref >= c->first &&
        root->ref < c->first + c->count)
        c->in_memory[root->ref - c->first] = true;
    return true;
}

static bool find_range(void *context, const struct cwi_expr *e)
{
    struct compiler *c = context;
    if (e->kind == CWI_VAR && is_local(cwi_var_of(c->u, e->ref))) {
        cwi_id end = c->count ? c->first + c->count : e->ref + 1;
        c->first = !c->count || e->ref < c->first ? e->ref : c->first;
        c->count = (end > e->ref ? end : e->ref + 1) - c->first;
    }
    return true;
}

static void walk(struct compiler *c, bool (*visit)(void *context, const struct cwi_expr *e))
{
    for (uint32_t b = 0; b < c->fn->f->block_count; b++)
        for (uint32_t k = 0; k < c->fn->f->blocks[b].count; k++) {
            const struct cwi_stmt *s = &c->fn->f->blocks[b].stmts[k];
            if (s->lhs)
                cwi_expr_walk(s->lhs, visit, c);
            if (s->rhs)
                cwi_expr_walk(s->rhs, visit, c);
            for (uint32_t j = 0; j < s->arg_count; j++)
                cwi_expr_walk(s->args[j], visit, c);
        }
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
            local_of(c, v);
        else
            register_of(c, v);
    }
    fn->extra_slot = fn->f->extra ? register_of(c, fn->f->extra) : UINT32_MAX;
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

/* Jumps that the compiler adds have the place of a statement; where nothing else stands in the block, it is none that
 * was executed before. */
static void find_borrowed(struct func_code *fn, const uint32_t *starts)
{
    struct map64 places = {0};
    uint32_t unused;
    for (uint32_t k = 0; k < fn->instr_count; k++)
        if (fn->code[k].kind != INSTR_GOTO)
            base_map64_put(&places, place_key(fn->code[k].src->at), 0);
    for (uint32_t b = 0; b < fn->f->block_count; b++) {
        struct instr *i = &fn->code[starts[b]];
        if (fn->f->blocks[b].count == 1 && i->kind == INSTR_GOTO)
            i->is_borrowed = base_map64_get(&places, place_key(i->src->at), &unused);
    }
    base_map64_free(&places);
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
    fn->instr_count = n;
    fn->code = ARENA_ARRAY(m->arena, struct instr, n);
    for (uint32_t b = 0, k = 0; b < fn->f->block_count; b++)
        for (uint32_t j = 0; j < fn->f->blocks[b].count; j++)
            statement(&c, &fn->code[k++], &fn->f->blocks[b].stmts[j]);
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
    if (root && is_register(c, root)) /* it has no address */
        c->count = 1;
    if (e->kind == CWI_VAR && is_local(cwi_var_of(c->u, e->ref)))
        c->count |= e->ref - c->first >= c->fn->var_count || c->slot_of[e->ref - c->first] == UINT32_MAX;
    return true;
}

const struct node *run_compile_expr(struct machine *m, struct func_code *fn, const struct cwi_expr *e)
{
    struct compiler c = {
        .m = m, .u = m->u, .fn = fn, .first = fn->first_var, .in_memory = fn->in_memory, .slot_of = fn->slot_of};
    cwi_expr_walk(e, find_unused, &c);
    return c.count ? NULL : expr(&c, e);
}

/* ---- initialisers ------------------------------------------------------------------------------------------------ */

static void initialise(struct machine *m, cwi_id var, const struct cwi_init *x)
{
    struct compiler c = {.m = m, .u = m->u};
    struct frame f = {.m = m};
    uint8_t *at = (uint8_t *)(uintptr_t)m->statics[var] + x->offset;
    if (x->bytes) {
        memcpy(at, x->bytes, x->size);
        return;
    }
    if (x->value->kind == CWI_LOST)
        run_refuse(m, "the initialiser of '%s': %s",
                   cwi_var_of(m->u, var)->name ? cwi_var_of(m->u, var)->name : "an object", x->value->name);
    struct place_code p = {.base = BASE_STATIC,
                           .is_sure = true,
                           .var = var,
                           .offset = x->offset,
                           .t = run_shape_of(m->u, x->value->type),
                           .bit_pos = x->bit_pos,
                           .bit_width = x->bit_width};
    if (p.t.form == FORM_BYTES) /* all of it zero */
        return;
    const struct node *n = expr(&c, x->value);
    if (p.t.form == FORM_LONG_DOUBLE) {
        long double value = run_eval_wide(n, &f);
        memcpy(at, &value, 10);
    } else {
        run_store(&p, &f, run_eval(n, &f));
    }
}

/* Fragments do not say how objects are aligned: as what has such a size may be. */
static uint64_t alignment_of(uint64_t size)
{
    uint64_t a = GRANULE;
    while (a < 4096 && size && size % (2 * a) == 0)
        a *= 2;
    return a;
}

void run_initialise(struct machine *m)
{
    for (cwi_id v = 1; v < m->u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(m->u, v);
        if (is_local(x) || x->linkage == CWI_EXTERN || x->alias)
            continue;
        uint64_t size = object_size(m->u, x);
        uint32_t id = run_new_global(m, size, alignment_of(size), v);
        if (!id)
            run_refuse(m, "'%s' has %llu bytes", x->name ? x->name : "an object", (unsigned long long)size);
        m->statics[v] = m->mem.objects.items[id].base;
        m->static_objects[v] = id;
    }
    for (cwi_id v = 1; v < m->u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(m->u, v);
        for (uint32_t i = 0; m->static_objects[v] && i < x->init_count; i++)
            initialise(m, v, &x->init[i]);
    }
    for (cwi_id v = 1; v < m->u->vars.count; v++)
        if (m->static_objects[v])
            m->mem.objects.items[m->static_objects[v]].is_const =
                cwi_var_of(m->u, v)->is_const || cwi_var_of(m->u, v)->linkage == CWI_LITERAL;
}
