/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions and places, from the intermediate form to trees that are evaluated.
 */
#include "code.h"

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

uint64_t run_code_object_size(const struct cwi_unit *u, const struct cwi_var *v)
{
    uint64_t size = run_shape_of(u, v->type).size;
    return v->size > size ? v->size : size;
}

uint32_t run_code_local(struct compiler *c, cwi_id var)
{
    uint32_t *known = &c->slot_of[var - c->first];
    if (*known == UINT32_MAX) {
        uint64_t size = run_code_object_size(c->u, cwi_var_of(c->u, var));
        *known = (uint32_t)c->locals.count;
        vec_push(&c->locals, ((struct local_code){var, c->fn->frame_size, size}));
        c->fn->frame_size += (size / GRANULE + 1) * GRANULE;
    }
    return *known;
}

uint32_t run_code_register(struct compiler *c, cwi_id var)
{
    uint32_t *known = &c->slot_of[var - c->first];
    if (*known == UINT32_MAX)
        *known = c->fn->registers++;
    return *known;
}

bool run_code_is_register(const struct compiler *c, const struct cwi_expr *e)
{
    return e->kind == CWI_VAR && c->fn && cwi_is_automatic(cwi_var_of(c->u, e->ref)) &&
           !c->in_memory[e->ref - c->first];
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

bool run_code_is_inner(const struct compiler *c, const struct cwi_expr *array)
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
    bool is_exact = p->base != BASE_POINTER && run_code_object_size(c->u, cwi_var_of(c->u, p->var)) ==
                                                   run_shape_of(c->u, cwi_var_of(c->u, p->var)->type).size;
    if (array->kind == CWI_ARRAY && array->count && array->count != CWI_UNKNOWN &&
        (is_exact || run_code_is_inner(c, e->a)))
        s.count = array->count;
    bool is_known = e->b->kind == CWI_CONST && (s.count == CWI_UNKNOWN || (uint64_t)e->b->value < s.count);
    if (is_known) {
        p->offset += (uint64_t)e->b->value * s.stride;
        return;
    }
    s.index = run_code_expr(c, e->b);
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
        p->object_size = run_code_object_size(c->u, cwi_var_of(c->u, p->var));
        if (c->fn && cwi_is_automatic(cwi_var_of(c->u, e->ref))) {
            p->base = BASE_LOCAL;
            p->local = run_code_local(c, e->ref);
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
            p->pointer = run_code_expr(c, e->a);
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

const struct place_code *run_code_place(struct compiler *c, const struct cwi_expr *e, bool is_address)
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

const struct cwi_func *run_code_target(const struct cwi_unit *u, cwi_id *func)
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
    n->a = run_code_expr(c, e->a);
    n->b = e->b ? run_code_expr(c, e->b) : NULL;
    n->c = e->c ? run_code_expr(c, e->c) : NULL;
    n->of = n->a->t;
    if (n->t.form == FORM_BYTES || n->of.form == FORM_BYTES) /* numbers of 128 bits */
        n->kind = NODE_LOST;
    n->traps = c->fn && c->fn->f->is_trapping && n->t.is_signed && n->t.form == FORM_INT;
    n->overflows = c->m->cfg->overflows && c->fn && !c->fn->f->is_wrapping && n->t.is_signed && n->t.form == FORM_INT &&
                   n->of.form == FORM_INT && !n->of.is_pointer;
    n->is_partial = n->traps || n->overflows || (e->op >= CWI_DIV && e->op <= CWI_FLOORMOD);
    if (c->m->cfg->is_closed && n->of.form == FORM_INT)
        n->is_partial |= n->of.bits == 64 || e->op == CWI_SHL || e->op == CWI_SHR;
}

const struct node *run_code_expr(struct compiler *c, const struct cwi_expr *e)
{
    struct node *n = ARENA_NEW(c->m->arena, struct node);
    *n = (struct node){.kind = NODE_LOST, .t = run_shape_of(c->u, e->type), .src = e};
    switch (e->kind) {
    case CWI_CONST:
    case CWI_FCONST:
        n->kind = n->t.form == FORM_BYTES ? NODE_LOST : NODE_CONST;
        constant(n, e);
        break;
    case CWI_VAR:
    case CWI_DEREF:
    case CWI_FIELD:
    case CWI_INDEX:
        n->kind = run_code_is_register(c, e) ? NODE_REGISTER : NODE_LOAD;
        if (n->kind == NODE_REGISTER)
            n->slot = run_code_register(c, e->ref);
        else
            n->place = run_code_place(c, e, false);
        break;
    case CWI_ADDR:
        n->kind = NODE_ADDRESS;
        n->place = run_code_place(c, e->a, true);
        break;
    case CWI_FUNCREF:
        n->kind = NODE_FUNCTION;
        n->func = e->ref;
        run_code_target(c->u, &n->func);
        break;
    case CWI_UNARY:
    case CWI_BINARY:
    case CWI_COND:
        operate(c, n, e);
        break;
    default:
        if (e->kind == CWI_LOST && n->t.form == FORM_INT && !c->m->cfg->is_closed && cwi_is_free_value(e, &n->value)) {
            n->kind = NODE_CONST;
            n->value = run_fit(n->value, n->t);
        }
    }
    return n;
}
