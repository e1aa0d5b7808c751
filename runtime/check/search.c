/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/check/search.h"
#include "runtime/smt/smt.h"

enum { INPUT_WORDS = 4 };
struct input_set { /* inputs beyond number 255 share the last place */
    uint64_t words[INPUT_WORDS];
};
/* A trial whose decisions may be turned round. */
struct past {
    const struct run_term *terms;
    const struct run_decision *decisions;
    const int64_t *inputs;
    const struct run_input_from *from;
    uint32_t term_count, decision_count, input_count;
    struct input_set *sets; /* by term: the inputs in it */
    smt_term *made;         /* by term, as far as `made_count` */
    uint32_t made_count;
};
struct item { /* decision number `decision` of a trial, the other way */
    uint32_t past, decision, way;
    uint32_t score; /* when it was queued */
};
struct search {
    struct run_trials *t;
    struct check_goal *goals;
    uint32_t goal_count, left;
    const struct check_search_options *options;
    struct check_found *out;
    struct VEC(struct check_test) tests;
    struct VEC(struct past) pasts;
    struct VEC(struct item) heap; /* the lowest score first */
    struct map64 paths;           /* hashes of the decisions of trials: those already seen */
    uint32_t *attempts;           /* by edge, or statement with a part: how often it was asked for */
    bool *reached;                /* by point, in any trial */
    uint32_t points;
    struct smt *smt;
    uint64_t questions; /* of solvers that are gone */
    struct VEC(smt_term) conditions;
    struct VEC(int64_t) inputs;
    uint64_t seed;
};

enum { MOST_TURNED = 4000, SOLVER_UNITS = 2000000, SOLVER_QUESTIONS = 3000 };

static bool is_over(const struct search *s)
{
    return !s->left || (s->options->most_trials && s->out->trials >= s->options->most_trials) ||
           budget_ask(s->options->budget) != BUDGET_LEFT;
}

/* ---- the queue --------------------------------------------------------------------------------------------------- */

static uint32_t edge_of(const struct search *s, const struct item *i)
{
    const struct run_decision *d = &s->pasts.items[i->past].decisions[i->decision];
    return d->stmt ? d->first_edge + i->way : d->first_edge;
}

/* Edges that no trial took come first, then those that were seldom asked for. */
static uint32_t score_of(const struct search *s, const struct item *i)
{
    uint32_t edge = edge_of(s, i);
    bool is_part = !s->pasts.items[i->past].decisions[i->decision].stmt;
    return s->attempts[edge] * 2 + ((is_part ? s->attempts[edge] != 0 : s->reached[edge]) ? 8 : 0);
}

static void heap_swap(struct search *s, size_t a, size_t b)
{
    struct item x = s->heap.items[a];
    s->heap.items[a] = s->heap.items[b];
    s->heap.items[b] = x;
}

/* Among equals the newest trial's: it came furthest. */
static bool is_before(const struct item *a, const struct item *b)
{
    return a->score != b->score ? a->score < b->score
           : a->past != b->past ? a->past > b->past
                                : a->decision < b->decision;
}

static void heap_push(struct search *s, struct item x)
{
    x.score = score_of(s, &x);
    vec_push(&s->heap, x);
    for (size_t i = s->heap.count - 1; i && is_before(&s->heap.items[i], &s->heap.items[(i - 1) / 2]); i = (i - 1) / 2)
        heap_swap(s, i, (i - 1) / 2);
}

static struct item heap_pop(struct search *s)
{
    struct item x = s->heap.items[0];
    s->heap.items[0] = s->heap.items[--s->heap.count];
    for (size_t i = 0;;) {
        size_t least = i;
        for (size_t k = 2 * i + 1; k <= 2 * i + 2 && k < s->heap.count; k++)
            if (is_before(&s->heap.items[k], &s->heap.items[least]))
                least = k;
        if (least == i)
            return x;
        heap_swap(s, i, least);
        i = least;
    }
}

/* Scores grow while items wait. */
static bool take(struct search *s, struct item *x)
{
    while (s->heap.count) {
        *x = heap_pop(s);
        if (score_of(s, x) <= x->score)
            return true;
        heap_push(s, *x);
    }
    return false;
}

/* ---- trials ------------------------------------------------------------------------------------------------------ */

static bool reaches(const struct run_trial *r, const struct check_goal *g)
{
    for (uint32_t i = 0; i < g->point_count; i++)
        if (r->reached[g->points[i]])
            return true;
    return false;
}

