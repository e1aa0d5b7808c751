/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A rule is compiled into a program, and the program put back as it was.
 */
#include "runtime/check/rules/sites.h"
#include "runtime/cwi/edit.h"

#include <stdlib.h>

/* ---- the program is put back ------------------------------------------------------------------------------------- */

struct cwi_func *rule_own(struct rule_compiler *c, cwi_id func)
{
    struct cwi_func *f = c->u->funcs.items[func];
    for (size_t i = 0; i < c->saved.count; i++)
        if (c->saved.items[i].func == func)
            return f;
    vec_push(&c->saved, ((struct saved){func, *f}));
    if (f->block_count)
        f->blocks = cwi_copy_blocks(c->u->arena, f);
    return f;
}

void rule_restore(struct rule_compiler *c)
{
    for (size_t i = 0; i < c->saved.count; i++)
        *c->u->funcs.items[c->saved.items[i].func] = c->saved.items[i].was;
    for (size_t i = 0; i < c->saved_vars.count; i++)
        *cwi_var_of(c->u, c->saved_vars.items[i].var) = c->saved_vars.items[i].was;
    vec_free(&c->saved);
    vec_free(&c->saved_vars);
    vec_free(&c->assumptions);
    vec_free(&c->unsafe);
    vec_free(&c->places);
    vec_free(&c->told);
    vec_free(&c->carriers);
    vec_free(&c->aliases);
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static void assume(struct finder *x)
{
    struct rule_compiler *c = x->c;
    struct place at = cwi_place_text(c->u, x->unknown_at);
    for (uint32_t i = 0; i < c->rule->assumed.count; i++)
        vec_push(&c->assumptions, (const char *)arena_str(c->a, c->rule->assumed.items[i]));
    if (c->rule->sure.count)
        vec_push(&c->assumptions,
                 arena_printf(c->a, "what '%s' locks, or waits for, it gets in the end", c->rule->name));
    if (x->unknown)
        vec_push(&c->assumptions,
                 arena_printf(c->a,
                              "functions without a body do not do by themselves what '%s' is about (first '%s', %s:%u)",
                              c->rule->name, cwi_func_of(c->u, x->unknown)->name, at.file ? at.file : "?", at.line));
    if (c->makes_handles && c->rule->object)
        vec_push(&c->assumptions, arena_printf(c->a, "'%s' is about what %s and the like give, and about no other",
                                               c->rule->name, c->rule->handles.items[0].name));
    if (c->passes_null)
        vec_push(&c->assumptions, arena_printf(c->a, "a null pointer is no object of '%s'", c->rule->name));
    if (c->has_number_handles)
        vec_push(&c->assumptions, "nothing depends on the numbers of the descriptors");
}

bool rule_applies(const struct rule_compiler *c)
{
    bool from_start = c->rule->pattern == RULE_ALWAYS && c->rule->scope == RULE_ALL;
    return c->sites || (c->ends && !c->rule->object) || from_start;
}

enum status rule_compile(struct rule_compiler *c, struct diag *d)
{
    struct finder x = {.c = c, .d = d, .funcs = (cwi_id)c->u->funcs.count};
    x.is_taken = base_mem_zalloc(x.funcs * sizeof *x.is_taken);
    x.is_thread = base_mem_zalloc(x.funcs * sizeof *x.is_thread);
    x.inner = base_mem_zalloc(x.funcs * sizeof *x.inner);
    c->int_type = cwi_int_type(c->u, 32, true);
    c->bit_type = cwi_int_type(c->u, 1, false);
    rule_automaton_make(c->rule, c->excluded.count, &c->automaton);
    enum status st = rule_find_sites(&x);
    c->is_proved = !st && rule_is_proved_of_lists(&x);
    if (c->is_proved) {
        assume(&x);
    } else if (!st && rule_applies(c)) {
        rule_make_ghosts(&x);
        for (size_t i = 0; i < x.sites.count; i++) {
            rule_carriers_of(c, &x.sites.items[i].before);
            rule_carriers_of(c, &x.sites.items[i].after);
        }
        rule_close_carriers(c); /* of the program as it was */
        for (size_t i = 0; i < x.sites.count; i++)
            if (x.sites.items[i].owns)
                rule_make_owner(c, x.sites.items[i].func);
        for (size_t i = 0; i < x.sites.count; i++)
            if (x.sites.items[i].overwrites)
                rule_keep_code(&x, x.sites.items[i].func);
        for (size_t i = 0; i < x.sites.count; i++)
            rule_change(&x, &x.sites.items[i]);
        if (x.holds)
            rule_begin_owners(&x);
        rule_forget_passed_locals(&x);
        rule_choose_arguments(c);
        assume(&x);
    }
    for (size_t i = 0; i < x.sites.count; i++) {
        rule_matchers_free(&x.sites.items[i].before);
        rule_matchers_free(&x.sites.items[i].after);
    }
    vec_free(&x.sites);
    free(x.is_taken);
    free(x.is_thread);
    free(x.inner);
    free(x.holds);
    free(x.returns);
    return st;
}
