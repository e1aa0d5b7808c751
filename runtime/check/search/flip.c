/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Turning a decision round: the inputs that come as far and then go the other way.
 */
#include "search_private.h"

enum { SOLVER_UNITS = 60000 };

static void add_input(struct input_set *x, uint32_t n)
{
    n = n < INPUT_WORDS * 64 ? n : INPUT_WORDS * 64 - 1;
    x->words[n / 64] |= UINT64_C(1) << n % 64;
}

bool check_search_has_input(const struct input_set *x, uint32_t n)
{
    n = n < INPUT_WORDS * 64 ? n : INPUT_WORDS * 64 - 1;
    return x->words[n / 64] >> n % 64 & 1;
}

bool check_search_sets_meet(const struct input_set *x, const struct input_set *y)
{
    for (int w = 0; w < INPUT_WORDS; w++)
        if (x->words[w] & y->words[w])
            return true;
    return false;
}

/* What takes a solver long, in units of a quotient by a constant: four for other products and quotients of 32 bits,
 * sixteen for 64. */
static uint8_t hardness(const struct past *p, const struct run_term *x)
{
    bool is_product = x->kind == RUN_BINARY && x->op == CWI_MUL;
    bool is_quotient = x->kind == RUN_BINARY && x->op >= CWI_DIV && x->op <= CWI_FLOORMOD;
    bool by_constant = p->terms[x->b].kind == RUN_CONST || (is_product && p->terms[x->a].kind == RUN_CONST);
    unsigned own = (!is_product && !is_quotient) || x->width < 32 || (is_product && by_constant) ? 0
                   : x->width < 64                                                               ? by_constant ? 1 : 4
                                                                                                 : 16;
    unsigned all = own + p->hard[x->a] + p->hard[x->b] + p->hard[x->c];
    return all < UINT8_MAX ? (uint8_t)all : UINT8_MAX;
}

void check_search_find_inputs(struct past *p)
{
    for (uint32_t i = 1; i < p->term_count; i++) {
        const struct run_term *x = &p->terms[i];
        if (x->kind == RUN_INPUT)
            add_input(&p->sets[i], x->a);
        else if (x->kind != RUN_CONST)
            p->sets[i] = p->sets[x->a];
        p->hard[i] = x->kind == RUN_INPUT || x->kind == RUN_CONST ? 0 : hardness(p, x);
        for (int w = 0; w < INPUT_WORDS && x->kind >= RUN_BINARY; w++)
            p->sets[i].words[w] |= p->sets[x->b].words[w] | p->sets[x->c].words[w];
    }
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

smt_term check_search_condition(struct search *s, struct past *p, const struct run_decision *d, uint32_t way)
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

int64_t check_search_value(struct search *s, uint32_t n, struct run_input_from from)
{
    return as_input(smt_value(s->smt, smt_unknown(s->smt, n, from.bits)), from);
}

/* The trial's inputs, with the model's values where the conditions speak of them. */
static void take_model(struct search *s, const struct past *p, const struct input_set *used)
{
    s->inputs.count = 0;
    for (uint32_t i = 0; i < p->inputs.count; i++) {
        struct run_input_from from = p->inputs.from[i];
        vec_push(&s->inputs, check_search_has_input(used, i) ? check_search_value(s, i, from) : p->inputs.items[i]);
    }
}

/* What a solver has learnt grows without end. */
enum status check_search_renew(struct search *s, struct diag *d)
{
    s->questions += s->smt ? smt_questions(s->smt) : 0;
    smt_free(s->smt);
    s->smt = NULL;
    for (size_t i = 0; i < s->pasts.count; i++)
        s->pasts.items[i].made_count = 0;
    enum status st = smt_new(&s->smt, d);
    if (!st) {
        smt_limit(s->smt, SOLVER_UNITS);
        smt_until(s->smt, s->options->budget);
    }
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
            bool is_ours = !p->decisions[i].asked || p->decisions[i].asked == p->decisions[decision].asked;
            if (is_related[i] || !is_ours || !check_search_sets_meet(x, &all))
                continue;
            is_related[i] = changed = true;
            for (int w = 0; w < INPUT_WORDS; w++)
                all.words[w] |= x->words[w];
        }
    }
    return all;
}

