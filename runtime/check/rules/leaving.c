/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Statements by which activations end that do not return: jumps, exchanged stacks, and ends of threads.
 *
 * Who is not known may jump where the program has a place for that, and any call of the library may be where a thread
 * is cancelled, in a program that cancels some.
 */
#include "runtime/check/rules/sites.h"

static bool is_leaving_by_name(const struct cwi_func *f)
{
    static const char *const names[] = {"longjmp",      "_longjmp",  "siglongjmp", "__longjmp_chk", "setcontext",
                                        "swapcontext",  "pthread_exit", "thrd_exit", NULL};
    return rule_is_named(f, names);
}

static bool lands(const struct cwi_func *f, const struct effect *e)
{
    static const char *const names[] = {"getcontext", NULL};
    return e->flags & EFFECT_SETJMP || rule_is_named(f, names);
}

/* What is not known here may be called: by a pointer, or by the library, which may have got one. */
static bool calls_pointer(const struct finder *x, const struct cwi_stmt *s)
{
    const struct cwi_func *f = rule_callee_of(x->c->u, s);
    if (!f || f->block_count)
        return !f;
    struct effect e = pt_effect_of(x->c->u, s->rhs->ref, x->c->notes);
    bool does = false;
    for (uint32_t i = 0; i < s->arg_count && e.flags & EFFECT_CALLS_NOW; i++)
        does |= effect_letter(&e, i) == 'f' && cwi_converted(s->args[i])->kind != CWI_FUNCREF;
    return does;
}

/* Those that are named may have a model's body. Of others, an event says what it does. */
static bool is_leaving(const struct finder *x, cwi_id func, bool is_cancelled)
{
    if (is_leaving_by_name(cwi_func_of(x->c->u, func)) || cwi_func_of(x->c->u, func)->block_count)
        return is_leaving_by_name(cwi_func_of(x->c->u, func));
    const uint64_t harmless = EFFECT_VA | EFFECT_PURE | EFFECT_CONST | EFFECT_SAME;
    struct effect e = pt_effect_of(x->c->u, func, x->c->notes);
    bool before, after, handle;
    rule_names(x->c->rule, rule_name_of(x->c, func), &before, &after, &handle);
    bool may_jump = x->lands && !e.known && !e.from_note && !before && !after;
    return may_jump || (is_cancelled && !(e.flags & harmless));
}

void rule_find_leaving(struct finder *x)
{
    static const char *const cancels[] = {"pthread_cancel", NULL};
    const struct cwi_unit *u = x->c->u;
    x->leaves = arena_zalloc(x->c->a, x->funcs * sizeof *x->leaves);
    bool is_cancelled = false;
    for (cwi_id f = 1; f < x->funcs; f++) {
        struct effect e = pt_effect_of(u, f, x->c->notes);
        x->lands |= lands(cwi_func_of(u, f), &e);
        is_cancelled |= rule_is_named(cwi_func_of(u, f), cancels);
    }
    for (cwi_id f = 1; f < x->funcs; f++)
        x->leaves[f] = is_leaving(x, f, is_cancelled);
}

/* A call through a pointer counts by itself only where nobody knows where that leads: else by what has its address
 * taken. */
bool rule_is_left_at(const struct finder *x, const struct cwi_stmt *s)
{
    bool is_unseen = s->kind == CWI_UNREACHABLE && s->text && strcmp(s->text, "trap") != 0;
    if (s->kind != CWI_CALL)
        return is_unseen;
    bool is_named = s->rhs->kind == CWI_FUNCREF && s->rhs->ref < x->funcs && x->leaves[s->rhs->ref];
    return is_named || (x->lands && calls_pointer(x, s));
}
