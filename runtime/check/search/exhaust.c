/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: the inputs that no trial has tried are those of the paths that wait. A trial that does not follow the path
 * it was made for ends the search: then decisions do not say everything.
 */
#include "exhaust.h"
#include "search_private.h"

enum { UNITS = 500000, HARD_UNITS = 5000000 }; /* about a tenth of a second, and a whole one */
enum { RENEW = 1000 };                         /* questions, after which the solver begins anew */

/* What has to hold on a path: a tree, from its leaves to node 0. */
struct path_node {
    uint32_t parent, decision;
    smt_term condition;
    bool is_excluded; /* a value that other trials had: the decision itself comes after it */
    struct input_set inputs;
};
struct waiting { /* a path: the last condition of node `node` is new */
    uint32_t node, from;
    struct check_inputs inputs; /* of the trial it came from */
};
struct exhaust {
    struct run_trials *t;
    const struct exhaust_options *options;
    struct exhausted *out;
    struct search s; /* its solver; terms are made by flip.c */
    struct VEC(struct path_node) nodes;
    struct VEC(struct waiting) waiting; /* the last is the next */
    struct VEC(uint32_t) path;          /* nodes from the root to the one that is asked for */
    struct VEC(smt_term) conditions;    /* of the last trial's decisions, as they were taken */
    struct VEC(smt_term) simpler;       /* those of a question without products */
    struct VEC(uint32_t) seen;          /* by condition: the trial in which it was met last */
    struct VEC(struct run_term) terms;  /* of the last trial */
    struct VEC(smt_term) made;          /* what they became, as far as that was asked */
    struct VEC(int64_t) inputs;
    uint64_t renewed; /* how often the solver began anew */
};

static void give_up(struct exhaust *x, const char *why)
{
    if (!x->out->open)
        x->out->open = arena_str(x->out->arena, why);
}

static bool is_over(struct exhaust *x)
{
    if (base_budget_ask(x->options->budget) != BUDGET_LEFT)
        give_up(x, "time is up");
    if (x->options->most_trials && x->out->trials >= x->options->most_trials)
        give_up(x, "there are too many paths");
    if (x->options->is_enough && x->options->is_enough(x->options->context))
        give_up(x, "what it rests on does not hold");
    return x->out->open || x->out->is_reached;
}

static uint32_t add_node(struct exhaust *x, struct path_node n)
{
    vec_push(&x->nodes, n);
    return (uint32_t)x->nodes.count - 1;
}

/* ---- what a trial was -------------------------------------------------------------------------------------------- */

static bool is_reached(struct exhaust *x, const struct run_trial *r)
{
    for (uint32_t i = 0; i < x->options->point_count; i++)
        if (r->reached[x->options->points[i]])
            return true;
    return false;
}

/* Inputs without those that say whether blocks can be had: one that could not is nothing to show. */
static void note_reached(struct exhaust *x, const struct run_trial *r)
{
    struct VEC(int64_t) inputs = {0};
    bool fails = false;
    for (uint32_t i = 0; i < r->input_count; i++)
        if (r->from[i].is_failure)
            fails |= r->inputs[i] != 0;
        else
            vec_push(&inputs, r->inputs[i]);
    if (fails) {
        give_up(x, "it is reached where memory is used up");
    } else {
        x->out->is_reached = true;
        x->out->input_count = (uint32_t)inputs.count;
        x->out->inputs = vec_to_arena(&inputs, x->out->arena);
    }
    vec_free(&inputs);
}

static bool has_ended_well(struct exhaust *x, const struct run_trial *r)
{
    bool is_end = r->end == RUN_EXITED || (r->end == RUN_STOPPED && r->is_assumed);
    if (r->is_lost || !is_end)
        give_up(x, r->what && *r->what ? r->what : "a run ended otherwise");
    else if (r->lost)
        give_up(x, r->lost);
    return !x->out->open;
}

/* By decision, the condition that it went as it did; false: one cannot be said. */
static bool find_conditions(struct exhaust *x, struct past *p)
{
    x->conditions.count = 0;
    for (uint32_t i = 0; i < p->decision_count; i++) {
        smt_term c = check_search_condition(&x->s, p, &p->decisions[i], p->decisions[i].taken);
        if (!c)
            give_up(x, "a decision is no question for a solver");
        vec_push(&x->conditions, c);
    }
    return !x->out->open;
}

/* The trial came along the path that it was made for. */
static bool is_as_asked(struct exhaust *x, uint32_t node)
{
    for (; node; node = x->nodes.items[node].parent) {
        const struct path_node *n = &x->nodes.items[node];
        if (!n->is_excluded &&
            (n->decision >= x->conditions.count || x->conditions.items[n->decision] != n->condition)) {
            give_up(x, "a run did not go where its inputs should lead it");
            return false;
        }
    }
    return true;
}

/* ---- what waits -------------------------------------------------------------------------------------------------- */