static void note_goals(struct search *s, const struct run_trial *r)
{
    struct check_test test = {.count = r->input_count};
    for (uint32_t i = 0; i < s->goal_count; i++) {
        if (s->goals[i].test != CHECK_NOT_FOUND || !reaches(r, &s->goals[i]))
            continue;
        s->goals[i].test = (uint32_t)s->tests.count;
        test.goals++;
        s->left--;
    }
    if (!test.goals)
        return;
    test.inputs = arena_copy(s->out->arena, r->inputs, r->input_count * sizeof *r->inputs);
    test.from = arena_copy(s->out->arena, r->from, r->input_count * sizeof *r->from);
    vec_push(&s->tests, test);
}

static bool is_new_path(struct search *s, const struct run_trial *r)
{
    uint64_t hash = r->input_count;
    uint32_t unused;
    for (uint32_t i = 0; i < r->decision_count; i++)
        hash = hash_u64(hash * 31 + (uint64_t)(uintptr_t)r->decisions[i].stmt) + r->decisions[i].taken;
    if (map64_get(&s->paths, hash, &unused))
        return false;
    map64_put(&s->paths, hash, 0);
    return true;
}

static void add_input(struct input_set *x, uint32_t n)
{
    n = n < INPUT_WORDS * 64 ? n : INPUT_WORDS * 64 - 1;
    x->words[n / 64] |= UINT64_C(1) << n % 64;
}

static bool has_input(const struct input_set *x, uint32_t n)
{
    n = n < INPUT_WORDS * 64 ? n : INPUT_WORDS * 64 - 1;
    return x->words[n / 64] >> n % 64 & 1;
}

static bool sets_meet(const struct input_set *x, const struct input_set *y)
{
    for (int w = 0; w < INPUT_WORDS; w++)
        if (x->words[w] & y->words[w])
            return true;
    return false;
}

static void find_inputs(struct past *p)
{
    for (uint32_t i = 1; i < p->term_count; i++) {
        const struct run_term *x = &p->terms[i];
        if (x->kind == RUN_INPUT)
            add_input(&p->sets[i], x->a);
        else if (x->kind != RUN_CONST)
            p->sets[i] = p->sets[x->a];
        for (int w = 0; w < INPUT_WORDS && x->kind >= RUN_BINARY; w++)
            p->sets[i].words[w] |= p->sets[x->b].words[w] | p->sets[x->c].words[w];
    }
}

static void keep(struct search *s, const struct run_trial *r, uint32_t from)
{
    struct arena *a = s->out->arena;
    uint32_t count = r->decision_count < from + MOST_TURNED ? r->decision_count : from + MOST_TURNED;
    if (count <= from)
        return;
    struct past p = {.terms = arena_copy(a, r->terms, r->term_count * sizeof *r->terms),
                     .decisions = arena_copy(a, r->decisions, count * sizeof *r->decisions),
                     .inputs = arena_copy(a, r->inputs, r->input_count * sizeof *r->inputs),
                     .from = arena_copy(a, r->from, r->input_count * sizeof *r->from),
                     .term_count = r->term_count,
                     .decision_count = count,
                     .input_count = r->input_count,
                     .sets = ARENA_ARRAY(a, struct input_set, r->term_count),
                     .made = ARENA_ARRAY(a, smt_term, r->term_count)};
    find_inputs(&p);
    vec_push(&s->pasts, p);
    for (uint32_t i = from; i < count; i++) {
        const struct run_decision *d = &p.decisions[i];
        uint32_t ways = d->stmt ? d->stmt->target_count + d->stmt->case_count : 2;
        for (uint32_t way = 0; way < ways; way++)
            if (way != d->taken && !(d->stmt && d->stmt->kind == CWI_SWITCH && way && way < d->stmt->target_count))
                heap_push(s, (struct item){.past = (uint32_t)s->pasts.count - 1, .decision = i, .way = way});
    }
}

/* Of one trial, in milliseconds. */
static int time_left(const struct search *s)
{
    enum { TRIAL_TIME = 2000 };
    const struct budget *b = s->options->budget;
    double left = b && b->deadline && !s->options->only_seeds ? (b->deadline - budget_now()) * 1000 : TRIAL_TIME;
    return left < 1 ? 1 : left < TRIAL_TIME ? (int)left : TRIAL_TIME;
}

/* Decisions before number `from` were turned round already, in the trial that this one comes from. */
static void attempt(struct search *s, const int64_t *inputs, uint32_t count, uint32_t from)
{
    const struct run_trial *r = run_trials_run(s->t, inputs, count, time_left(s));
    s->out->trials++;
    if (r->is_lost)
        return;
    if (r->end == RUN_UNSUPPORTED && !s->out->lost)
        s->out->lost = arena_str(s->out->arena, r->what);
    for (uint32_t i = 0; i < s->points; i++)
        s->reached[i] |= r->reached[i];
    note_goals(s, r);
    if (is_new_path(s, r))
        keep(s, r, from);
}