/* Terms that are to be true or false; a switch has no such term, and is the solver's. */
static bool can_climb(const struct past *p, uint32_t decision, const bool *is_related)
{
    for (uint32_t i = 0; i <= decision; i++)
        if (is_related[i] && p->decisions[i].stmt && p->decisions[i].stmt->kind == CWI_SWITCH)
            return false;
    return true;
}

/* Less where it was of no use, more for what waits for nothing else. */
static uint32_t climbing_effort(const struct search *s, const struct item *x)
{
    enum { USUAL = 4000, LEAST = 250 };
    uint32_t often = s->attempts[check_search_edge(s, x)] / 4;
    if (s->is_patient)
        return (uint32_t)USUAL << s->patience;
    return often < 5 && USUAL >> often > LEAST ? USUAL >> often : LEAST;
}

static bool try_climbing(struct search *s, const struct past *p, const struct item *x, const bool *is_related)
{
    s->climbed.count = 0;
    if (!can_climb(p, x->decision, is_related))
        return false;
    for (uint32_t i = 0; i <= x->decision; i++) {
        const struct run_decision *d = &p->decisions[i];
        uint32_t way = i == x->decision ? x->way : d->taken;
        if (is_related[i])
            vec_push(&s->climbed, ((struct climb_condition){d->term, d->stmt ? way == 0 : way == 1}));
    }
    s->inputs.count = 0;
    for (uint32_t i = 0; i < p->inputs.count; i++)
        vec_push(&s->inputs, p->inputs.items[i]);
    struct climb_problem problem = {p->terms,
                                    p->term_count,
                                    s->climbed.items,
                                    (uint32_t)s->climbed.count,
                                    p->inputs.from,
                                    p->inputs.count,
                                    x->decision * 64 + x->way + s->turns,
                                    climbing_effort(s, x)};
    return check_climb(&problem, s->inputs.items);
}

/* What a solver needs long for, all together. */
static uint32_t hardness_of(const struct past *p, const struct item *x, const bool *is_related)
{
    uint32_t hard = 0;
    for (uint32_t i = 0; i <= x->decision; i++)
        hard += is_related[i] ? p->hard[p->decisions[i].term] : 0;
    return hard;
}

static enum smt_answer solve(struct search *s, struct past *p, const struct item *x, const bool *is_related,
                             const struct input_set *used)
{
    s->conditions.count = 0;
    for (uint32_t i = 0; i <= x->decision; i++) {
        const struct run_decision *d = &p->decisions[i];
        smt_term c = is_related[i] ? check_search_condition(s, p, d, i == x->decision ? x->way : d->taken) : 0;
        if (c) /* what is no term is hoped for */
            vec_push(&s->conditions, c);
    }
    enum smt_answer r = smt_check_alone(s->smt, s->conditions.items, s->conditions.count);
    if (r == SMT_SAT)
        take_model(s, p, used);
    return r;
}

/* A solver is best at what is linear, and knows that there is nothing; the rest is climbed first. */
static bool find_inputs_for(struct search *s, struct past *p, const struct item *x, const bool *is_related,
                            const struct input_set *used)
{
    enum { HARD = 16, TOO_HARD = 48 }; /* making such a question takes time that nobody counts */
    uint32_t hard = hardness_of(p, x, is_related);
    enum smt_answer r = SMT_UNKNOWN;
    if (hard <= (s->is_patient ? TOO_HARD : 0))
        r = solve(s, p, x, is_related, used);
    if (r == SMT_UNKNOWN && try_climbing(s, p, x, is_related))
        return true;
    if (hard && hard <= HARD && !s->is_patient)
        r = solve(s, p, x, is_related, used);
    s->is_open |= r == SMT_UNKNOWN;
    return r == SMT_SAT;
}

