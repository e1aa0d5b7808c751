/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The answer of a rule `handles tested`: by the paths of null results; what those leave open, a run shows to be
 * violated where one of them is followed.
 */
#include "runtime/check/rules/answer.h"
#include "runtime/check/rules/results.h"

static const struct result_trouble *find_trouble(const struct result_troubles *all, struct cwi_place at)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].is_followed && cwi_same_place(all->items[i].at, at))
            return &all->items[i];
    return NULL;
}

/* The first that is followed, or the first. */
static void tell_trouble(const struct rule_compiler *c, struct arena *a, const struct result_troubles *all,
                         struct check_answer *x)
{
    const struct result_trouble *t = &all->items[0];
    for (size_t i = all->count; i-- > 0;)
        t = all->items[i].is_followed ? &all->items[i] : t;
    struct check_event *path = ARENA_ARRAY(a, struct check_event, 2);
    path[0] = (struct check_event){.at = t->given, .func = t->func, .text = "what is given here may be null"};
    path[1] = (struct check_event){.at = t->at, .func = t->func, .text = arena_printf(a, "it %s", t->why)};
    x->verdict = LTS_VERDICT_MAYBE;
    x->path = path;
    x->path_length = 2;
    x->at = t->at;
    x->func = t->func;
    x->event = NULL; /* what may be followed elsewhere cannot be accepted here */
    if (t->is_followed)
        rule_property_event(a, c->u, x);
    x->message = rule_message(a, x, c->rule);
}

/* What is followed there is not null where all calls work. */
static bool is_of_results(struct asking *k, struct rule_compiler *c, const struct check_answer *x,
                          const struct result_troubles *all, enum status *st, struct diag *d)
{
    struct check_answer y = {.name = x->name, .verdict = LTS_VERDICT_MAYBE};
    rule_restore(c);
    c->none_fails = true;
    *st = rule_run_property(k, c, &y, d);
    c->none_fails = false;
    return y.verdict != LTS_VERDICT_FALSE || !find_trouble(all, y.at);
}

enum { MOST_OTHERS = 8 }; /* null pointers that are no results, and hide the others */

enum status rule_run_tested(struct asking *k, struct rule_compiler *c, struct check_answer *x, struct diag *d)
{
    struct arena *a = k->report->arena;
    struct result_troubles all = {0};
    enum status st = ST_OK;
    rule_follow_results(c, &all, &c->sites);
    size_t excluded = c->excluded.count;
    bool is_shown = false, goes_on = all.count && k->first_end <= 0 && !k->required; /* else the paths say enough */
    for (int round = 0; goes_on && !st && round < MOST_OTHERS; round++) {
        rule_restore(c);
        st = rule_run_property(k, c, x, d);
        goes_on = !st && x->verdict == LTS_VERDICT_FALSE;
        is_shown = goes_on && find_trouble(&all, x->at);
        goes_on &= !is_shown;
        vec_push(&c->excluded, ((struct check_accepted){.place = x->at}));
        if (x->verdict == LTS_VERDICT_TRUE) /* of null pointers, but not all that the paths call following one */
            x->verdict = LTS_VERDICT_MAYBE;
    }
    c->excluded.count = excluded;
    is_shown = is_shown && !st && is_of_results(k, c, x, &all, &st, d);
    if (!all.count) {
        x->verdict = LTS_VERDICT_TRUE;
        x->message = rule_message(a, x, c->rule);
        x->is_vacuous = !c->sites && !c->excluded.count;
    } else if (!is_shown) {
        tell_trouble(c, a, &all, x);
    }
    vec_free(&all);
    return st;
}
