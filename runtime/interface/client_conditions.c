/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions of the client: what is an error, what holds at first, and which results it looks at.
 */
#include "runtime/cwi/edit.h"
#include "runtime/interface/private.h"

#include <stdlib.h>

bool iface_client_name_var(void *context, const struct cwi_expr *e)
{
    struct iface_naming *x = context;
    if (e->kind == CWI_FUNCREF)
        x->func = e->ref;
    if (e->kind == CWI_VAR)
        vec_push(&x->vars, e->ref);
    return true;
}

static enum status parse(struct iface_client *c, const char *text, const struct cwi_expr **out, struct diag *d)
{
    struct note *n = NULL;
    enum status st = note_parse_property(c->a, arena_printf(c->a, "invariant %s", text), c->u, c->func, &n, d);
    if (!st)
        *out = n->u.property.expr;
    return st;
}

/* For each function with a result that a condition can be about, a variable of the client with its name. */
static void add_results(struct iface_client *c)
{
    for (size_t i = 0; i < c->functions.count; i++) {
        struct iface_function *f = &c->functions.items[i];
        const struct cwi_func *func = cwi_func_of(c->u, f->func);
        cwi_id type = cwi_type_of(c->u, func->type)->of;
        enum cwi_type_kind kind = type ? cwi_type_of(c->u, type)->kind : CWI_VOID;
        if (kind == CWI_INT || kind == CWI_PTR || kind == CWI_FLOAT)
            f->result = cwi_add_var(
                c->u, &(struct cwi_var){
                          .name = func->name, .linkage = CWI_AUTO, .type = type, .owner = c->func, .at = func->at});
    }
}

static enum status add_condition(struct iface_client *c, const char *text, uint8_t *used, struct diag *d)
{
    struct iface_naming x = {0};
    struct iface_condition condition = {0};
    enum status st = parse(c, text, &condition.expr, d);
    if (st)
        return st;
    cwi_expr_walk(condition.expr, iface_client_name_var, &x);
    if (x.func)
        st = diag_set(d, ST_BAD, (struct place){0},
                      "the condition '%s' is about '%s', which returns nothing that can be compared, or is no function "
                      "of the interface",
                      text, cwi_func_of(c->u, x.func)->name);
    for (size_t v = 0; v < x.vars.count && !st; v++)
        for (size_t i = 0; i < c->functions.count && !st; i++) {
            struct iface_function *f = &c->functions.items[i];
            if (f->result != x.vars.items[v])
                continue;
            if (condition.about && condition.about != f)
                st = diag_set(d, ST_BAD, (struct place){0}, "the condition '%s' names the results of two functions",
                              text);
            condition.about = f;
            used[i] = 1;
        }
    vec_free(&x.vars);
    vec_push(&c->errors, condition);
    return st;
}

static void track(struct iface_client *c, cwi_id var)
{
    struct note *n = iface_client_add_note(c, NOTE_ABSTRACT);
    n->u.abstract.cell = cwi_expr_var(c->a, c->u, var);
    n->u.abstract.abs = abs_free_type();
}

/* The client sees whether the function returned 0. */
static enum status look_at(struct iface_client *c, const char *name, uint8_t *used, struct diag *d)
{
    for (size_t i = 0; i < c->functions.count; i++) {
        struct iface_function *f = &c->functions.items[i];
        if (strcmp(cwi_func_of(c->u, f->func)->name, name) != 0 || !f->result)
            continue;
        if (!c->zero) {
            c->zero = cwi_add_var(c->u, &(struct cwi_var){.name = "(zero)",
                                                          .asm_name = "(zero)",
                                                          .linkage = CWI_STATIC,
                                                          .type = cwi_int_type(c->u, 1, false)});
            track(c, c->zero);
        }
        track(c, f->result);
        f->looks = true;
        used[i] = 1;
        return ST_OK;
    }
    return diag_set(d, ST_BAD, (struct place){0},
                    "'%s' is no function of the interface that returns a number or a pointer", name);
}

enum status iface_client_add_conditions(struct iface_client *c, const struct iface_options *o, struct diag *d)
{
    enum status st = ST_OK;
    uint8_t *used = base_mem_zalloc(c->functions.count + 1);
    add_results(c);
    for (size_t i = 0; i < o->result_count && !st; i++)
        st = look_at(c, o->results[i], used, d);
    for (size_t i = 0; i < o->error_count && !st; i++)
        st = add_condition(c, o->errors[i], used, d);
    if (!st && o->initial)
        st = parse(c, o->initial, &c->initial, d);
    for (size_t i = 0; i < c->functions.count; i++)
        c->functions.items[i].result = used[i] ? c->functions.items[i].result : 0;
    free(used);
    return st;
}
