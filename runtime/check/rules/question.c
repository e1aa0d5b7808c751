/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the engine is asked of a program with a rule in it: whether the label is reached, with the rule's own variables,
 * and those that hold its objects, tracked.
 */
#include "runtime/check/rules/rules.h"
#include "runtime/cwi/edit.h"

static bool is_tracked(const struct notes *list, const struct cwi_expr *wanted)
{
    for (size_t i = 0; i < list->list.count; i++) {
        const struct note *n = list->list.items[i];
        const struct cwi_expr *cell = n->kind == NOTE_ABSTRACT ? n->u.abstract.cell : NULL;
        bool is_part = wanted->kind != CWI_VAR;
        if (cell && (is_part ? cwi_expr_equal(cell, wanted) : check_fact_var(cell) == wanted->ref))
            return true;
    }
    return false;
}

static void track_cell(struct notes *out, const struct cwi_expr *cell)
{
    struct note *n = ARENA_NEW(out->arena, struct note);
    if (is_tracked(out, cell))
        return;
    n->kind = NOTE_ABSTRACT;
    n->u.abstract.cell = cell;
    n->u.abstract.abs = abs_free_type();
    vec_push(&out->list, n);
}

static void track(struct rule_compiler *c, struct notes *out, cwi_id var)
{
    if (var)
        track_cell(out, cwi_expr_var(out->arena, c->u, var));
}

/* The variables that hold objects: those that events name, and all that have the type of a pointer to such a thing and
 * to nothing else. */
static void track_carriers(struct rule_compiler *c, struct notes *out)
{
    enum { MOST = 600 };
    const struct cwi_type *object = c->object_type ? cwi_type_of(c->u, c->object_type) : NULL;
    const struct cwi_type *of = object && object->kind == CWI_PTR && object->of ? cwi_type_of(c->u, object->of) : NULL;
    uint32_t count = 0;
    for (size_t i = 0; i < c->carriers.count && count < MOST; i++, count++)
        track_cell(out, c->carriers.items[i]);
    for (cwi_id v = 1; of && (of->kind == CWI_STRUCT || of->kind == CWI_UNION) && v < c->u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(c->u, v);
        const struct cwi_type *t = x->type ? cwi_type_of(c->u, x->type) : NULL;
        if (t && t->kind == CWI_PTR && t->of == object->of && x->linkage != CWI_TEMP && x->linkage != CWI_EXTERN &&
            count++ < MOST)
            track(c, out, v);
    }
}

/* The number of arguments, of which rule_compile chooses small ones. */
static void track_arguments(struct rule_compiler *c, struct notes *out)
{
    const cwi_id functions[] = {c->entry, cwi_find_func(c->u, NULL, "main", NULL)};
    for (size_t i = 0; i < 2; i++) {
        const struct cwi_func *f = functions[i] ? cwi_func_of(c->u, functions[i]) : NULL;
        for (uint32_t k = 0; f && f->block_count && k < f->param_count && k < 2; k++)
            track(c, out, f->params[k]);
    }
}

/* In its scope the condition holds, wherever control is. */
static enum status add_invariant(struct rule_compiler *c, struct note *n, struct diag *d)
{
    const struct cwi_expr *cond, *inside = NULL, *state = cwi_expr_var(c->a, c->u, c->state);
    enum status st = note_parse_bound(c->a, c->u, c->rule->always, true, NULL, 0, c->rule->at, &cond, d);
    for (uint32_t i = 0; i < c->automaton.count && !st; i++) {
        if (!c->automaton.in_scope[i])
            continue;
        const struct cwi_expr *is = rule_equals(c, state, cwi_expr_const(c->a, c->int_type, i));
        inside = inside ? cwi_expr_binary(c->a, CWI_LOGOR, c->int_type, inside, is) : is;
    }
    n->u.property.logic = "invariant";
    if (!st)
        n->u.property.expr =
            note_logical(c->a, c->u, CWI_LOGOR, cwi_expr_unary(c->a, CWI_LOGNOT, c->int_type, inside), cond);
    return st;
}

enum status rule_put_question(struct rule_compiler *c, const struct notes *given, struct notes *out, struct diag *d)
{
    struct note *n = ARENA_NEW(out->arena, struct note);
    for (size_t i = 0; i < given->list.count; i++) {
        enum note_kind kind = given->list.items[i]->kind;
        if (kind != NOTE_PROPERTY && kind != NOTE_SPEC && kind != NOTE_LABEL && kind != NOTE_RULE)
            vec_push(&out->list, given->list.items[i]);
    }
    track(c, out, c->state);
    track(c, out, c->chosen);
    track(c, out, c->watched);
    track_carriers(c, out);
    track_arguments(c, out);
    track(c, out, c->passed_count);
    for (cwi_id f = 1; f < c->owned_count; f++)
        track(c, out, c->owned[f]);
    for (uint32_t i = 0; i < RULE_PASSED; i++)
        track(c, out, c->passed[i]);
    n->kind = NOTE_PROPERTY;
    n->at = c->rule->at;
    n->u.property.name = c->rule->set ? arena_printf(c->a, "%s.%s", c->rule->set, c->rule->name) : c->rule->name;
    n->u.property.logic = "unreachable";
    n->u.property.text = c->rule->text;
    n->u.property.target = c->label;
    vec_push(&out->list, n);
    return c->rule->pattern == RULE_ALWAYS ? add_invariant(c, n, d) : ST_OK;
}
