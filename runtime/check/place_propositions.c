/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places as propositions of formulas: at(FILE:LINE), where the next statement is one of that line, and in(FUNCTION),
 * where control is in that function and not in one that it calls.
 *
 * Each becomes a note of the run, as conditions do, of the logic "at" or "in".
 */
#include "runtime/check/private.h"
#include "runtime/logic/logic.h"

struct places {
    struct temporal *t;
    struct arena *a;
    struct cwi_unit *u;
    const struct note *q;
    enum status st;
    struct diag *d;
};

static bool has_function(const struct cwi_unit *u, const char *name)
{
    for (cwi_id f = 1; f < u->funcs.count; f++)
        if (cwi_func_of(u, f)->block_count && !strcmp(cwi_func_of(u, f)->name, name))
            return true;
    return false;
}

static bool has_code(const struct cwi_unit *u, const char *place)
{
    for (cwi_id f = 1; f < u->funcs.count; f++)
        for (uint32_t b = 0; b < cwi_func_of(u, f)->block_count; b++)
            for (uint32_t i = 0; i < cwi_func_of(u, f)->blocks[b].count; i++)
                if (avm_is_at(u, cwi_func_of(u, f)->blocks[b].stmts[i].at, place))
                    return true;
    return false;
}

static void add_place(void *context, const char *name)
{
    struct places *x = context;
    bool is_in = !strncmp(name, "in(", 3), is_at = !strncmp(name, "at(", 3);
    size_t size = strlen(name);
    if (x->st || (!is_in && !is_at) || name[size - 1] != ')')
        return;
    for (size_t i = 0; i < x->t->conditions.count; i++)
        if (!strcmp(x->t->conditions.items[i]->u.property.name, name))
            return;
    struct note *n = ARENA_NEW(x->a, struct note);
    n->kind = NOTE_PROPERTY;
    n->at = x->q->at;
    n->u.property.name = arena_str(x->a, name);
    n->u.property.logic = is_in ? "in" : "at";
    n->u.property.target = arena_strn(x->a, name + 3, size - 4);
    if (is_in && !has_function(x->u, n->u.property.target))
        x->st = diag_set(x->d, ST_BAD, x->q->at, "%s: the program has no function '%s' with a body", name,
                         n->u.property.target);
    else if (is_at && !has_code(x->u, n->u.property.target))
        x->st =
            diag_set(x->d, ST_BAD, x->q->at, "%s: no statement of the program is there; expected at(FILE:LINE)", name);
    else
        vec_push(&x->t->conditions, n);
}

enum status check_place_add(struct temporal *t, struct arena *a, struct cwi_unit *u, const struct note *q,
                            struct diag *d)
{
    struct places x = {t, a, u, q, ST_OK, d};
    logic_each_name(t->question, add_place, &x);
    return x.st;
}