/* ---- questions --------------------------------------------------------------------------------------------------- */

static smt_term make(struct search *s, const struct past *p, const struct run_term *x)
{
    switch ((enum run_term_kind)x->kind) {
    case RUN_CONST:
        return smt_const(s->smt, x->value, x->width);
    case RUN_INPUT:
        return smt_unknown(s->smt, x->a, x->width);
    case RUN_UNARY:
        return smt_unary(s->smt, (enum cwi_op)x->op, p->made[x->a]);
    case RUN_BINARY:
        return smt_binary(s->smt, (enum cwi_op)x->op, x->is_signed, p->made[x->a], p->made[x->b]);
    case RUN_COND:
        return smt_cond(s->smt, p->made[x->a], p->made[x->b], p->made[x->c]);
    default:
        return smt_convert(s->smt, p->made[x->a], x->is_signed, x->width);
    }
}

static smt_term term(struct search *s, struct past *p, uint32_t n)
{
    for (; p->made_count <= n; p->made_count++)
        p->made[p->made_count] = p->made_count ? make(s, p, &p->terms[p->made_count]) : 0;
    return p->made[n];
}

static smt_term within(struct search *s, const struct cwi_case *c, smt_term x, bool is_signed)
{
    unsigned width = smt_width(s->smt, x);
    smt_term lo = smt_const(s->smt, (uint64_t)c->lo, width), hi = smt_const(s->smt, (uint64_t)c->hi, width);
    if (c->lo == c->hi)
        return smt_binary(s->smt, CWI_EQ, false, x, lo);
    return smt_binary(s->smt, CWI_LOGAND, false, smt_binary(s->smt, CWI_LE, is_signed, lo, x),
                      smt_binary(s->smt, CWI_LE, is_signed, x, hi));
}

/* A case is taken where it holds and none before it does; the default where none does. */
static smt_term switched(struct search *s, const struct run_decision *d, smt_term x, uint32_t way)
{
    const struct cwi_stmt *stmt = d->stmt;
    bool is_case = way >= stmt->target_count;
    uint32_t last = is_case ? way - stmt->target_count : stmt->case_count;
    smt_term r = is_case ? within(s, &stmt->cases[last], x, d->is_signed) : smt_const(s->smt, 1, 1);
    for (uint32_t k = 0; k < last; k++)
        r = smt_binary(s->smt, CWI_LOGAND, false, r,
                       smt_unary(s->smt, CWI_LOGNOT, within(s, &stmt->cases[k], x, d->is_signed)));
    return r;
}

/* That the decision goes this way. */
static smt_term condition(struct search *s, struct past *p, const struct run_decision *d, uint32_t way)
{
    smt_term x = term(s, p, d->term);
    if (d->stmt && d->stmt->kind == CWI_SWITCH)
        return x ? switched(s, d, x, way) : 0;
    bool is_true = d->stmt ? way == 0 : way == 1;
    return x && !is_true ? smt_unary(s->smt, CWI_LOGNOT, x) : x;
}

static int64_t as_input(uint64_t bits, struct run_input_from from)
{
    unsigned shift = 64u - from.bits;
    return from.is_signed ? (int64_t)(bits << shift) >> shift : (int64_t)(bits << shift >> shift);
}

/* The trial's inputs, with the model's values where the conditions speak of them. */
static void take_model(struct search *s, const struct past *p, const struct input_set *used)
{
    s->inputs.count = 0;
    for (uint32_t i = 0; i < p->input_count; i++) {
        struct run_input_from from = p->from[i];
        vec_push(&s->inputs, has_input(used, i) ? as_input(smt_value(s->smt, smt_unknown(s->smt, i, from.bits)), from)
                                                : p->inputs[i]);
    }
}

/* What a solver has learnt grows without end. */
static enum status renew(struct search *s, struct diag *d)
{
    s->questions += s->smt ? smt_questions(s->smt) : 0;
    smt_free(s->smt);
    s->smt = NULL;
    for (size_t i = 0; i < s->pasts.count; i++)
        s->pasts.items[i].made_count = 0;
    enum status st = smt_new(&s->smt, d);
    if (!st)
        smt_limit(s->smt, SOLVER_UNITS);
    return st;
}

/* The decisions before that share inputs with this one, directly or through others: those alone may stand against it.
 * The other inputs stay as they are. Source: Cadar et al. 2006, EXE (constraint independence). */