static bool is_met(struct exhaust *x, smt_term condition)
{
    while (x->seen.count <= condition)
        vec_push(&x->seen, 0);
    bool is_old = x->seen.items[condition] == x->out->trials;
    x->seen.items[condition] = x->out->trials;
    return is_old;
}

static void add_ways(struct exhaust *x, struct past *p, uint32_t i, uint32_t node)
{
    const struct run_decision *d = &p->decisions[i];
    bool is_switch = d->stmt && d->stmt->kind == CWI_SWITCH;
    uint32_t ways = is_switch ? cwi_way_count(d->stmt) : 2;
    for (uint32_t way = 0; way < ways && !d->is_given; way++) {
        if (way == d->taken || (is_switch && way && way < d->stmt->target_count))
            continue;
        smt_term c = check_search_condition(&x->s, p, d, way);
        if (!c)
            give_up(x, "a decision is no question for a solver");
        uint32_t n = add_node(x, (struct path_node){node, i, c, d->is_value, p->sets[d->term]});
        vec_push(&x->waiting, ((struct waiting){n, d->is_value ? i : i + 1, p->inputs}));
    }
}

/* The trial's decisions from number `from` on wait to be turned round; those before it are what `node` says. */
static void expand(struct exhaust *x, struct past *p, uint32_t node, uint32_t from)
{
    for (uint32_t i = 0; i < p->decision_count && !x->out->open; i++) {
        bool is_old = is_met(x, x->conditions.items[i]);
        if (i < from)
            continue;
        if (is_old)
            continue; /* the path says so already */
        add_ways(x, p, i, node);
        node = add_node(x, (struct path_node){node, i, x->conditions.items[i], false, p->sets[p->decisions[i].term]});
    }
}

/* The next path is most often like the last one, up to a decision. */
static void take_made(struct exhaust *x, struct past *p)
{
    while (p->made_count < p->term_count && p->made_count < x->made.count &&
           !memcmp(&p->terms[p->made_count], &x->terms.items[p->made_count], sizeof *p->terms)) {
        p->made[p->made_count] = x->made.items[p->made_count];
        p->made_count++;
    }
}

static void keep_made(struct exhaust *x, const struct past *p)
{
    x->terms.count = x->made.count = 0;
    for (uint32_t i = 0; i < p->made_count; i++) {
        vec_push(&x->terms, p->terms[i]);
        vec_push(&x->made, p->made[i]);
    }
}

static void attempt(struct exhaust *x, const int64_t *inputs, uint32_t count, uint32_t node, uint32_t from)
{
    struct arena *a = x->out->arena;
    const struct run_trial *r = run_trials_run(x->t, inputs, count, RUN_TRIAL_TIME);
    x->out->trials++;
    if (!r->is_lost && is_reached(x, r)) {
        note_reached(x, r);
        return;
    }
    if (!has_ended_well(x, r))
        return;
    struct past p = {.terms = r->terms,
                     .decisions = r->decisions,
                     .term_count = r->term_count,
                     .decision_count = r->decision_count,
                     .sets = base_mem_zalloc(r->term_count * sizeof *p.sets),
                     .hard = base_mem_zalloc(r->term_count),
                     .made = base_mem_zalloc(r->term_count * sizeof *p.made)};
    p.inputs = (struct check_inputs){arena_copy(a, r->inputs, (r->input_count + 1) * sizeof *r->inputs), r->input_count,
                                     arena_copy(a, r->from, (r->input_count + 1) * sizeof *r->from)};
    check_search_find_inputs(&p);
    take_made(x, &p);
    if (find_conditions(x, &p) && is_as_asked(x, node))
        expand(x, &p, node, from);
    keep_made(x, &p);
    free(p.sets);
    free(p.hard);
    free(p.made);
    if (x->options->note)
        x->options->note(x->options->context, p.inputs.items, p.inputs.count);
}

/* ---- the solver -------------------------------------------------------------------------------------------------- */

/* The conditions on the path that share inputs with the new one, directly or through others. */
static struct input_set collect_related(struct exhaust *x, uint32_t node)
{
    struct input_set all = x->nodes.items[node].inputs;
    x->path.count = x->conditions.count = 0;
    for (uint32_t n = x->nodes.items[node].parent; n; n = x->nodes.items[n].parent)
        vec_push(&x->path, n);
    vec_push(&x->conditions, x->nodes.items[node].condition);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < x->path.count; i++) {
            const struct path_node *n = &x->nodes.items[x->path.items[i]];
            if (!check_search_sets_meet(&n->inputs, &all))
                continue;
            vec_push(&x->conditions, n->condition);
            for (int w = 0; w < INPUT_WORDS; w++) {
                changed |= (n->inputs.words[w] & ~all.words[w]) != 0;
                all.words[w] |= n->inputs.words[w];
            }
            x->path.items[i--] = x->path.items[--x->path.count];
        }
    }
    return all;
}

/* What a hard question may take: less when little time is left. */
static uint32_t units_left(const struct exhaust *x)
{
    const struct budget *b = x->options->budget;
    double left = b && b->deadline > 0 ? b->deadline - base_budget_now() : 2;
    return left >= 2 ? HARD_UNITS : left > 0 ? UNITS + (uint32_t)(left / 2 * (HARD_UNITS - UNITS)) : UNITS;
}

