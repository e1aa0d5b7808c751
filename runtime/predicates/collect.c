/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Predicates from pragmas: their scope, their names in the Boolean program. One that cannot be kept (volatile,
 * floating, wider than 64 bits) is left out with a warning.
 */
#include "private.h"

bool pred_are_given(const struct notes *notes)
{
    for (size_t i = 0; i < notes->list.count; i++)
        if (notes->list.items[i]->kind == NOTE_PREDICATE)
            return true;
    return false;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static bool is_named(const struct abstraction *x, const char *name)
{
    for (size_t i = 0; i < x->preds.count; i++)
        if (!strcmp(x->preds.items[i].v.name, name))
            return true;
    return false;
}

/* As written; where another function has one that is written so, with the function's name behind. Results name the
 * function anyway. */
static const char *name_of(struct abstraction *x, const struct cwi_expr *e, enum pred_kind kind, cwi_id func)
{
    struct buf text = {0};
    const char *of = func ? cwi_func_of(x->u, func)->name : NULL;
    if (kind == PRED_RESULT)
        buf_printf(&text, "%s: ", of);
    if (kind == PRED_GIVEN)
        note_print_expr(x->u, e, &text);
    else
        cwi_print_expr(x->u, e, &text); /* that has names for temporaries */
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] == '{' || text.data[i] == '}' || text.data[i] == '\n')
            text.data[i] = '?';
    const char *name = arena_str(x->arena, buf_str(&text));
    buf_free(&text);
    if (is_named(x, name) && of)
        name = arena_printf(x->arena, "%s @%s", name, of);
    for (unsigned n = 2; is_named(x, name); n++)
        name = arena_printf(x->arena, "%s #%u", name, n);
    return name;
}

/* ---- adding ------------------------------------------------------------------------------------------------------ */

static bool names_other_local(const struct abstraction *x, const struct cwi_expr *e)
{
    if (!e)
        return false;
    if (e->kind == CWI_VAR && pred_is_local(x, e->ref))
        return cwi_var_of(x->u, e->ref)->linkage != CWI_PARAM;
    return names_other_local(x, e->a) || names_other_local(x, e->b) || names_other_local(x, e->c);
}

static struct pred_ids *list_of(struct abstraction *x, enum pred_kind kind, cwi_id func)
{
    return kind == PRED_RESULT ? &x->funcs[func].results : func ? &x->funcs[func].own : &x->globals;
}

bool pred_add(struct abstraction *x, const struct cwi_expr *e, enum pred_kind kind, cwi_id func, uint32_t depth)
{
    struct pred p = {.v = {.expr = e, .kind = kind, .func = func}, .depth = depth};
    struct pred_ids *list = list_of(x, kind, func);
    x->used.count = 0;
    p.term = pred_truth(x, e);
    p.unknowns = pred_used(x, &p.unknown_count);
    smt_term opposite = smt_unary(x->smt, CWI_LOGNOT, p.term);
    for (size_t i = 0; i < list->count; i++)
        if (x->preds.items[list->items[i]].term == p.term || x->preds.items[list->items[i]].term == opposite)
            return false;
    p.v.is_formal = kind != PRED_RESULT && func && !names_other_local(x, e);
    p.v.name = name_of(x, e, kind, func);
    vec_push(&x->preds, p);
    vec_push(list, (uint32_t)x->preds.count - 1);
    return true;
}

void pred_scope(const struct abstraction *x, cwi_id func, struct pred_ids *out)
{
    const struct pred_func *f = &x->funcs[func];
    out->count = 0;
    for (size_t i = 0; i < x->globals.count; i++)
        vec_push(out, x->globals.items[i]);
    for (size_t i = 0; i < f->own.count; i++)
        vec_push(out, f->own.items[i]);
}

/* ---- pragmas ----------------------------------------------------------------------------------------------------- */

struct looking {
    const struct abstraction *x;
    cwi_id func;
    const char *fault;
};

static bool look(void *context, const struct cwi_expr *e)
{
    struct looking *l = context;
    const struct cwi_var *v = e->kind == CWI_VAR ? cwi_var_of(l->x->u, e->ref) : NULL;
    const struct cwi_type *t = e->type ? cwi_type_of(l->x->u, e->type) : NULL;
    if (e->is_volatile || (v && (v->is_volatile || v->is_register_asm)))
        l->fault = "it reads what may change at any moment (volatile, or a register)";
    else if (e->kind == CWI_LOST || e->kind == CWI_BOUND || e->kind == CWI_FCONST || (t && t->kind == CWI_FLOAT))
        l->fault = "floating point is not understood";
    else if (!cwi_is_lvalue(e) && !pred_is_number(l->x, e->type))
        l->fault = "it is wider than 64 bits";
    if (v && pred_is_local(l->x, e->ref))
        l->func = v->owner;
    return !l->fault;
}

enum status pred_none(const struct cwi_unit *u, struct diag *d)
{
    return diag_set(d, ST_BAD, (struct place){0},
                    "'%s' carries no predicates: write '#pragma cwolf predicate CONDITION', as in '#pragma cwolf "
                    "predicate x == y', outside of functions or where its local variables are declared",
                    u->name ? u->name : "the program");
}

enum status pred_none_used(const struct cwi_unit *u, cwi_id entry, struct diag *d)
{
    return diag_set(d, ST_BAD, (struct place){0},
                    "no predicate can be used: each is left out, or belongs to a function that is not reached from "
                    "'%s'",
                    cwi_func_of(u, entry)->name);
}

const char *pred_fault(const struct abstraction *x, const struct cwi_expr *e, cwi_id *func)
{
    struct looking l = {.x = x};
    cwi_expr_walk(e, look, &l);
    *func = l.func;
    return l.fault;
}

void pred_collect(struct abstraction *x, const struct cwi_expr *const *more, size_t count,
                  const struct diag_sink *warnings)
{
    cwi_id func;
    for (size_t i = 0; i < x->notes->list.count; i++) {
        const struct note *n = x->notes->list.items[i];
        if (n->kind != NOTE_PREDICATE)
            continue;
        const char *fault = pred_fault(x, n->u.predicate, &func);
        if (fault)
            diag_send(warnings, DIAG_WARNING, n->at, "this predicate is left out: %s", fault);
        else if (!func || x->funcs[func].is_in)
            pred_add(x, n->u.predicate, PRED_GIVEN, func, 0);
    }
    for (size_t i = 0; i < count; i++)
        if (!pred_fault(x, more[i], &func) && (!func || x->funcs[func].is_in))
            pred_add(x, more[i], PRED_GIVEN, func, 0);
}