static struct input_set related(const struct past *p, uint32_t decision, bool *is_related)
{
    struct input_set all = p->sets[p->decisions[decision].term];
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < decision; i++) {
            const struct input_set *x = &p->sets[p->decisions[i].term];
            if (is_related[i] || !sets_meet(x, &all))
                continue;
            is_related[i] = changed = true;
            for (int w = 0; w < INPUT_WORDS; w++)
                all.words[w] |= x->words[w];
        }
    }
    return all;
}

static void turn(struct search *s, const struct item *x)
{
    struct past *p = &s->pasts.items[x->past];
    bool *is_related = mem_zalloc(x->decision + 1);
    struct input_set used = related(p, x->decision, is_related);
    s->attempts[edge_of(s, x)]++;
    s->conditions.count = 0;
    is_related[x->decision] = true;
    for (uint32_t i = 0; i <= x->decision; i++) {
        smt_term c =
            is_related[i] ? condition(s, p, &p->decisions[i], i == x->decision ? x->way : p->decisions[i].taken) : 0;
        if (c) /* what is no term is hoped for */
            vec_push(&s->conditions, c);
    }
    free(is_related);
    if (smt_check(s->smt, s->conditions.items, s->conditions.count) != SMT_SAT)
        return;
    take_model(s, p, &used);
    attempt(s, s->inputs.items, (uint32_t)s->inputs.count, x->decision + 1);
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

static void try_seeds(struct search *s)
{
    enum { LONGEST = 64 };
    int64_t none[LONGEST] = {0};
    for (size_t i = 0; i < s->options->seeds.count; i++)
        attempt(s, s->options->seeds.items[i].items, s->options->seeds.items[i].count, 0);
    if (s->options->only_seeds)
        return;
    attempt(s, none, 0, 0);
    for (uint32_t n = 1; n <= LONGEST && !is_over(s); n += 1 + n / 16) /* characters until the end of input */
        attempt(s, none, n, 0);
}

/* By chance, where no decision is left: inputs that were lost on the way into a decision. */
static void try_some(struct search *s)
{
    static const int64_t some[] = {0, 1, -1, 2, 10, ' ', '\n', 'a', '0', 100, 255, 256, 1000, INT32_MAX, INT32_MIN};
    s->inputs.count = 0;
    s->seed = hash_u64(s->seed + 1);
    for (uint32_t n = 1 + s->seed % 24; n; n--) {
        s->seed = hash_u64(s->seed + n);
        uint64_t kind = s->seed >> 8;
        vec_push(&s->inputs, s->seed % 3 ? some[kind % (sizeof some / sizeof *some)] : (int64_t)(kind % 300) - 20);
    }
    attempt(s, s->inputs.items, (uint32_t)s->inputs.count, 0);
}

static enum status search(struct search *s, struct diag *d)
{
    enum { CHANCES = 300 };
    enum status st = renew(s, d);
    struct item x;
    uint32_t chances = 0;
    try_seeds(s);
    while (!st && !s->options->only_seeds && !is_over(s)) {
        if (smt_questions(s->smt) > SOLVER_QUESTIONS)
            st = renew(s, d);
        if (st)
            break;
        if (take(s, &x)) {
            turn(s, &x);
            continue;
        }
        s->out->is_all = !chances;
        if (chances++ >= CHANCES)
            break;
        try_some(s);
    }
    return st;
}

enum status check_search(struct run_trials *t, struct check_goal *goals, uint32_t goal_count,
                         const struct check_search_options *options, struct check_found *out, struct diag *d)
{
    uint32_t points = run_point_count(t);
    struct search s = {.t = t,
                       .goals = goals,
                       .goal_count = goal_count,
                       .left = goal_count,
                       .options = options,
                       .out = out,
                       .points = points,
                       .attempts = mem_zalloc((points + 1) * sizeof(uint32_t)),
                       .reached = mem_zalloc(points + 1)};
    *out = (struct check_found){.arena = arena_new()};
    for (uint32_t i = 0; i < goal_count; i++)
        goals[i].test = CHECK_NOT_FOUND;
    enum status st = search(&s, d);
    out->questions = s.questions + (s.smt ? smt_questions(s.smt) : 0);
    out->test_count = (uint32_t)s.tests.count;
    out->tests = vec_to_arena(&s.tests, out->arena);
    smt_free(s.smt);
    vec_free(&s.tests);
    vec_free(&s.pasts);
    vec_free(&s.heap);
    map64_free(&s.paths);
    vec_free(&s.conditions);
    vec_free(&s.inputs);
    free(s.attempts);
    free(s.reached);
    return st;
}

void check_found_free(struct check_found *f)
{
    arena_free(f->arena);
    *f = (struct check_found){0};
}
