/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the answer does not need: where everything tracked exactly makes too many states, each variable in turn, the one
 * with most values first, is ignored in a short run, or kept as coarsely as the program compares it. It stays so where
 * that run comes to no violation. The last run, a long one, has what is left.
 *
 * Any of these runs may say True, as each contains all that the program does; which is left out only decides whether it
 * can. Source of the greedy order: Zeller and Hildebrandt 2002, Simplifying and isolating failure-inducing input.
 */
#include "runtime/check/private.h"
#include "runtime/cwi/edit.h"

enum { MOST_LEFT_OUT = 12, MORE_BY_ONE = 3 }; /* one variable more may make so many times the states */

struct candidate {
    const struct cwi_expr *cell;
    const struct abs *tried[2]; /* in this order; NULL: nothing more to try */
};
struct leaving {
    struct session *s;
    cwi_id entry;
    uint64_t all_states; /* that these runs may have: half of them for short ones */
    struct VEC(struct candidate) candidates;
};

/* ---- what can be left out ---------------------------------------------------------------------------------------- */

static void add_candidate(struct leaving *x, const struct cwi_expr *cell)
{
    struct choices *choices = &x->s->choices;
    if (x->candidates.count >= MOST_LEFT_OUT || !check_choices_may_set(choices, cell))
        return;
    for (size_t i = 0; i < x->candidates.count; i++)
        if (cwi_expr_equal(x->candidates.items[i].cell, cell))
            return;
    vec_push(&x->candidates, ((struct candidate){cell, {abs_top(), check_choices_coarse(choices, cell)}}));
}

/* Nothing that it holds is the program's own: each turn it is chosen anew. */
static bool is_only_input(const struct var_facts *facts)
{
    for (size_t i = 0; i < facts->assigned.count; i++)
        if (facts->assigned.items[i].from)
            return false;
    return facts->assigned.count > 0;
}

/* Its fields apart, as far as they are assigned apart. Locals of other functions are gone before much is made of them.
 */
static void add_cells_of(struct leaving *x, cwi_id var)
{
    const struct var_facts *facts = &x->s->choices.facts.of[var];
    const struct cwi_var *v = cwi_var_of(x->s->program, var);
    if ((v->owner && v->owner != x->entry) || (v->owner && is_only_input(facts)))
        return;
    for (size_t i = 0; i < facts->assigned.count; i++)
        add_candidate(x, facts->assigned.items[i].cell);
    if (!facts->assigned.count)
        add_candidate(x, cwi_expr_var(x->s->report->arena, x->s->program, var));
}

/* Those of many values first; of others a short run may not have come to the second. */
static void find_candidates(struct leaving *x, const struct avm_model *m)
{
    for (uint32_t i = 0; i < m->growth_count; i++)
        add_cells_of(x, m->growth[i].var);
    for (cwi_id v = 1; v < x->s->program->vars.count; v++)
        if (!cwi_var_of(x->s->program, v)->owner && x->s->choices.facts.of[v].assigned.count)
            add_cells_of(x, v);
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

static bool has_violation(const struct avm_model *m)
{
    const struct lts *g = m->graph;
    for (size_t i = 0; g && i < (size_t)g->states * g->props; i++)
        if (g->prop[i] != LTS_FALSE)
            return true;
    return m->error != LTS_NONE;
}

/* What was left out where something was decided. */
static void keep_left_out(struct session *s)
{
    for (size_t i = 0; i < s->left_out.count; i++) {
        bool is_kept = false;
        for (size_t k = 0; k < s->found.count && !is_kept; k++)
            is_kept = s->found.items[k] == s->left_out.items[i];
        if (!is_kept)
            vec_push(&s->found, s->left_out.items[i]);
    }
}

/* One run without what is left out so far. False: nothing more is to be tried. */
static bool run(struct leaving *x, bool *needs_more, enum status *st, struct diag *d)
{
    struct session *s = x->s;
    uint32_t open = check_session_open_count(s, x->entry);
    *st = check_session_run(s, x->entry, 2, d);
    if (*st)
        return false;
    if (check_session_open_count(s, x->entry) < open)
        keep_left_out(s);
    const struct avm_model *m = s->report->model;
    *needs_more = has_violation(m);
    return check_session_open_count(s, x->entry) && !check_session_is_over(s) && !m->unseen;
}

/* False: it is decided, or nothing more is to be tried. */
static bool try_without(struct leaving *x, const struct candidate *c, enum status *st, struct diag *d)
{
    struct session *s = x->s;
    bool needs_more = true;
    for (int i = 0; i < 2 && needs_more && c->tried[i]; i++) {
        vec_push(&s->left_out, check_choice_note(s->report->arena, c->cell, c->tried[i]));
        if (!run(x, &needs_more, st, d))
            return false;
        if (needs_more)
            s->left_out.count--;
    }
    return true;
}

/* A short run does not see every violation: each of what is left out is taken back for a long one, the last first. */
static void take_back_one(struct leaving *x, enum status *st, struct diag *d)
{
    struct session *s = x->s;
    bool needs_more;
    s->most_states = MORE_BY_ONE * s->report->model->states;
    for (size_t i = s->left_out.count; i-- > 0;) {
        const struct note *taken = s->left_out.items[i];
        s->left_out.items[i] = s->left_out.items[s->left_out.count - 1];
        s->left_out.count--;
        if (!run(x, &needs_more, st, d))
            return;
        vec_push(&s->left_out, s->left_out.items[i]);
        s->left_out.items[i] = taken;
    }
}

/* All candidates in turn, then what is left in a long run. */
static enum status try_all(struct leaving *x, struct diag *d)
{
    struct session *s = x->s;
    enum status st = ST_OK;
    bool needs_more;
    if (!run(x, &needs_more, &st, d) || needs_more)
        return st;
    find_candidates(x, s->report->model);
    for (size_t i = 0; i < x->candidates.count && s->states_left > x->all_states / 2; i++)
        if (!try_without(x, &x->candidates.items[i], &st, d))
            return st;
    s->is_long = true;
    if (s->left_out.count && run(x, &needs_more, &st, d) && needs_more)
        take_back_one(x, &st, d);
    s->is_long = false;
    s->most_states = 0;
    return st;
}

enum status check_session_try_leaving_out(struct session *s, cwi_id entry, struct diag *d)
{
    uint64_t states = s->states_left;
    struct leaving x = {.s = s, .entry = entry, .all_states = states / 3};
    s->states_left = x.all_states;
    s->kind = RUN_FAR;
    s->is_bare = s->leaves_out = true;
    enum status st = try_all(&x, d);
    s->kind = RUN_MAPS;
    s->is_bare = s->leaves_out = false;
    s->states_left = states == UINT64_MAX ? states : states - (x.all_states - s->states_left);
    s->left_out.count = 0;
    vec_free(&x.candidates);
    return st;
}
