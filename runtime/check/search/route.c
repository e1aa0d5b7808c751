/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Routes: what a path of the abstract machine decides, and runs that follow it. A trial is turned round where it leaves
 * the route; the one that came furthest comes first.
 *
 * Source: Beyer, Chlipala, Henzinger, Jhala and Majumdar 2004, Generating tests from counterexamples; here the run
 * itself says where its inputs have to differ.
 */
#include "runtime/check/private.h"
#include "search_private.h"

/* ---- routes of paths --------------------------------------------------------------------------------------------- */

const struct check_route *check_route_of_path(struct arena *a, const struct avm_model *m, const struct graph_path *p)
{
    struct VEC(struct check_branch) all = {0};
    for (size_t i = 0; i < p->count; i++) {
        struct check_branch x;
        x.stmt = avm_branch_of(m, p->steps[i], &x.way);
        if (x.stmt)
            vec_push(&all, x);
    }
    struct check_route *r = ARENA_NEW(a, struct check_route);
    r->count = (uint32_t)all.count;
    r->branches = vec_to_arena(&all, a);
    vec_free(&all);
    return r;
}

/* ---- runs along a route ------------------------------------------------------------------------------------------ */

/* Where a trial leaves the route, turned to go on along it. */
struct exit {
    struct item turn;
    uint32_t at; /* branches of the route up to there */
};
struct exits VEC(struct exit);

/* Decisions are those branches of the route that depend on inputs, in its order. */
static void add_exit(struct exits *out, const struct past *p, uint32_t past, const struct check_route *r)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < p->decision_count; i++) {
        const struct run_decision *d = &p->decisions[i];
        if (!d->stmt)
            continue;
        while (at < r->count && r->branches[at].stmt != d->stmt)
            at++;
        if (at == r->count)
            return;
        uint32_t way = r->branches[at++].way;
        if (cwi_way_target(d->stmt, way) == cwi_way_target(d->stmt, d->taken))
            continue;
        vec_push(out, ((struct exit){{.past = past, .decision = i, .way = way}, at}));
        return;
    }
}

static struct exit take_furthest(struct exits *all)
{
    size_t best = 0;
    for (size_t i = 1; i < all->count; i++)
        if (all->items[i].at > all->items[best].at)
            best = i;
    struct exit x = all->items[best];
    all->items[best] = all->items[--all->count];
    return x;
}

void check_search_follow(struct search *s, const struct check_goal *g)
{
    const struct budget *b = s->options->budget;
    double now = base_budget_now(), end = b && b->deadline > 0 ? (now + b->deadline) / 2 : 0;
    uint32_t most = s->options->most_trials / 2;
    struct exits exits = {0};
    for (uint32_t seen = 0; g->test == CHECK_NOT_FOUND && !check_search_is_over(s);) {
        if ((end > 0 && base_budget_now() > end) || (most && s->out->trials > most))
            break;
        for (; seen < s->pasts.count; seen++)
            add_exit(&exits, &s->pasts.items[seen], seen, g->route);
        if (!exits.count)
            break;
        struct exit x = take_furthest(&exits);
        check_search_turn(s, &x.turn);
    }
    vec_free(&exits);
}