/* Where the trial before has read nothing but its command line, what is opened behind it may work. */
static void attempt_with_files(struct search *s, uint32_t from)
{
    enum { TAIL = 8 };
    static const int64_t tails[][TAIL] = {{1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 0, 1, 1, 1, 1, 1}};
    uint32_t count = (uint32_t)s->inputs.count;
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        for (uint32_t k = 0; k < TAIL; k++)
            vec_push(&s->inputs, tails[i][k]);
        check_search_attempt(s, s->inputs.items, (uint32_t)s->inputs.count, from);
        s->inputs.count = count;
    }
}

/* Where standard input is read, the text may go on or end behind what the trial before has read. */
static void attempt_found(struct search *s, const struct past *p, uint32_t from)
{
    enum { MORE = 16 };
    bool is_text = false;
    uint32_t count = (uint32_t)s->inputs.count;
    bool is_line = count && p->inputs.from[count - 1].argument;
    for (uint32_t i = 0; i < p->inputs.count; i++)
        is_text |= !p->inputs.from[i].func && !p->inputs.from[i].var;
    for (uint32_t i = 0; is_text && i < MORE; i++)
        vec_push(&s->inputs, 0);
    if (is_text)
        check_search_attempt(s, s->inputs.items, (uint32_t)s->inputs.count, from);
    s->inputs.count = count;
    check_search_attempt(s, s->inputs.items, count, from);
    if (is_line)
        attempt_with_files(s, from);
}

/* Of the decisions that matter, those that the path takes once: what loops decided may be decided otherwise. */
static struct input_set keep_single(const struct past *p, uint32_t decision, bool *is_related)
{
    struct map64 times = {0};
    struct input_set all = p->sets[p->decisions[decision].term];
    uint32_t n;
    for (uint32_t i = 0; i <= decision; i++) {
        uint64_t key = p->decisions[i].asked ? UINT64_MAX - p->decisions[i].asked : p->decisions[i].first_edge;
        base_map64_put(&times, key, base_map64_get(&times, key, &n) && !p->decisions[i].asked ? n + 1 : 1);
    }
    for (uint32_t i = 0; i < decision; i++) {
        bool is_single = base_map64_get(&times, p->decisions[i].first_edge, &n) && n == 1;
        is_related[i] = is_related[i] && (is_single || p->decisions[i].asked);
        for (int w = 0; w < INPUT_WORDS && is_related[i]; w++)
            all.words[w] |= p->sets[p->decisions[i].term].words[w];
    }
    base_map64_free(&times);
    return all;
}

/* Perhaps another way leads there: with the decisions that no loop made; with none but the last. Source: Yun et al.
 * 2018, QSYM (optimistic solving). */
static void turn_hopefully(struct search *s, struct past *p, const struct item *x, bool *is_related)
{
    struct input_set used = keep_single(p, x->decision, is_related);
    if (find_inputs_for(s, p, x, is_related, &used))
        attempt_found(s, p, 0);
    if (check_search_is_reached(s, x))
        return;
    p = &s->pasts.items[x->past]; /* the trial may have moved it */
    memset(is_related, 0, x->decision);
    used = p->sets[p->decisions[x->decision].term];
    if (find_inputs_for(s, p, x, is_related, &used))
        attempt_found(s, p, 0);
}

void check_search_turn(struct search *s, const struct item *x)
{
    struct past *p = &s->pasts.items[x->past];
    bool *is_related = base_mem_zalloc(x->decision + 1), is_new = !check_search_is_reached(s, x);
    struct input_set used = related(p, x->decision, is_related);
    s->attempts[check_search_edge(s, x)]++;
    s->is_open = false;
    is_related[x->decision] = true;
    if (find_inputs_for(s, p, x, is_related, &used))
        attempt_found(s, p, x->decision + 1);
    else if (is_new)
        turn_hopefully(s, p, x, is_related);
    if (s->is_open && is_new && s->wanted[check_search_edge(s, x)])
        vec_push(&s->put_off, *x);
    free(is_related);
}

void check_search_turn_patiently(struct search *s, const struct item *x)
{
    s->is_patient = true;
    smt_limit(s->smt, (uint32_t)SOLVER_UNITS << s->patience);
    check_search_turn(s, x);
    smt_limit(s->smt, SOLVER_UNITS);
    s->is_patient = false;
}
