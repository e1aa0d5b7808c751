/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Making formulas while parsing. Invariant: no formula is deeper than LOGIC_DEEPEST.
 */
#include "runtime/logic/parse.h"

static uint32_t depth_of(formula f)
{
    return f ? f->depth : 0;
}

static struct logic_formula *new_formula(struct parser *p, enum logic_op op, formula a, formula b)
{
    struct logic_formula *f = ARENA_NEW(p->arena, struct logic_formula);
    uint32_t deepest = depth_of(a) > depth_of(b) ? depth_of(a) : depth_of(b);
    *f = (struct logic_formula){.op = op, .a = a, .b = b, .id = p->formulas, .offset = (uint32_t)p->at};
    f->depth = deepest + 1;
    if (f->depth > LOGIC_DEEPEST)
        logic_parse_error(p, p->at, "nested more than %d deep", LOGIC_DEEPEST);
    if (++p->formulas > LOGIC_MOST_FORMULAS)
        logic_parse_error(p, p->at, "a formula of more than %d parts", LOGIC_MOST_FORMULAS);
    return f;
}

formula logic_make(struct parser *p, enum logic_op op, formula a, formula b)
{
    struct logic_formula *f = new_formula(p, op, a, b);
    bool inner = (a && a->is_path) || (b && b->is_path), quantifier = op == OP_EXISTS || op == OP_ALL;
    f->is_path = !quantifier && (inner || (op >= OP_NEXT && op <= OP_RELEASE));
    return f;
}

formula logic_make_not(struct parser *p, formula a)
{
    return a->op == OP_NOT ? a->a : logic_make(p, OP_NOT, a, NULL);
}

formula logic_make_implies(struct parser *p, formula a, formula b)
{
    return logic_make(p, OP_OR, logic_make_not(p, a), b);
}

formula logic_make_finally(struct parser *p, formula a)
{
    return logic_make(p, OP_UNTIL, logic_make(p, OP_TRUE, NULL, NULL), a);
}

formula logic_make_globally(struct parser *p, formula a)
{
    return logic_make(p, OP_RELEASE, logic_make(p, OP_FALSE, NULL, NULL), a);
}

/* a W b = b R (a or b) */
formula logic_make_weak_until(struct parser *p, formula a, formula b)
{
    return logic_make(p, OP_RELEASE, b, logic_make(p, OP_OR, a, b));
}

formula logic_make_modal(struct parser *p, enum logic_op op, const struct logic_actions *actions, formula a)
{
    struct logic_formula *f = new_formula(p, op, a, NULL);
    f->actions = actions;
    return f;
}

struct logic_formula *logic_make_fix(struct parser *p, enum logic_op op)
{
    return new_formula(p, op, NULL, NULL);
}

formula logic_make_variable(struct parser *p, formula fix)
{
    struct logic_formula *f = new_formula(p, OP_VARIABLE, NULL, NULL);
    f->a = fix;
    return f;
}

formula logic_close_fix(struct parser *p, struct logic_formula *fix, formula body)
{
    fix->a = body;
    fix->depth = body->depth + 1;
    if (fix->depth > LOGIC_DEEPEST)
        logic_parse_error(p, p->at, "nested more than %d deep", LOGIC_DEEPEST);
    return fix;
}

formula logic_make_atom(struct parser *p, struct logic_name name)
{
    struct logic_formula *f = new_formula(p, OP_ATOM, NULL, NULL);
    f->name = name;
    f->offset = name.offset;
    return f;
}

formula logic_make_all(struct parser *p, enum logic_op op, const formula *items, size_t count)
{
    if (count == 1)
        return items[0];
    return logic_make(p, op, logic_make_all(p, op, items, count / 2),
                      logic_make_all(p, op, items + count / 2, count - count / 2));
}

const struct logic_actions *logic_make_actions(struct parser *p, int op, const struct logic_actions *a,
                                               const struct logic_actions *b)
{
    struct logic_actions *x = ARENA_NEW(p->arena, struct logic_actions);
    x->op = op;
    x->a = a;
    x->b = b;
    return x;
}
