/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the program ends, and, for rules about each thread by itself, where a thread does. What ends by abort, by a
 * failed assertion or by a signal is no end in the sense of a rule.
 */
#include "runtime/check/rules/sites.h"
#include "runtime/cwi/edit.h"

bool rule_asks_for_end(const struct rule *r)
{
    bool is_open = r->scope != RULE_BEFORE && r->scope != RULE_BETWEEN;
    bool named = false;
    for (int part = PART_BEGIN; part < PART_EXIT; part *= 2)
        for (uint32_t i = 0; i < rule_part(r, part)->count; i++)
            named |= rule_part(r, part)->items[i].kind == RULE_EXIT;
    return named || (is_open &&
                     (r->pattern == RULE_EVENTUALLY || r->pattern == RULE_RESPONDS || r->pattern == RULE_EXACTLY_ONE));
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

bool rule_is_named(const struct cwi_func *f, const char *const *names)
{
    const char *name = f->asm_name ? cwi_base_name(f->asm_name) : f->name;
    for (; *names; names++)
        if (name && !strcmp(name, *names))
            return true;
    return false;
}

static const char *const makers[] = {"pthread_create", "thrd_create", NULL};

/* The argument that is the function of a new thread; NULL: the statement begins none. */
static const struct cwi_expr *thread_function(const struct cwi_unit *u, const struct cwi_stmt *s)
{
    const struct cwi_func *f = rule_callee_of(u, s);
    struct effect e;
    uint32_t i = 0;
    if (!f || !rule_is_named(f, makers) || !pt_effect_by_name(cwi_base_name(f->asm_name ? f->asm_name : f->name), &e))
        return NULL;
    while (i < s->arg_count && effect_letter(&e, i) != 'g')
        i++;
    return i < s->arg_count ? cwi_converted(s->args[i]) : NULL;
}

struct counting {
    const struct finder *x;
    int *count; /* by function, references to it */
};

static bool count_references(void *counting, const struct cwi_expr *e)
{
    struct counting *k = counting;
    if (e->kind == CWI_FUNCREF && e->ref < k->x->funcs)
        k->count[e->ref]++;
    return true;
}

static void look_at_thread(struct finder *x, struct counting *k, const struct cwi_stmt *s)
{
    const struct cwi_expr *f = thread_function(x->c->u, s);
    if (!f)
        return;
    if (f->kind == CWI_FUNCREF && f->ref < x->funcs) {
        x->is_thread[f->ref] = true;
        k->count[f->ref]--;
    } else {
        x->c->refused = "which function a thread runs is chosen at run time, and so is where it ends";
    }
}

void rule_find_threads(struct finder *x)
{
    const struct cwi_unit *u = x->c->u;
    if (!x->c->rule->is_by_thread || !rule_asks_for_end(x->c->rule))
        return;
    for (cwi_id f = 1; f < x->funcs; f++)
        if (x->is_taken[f] && rule_is_named(cwi_func_of(u, f), makers))
            x->c->refused = "threads are made by a call through a pointer, so where they begin is not known";
    struct counting k = {.x = x, .count = base_mem_zalloc(x->funcs * sizeof *k.count)};
    for (cwi_id f = 1; f < x->funcs; f++)
        for (uint32_t b = 0; b < cwi_func_of(u, f)->block_count; b++)
            for (uint32_t i = 0; i < cwi_func_of(u, f)->blocks[b].count; i++) {
                cwi_stmt_walk(&cwi_func_of(u, f)->blocks[b].stmts[i], count_references, &k);
                look_at_thread(x, &k, &cwi_func_of(u, f)->blocks[b].stmts[i]);
            }
    for (cwi_id v = 1; v < u->vars.count; v++)
        for (uint32_t i = 0; i < cwi_var_of(u, v)->init_count; i++)
            if (cwi_var_of(u, v)->init[i].value)
                cwi_expr_walk(cwi_var_of(u, v)->init[i].value, count_references, &k);
    for (cwi_id f = 1; f < x->funcs; f++)
        if (x->is_thread[f] && k.count[f] > 0)
            x->c->refused =
                arena_printf(x->c->a, "'%s' begins a thread, and is called in other ways too", cwi_func_of(u, f)->name);
    free(k.count);
}

/* ---- ends -------------------------------------------------------------------------------------------------------- */

enum ending { ENDS_NOT, ENDS_THREAD, ENDS_PROGRAM, MAY_END_PROGRAM };

static enum ending call_ending(const struct finder *x, const struct cwi_func *f, cwi_id func)
{
    static const char *const of_threads[] = {"pthread_exit", "thrd_exit", NULL};
    if (rule_is_named(f, of_threads)) /* where it has a body, that of the model, the program ends there */
        return x->c->rule->is_by_thread ? ENDS_THREAD : f->block_count ? ENDS_NOT : ENDS_PROGRAM;
    struct effect e = pt_effect_of(x->c->u, func, x->c->notes);
    if (f->block_count || !e.known || !(e.flags & EFFECT_EXIT) || e.flags & EFFECT_ERROR)
        return ENDS_NOT;
    return e.flags & EFFECT_NORETURN ? ENDS_PROGRAM : MAY_END_PROGRAM;
}

static enum ending ending_of(struct finder *x, cwi_id func, const struct cwi_stmt *s)
{
    if (s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF)
        return call_ending(x, cwi_func_of(x->c->u, s->rhs->ref), s->rhs->ref);
    if (s->kind != CWI_RETURN)
        return ENDS_NOT;
    if (func < x->funcs && x->is_thread[func])
        return ENDS_THREAD;
    return func == x->c->entry ? ENDS_PROGRAM : ENDS_NOT;
}

/* What the end is to the rule. */
static void match_end(struct finder *x, enum ending ending, const struct cwi_expr *test, struct matchers *out)
{
    const struct rule *r = x->c->rule;
    struct matcher m = {.part = PART_EXIT};
    for (int part = PART_BEGIN; part < PART_EXIT && ending != ENDS_THREAD; part *= 2)
        for (uint32_t i = 0; i < rule_part(r, part)->count; i++)
            if (rule_part(r, part)->items[i].kind == RULE_EXIT) {
                m.part |= part;
                m.event = &rule_part(r, part)->items[i];
            }
    if (r->pattern == RULE_GRAPH && !m.event)
        return;
    if (test)
        vec_push(&m.tests, test);
    vec_push(out, m);
}

bool rule_may_call(const struct cwi_unit *u, const struct cwi_stmt *s, cwi_id func)
{
    return (s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF && s->rhs->ref == func) ||
           cwi_func_of(u, func)->is_address_taken;
}

bool rule_find_end(struct finder *x, struct site *s, const struct cwi_stmt *stmt)
{
    struct rule_compiler *c = x->c;
    const struct cwi_expr *test = NULL;
    if (!rule_asks_for_end(c->rule))
        return false;
    if (rule_may_call(c->u, stmt, c->entry))
        c->refused = arena_printf(c->a, "'%s' is called by the program itself, so its end need not be the program's",
                                  cwi_func_of(c->u, c->entry)->name);
    enum ending ending = ending_of(x, s->func, stmt);
    if (ending == ENDS_NOT)
        return false;
    if (ending == MAY_END_PROGRAM && stmt->arg_count) /* error(status, ...) ends it unless the status is 0 */
        test = cwi_expr_binary(c->a, CWI_NE, c->int_type, stmt->args[0], cwi_expr_const(c->a, stmt->args[0]->type, 0));
    size_t before = s->before.count;
    match_end(x, ending, test, &s->before);
    s->ends_thread = ending == ENDS_THREAD;
    c->ends++;
    return s->before.count > before;
}