/* The conditions contradict each other whatever their products are. */
static bool is_refuted_without_products(struct exhaust *x)
{
    while (x->simpler.count < x->conditions.count)
        vec_push(&x->simpler, 0);
    return smt_without_products(x->s.smt, x->conditions.items, x->conditions.count, x->simpler.items) &&
           (smt_is_refuted(x->s.smt, x->simpler.items, x->conditions.count) ||
            smt_check_alone(x->s.smt, x->simpler.items, x->conditions.count) == SMT_UNSAT);
}

/* Without the solver; SMT_UNKNOWN: that is not enough. */
static enum smt_answer answer_quickly(struct exhaust *x)
{
    enum smt_answer r = smt_check_ranges(x->s.smt, x->conditions.items, x->conditions.count);
    if (r != SMT_UNKNOWN)
        return r;
    if (smt_is_refuted(x->s.smt, x->conditions.items, x->conditions.count))
        return SMT_UNSAT;
    return smt_solve_order(x->s.smt, x->conditions.items, x->conditions.count) ? SMT_SAT : SMT_UNKNOWN;
}

static enum smt_answer answer_alone(struct exhaust *x)
{
    if (smt_is_refuted(x->s.smt, x->conditions.items, x->conditions.count) || is_refuted_without_products(x))
        return SMT_UNSAT;
    return smt_check_alone(x->s.smt, x->conditions.items, x->conditions.count);
}

/* A question that was too hard, with more time: each case of the new condition, which stands first, for itself. */
static enum smt_answer answer_patiently(struct exhaust *x)
{
    enum { MOST = 256 };
    smt_term cases[MOST], whole = x->conditions.items[0];
    size_t count = smt_cases(x->s.smt, whole, cases, MOST);
    enum smt_answer answer = SMT_UNSAT;
    smt_limit(x->s.smt, units_left(x));
    for (size_t i = 0; i < count && answer == SMT_UNSAT; i++) {
        x->conditions.items[0] = cases[i];
        answer = answer_alone(x);
    }
    x->conditions.items[0] = whole;
    smt_limit(x->s.smt, UNITS);
    return answer;
}

static void take(struct exhaust *x, const struct waiting *w)
{
    struct input_set all = collect_related(x, w->node);
    x->out->questions++;
    enum smt_answer answer = answer_quickly(x);
    if (answer == SMT_UNKNOWN && smt_questions(x->s.smt) / RENEW != x->renewed) {
        smt_renew(x->s.smt);
        x->renewed = smt_questions(x->s.smt) / RENEW;
    }
    if (answer == SMT_UNKNOWN)
        answer = smt_check(x->s.smt, x->conditions.items, x->conditions.count);
    if (answer == SMT_UNKNOWN)
        answer = answer_patiently(x);
    if (answer == SMT_UNKNOWN)
        give_up(x, "a question is too hard for the solver");
    if (answer != SMT_SAT)
        return;
    x->inputs.count = 0;
    for (uint32_t i = 0; i < w->inputs.count; i++)
        vec_push(&x->inputs, check_search_has_input(&all, i) ? check_search_value(&x->s, i, w->inputs.from[i])
                                                             : w->inputs.items[i]);
    attempt(x, x->inputs.items, (uint32_t)x->inputs.count, w->node, w->from);
}

enum status check_exhaust(struct run_trials *t, const struct exhaust_options *options, struct exhausted *out,
                          struct diag *d)
{
    struct exhaust x = {.t = t, .options = options, .out = out};
    *out = (struct exhausted){.arena = arena_new()};
    vec_push(&x.nodes, (struct path_node){0});
    run_trials_run(t, NULL, 0,
                   RUN_TRIAL_TIME); /* before there is a solver: what trials are forked from is small then */
    enum status st = options->smt ? ST_OK : smt_new(&x.s.smt, d);
    x.s.smt = options->smt ? options->smt : x.s.smt;
    if (!st) {
        x.renewed = smt_questions(x.s.smt) / RENEW;
        smt_limit(x.s.smt, UNITS);
        smt_until(x.s.smt, options->budget);
        attempt(&x, NULL, 0, 0, 0);
    }
    while (!st && x.waiting.count && !is_over(&x)) {
        struct waiting w = x.waiting.items[--x.waiting.count];
        take(&x, &w);
    }
    if (!options->smt)
        smt_free(x.s.smt);
    vec_free(&x.nodes);
    vec_free(&x.waiting);
    vec_free(&x.path);
    vec_free(&x.conditions);
    vec_free(&x.simpler);
    vec_free(&x.seen);
    vec_free(&x.terms);
    vec_free(&x.made);
    vec_free(&x.inputs);
    return st;
}

void check_exhausted_free(struct exhausted *x)
{
    arena_free(x->arena);
    *x = (struct exhausted){0};
}
