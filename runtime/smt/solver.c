/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One solver for all questions: each condition is asserted once, behind a literal that implies it, and a question
 * assumes literals. So what was learnt is kept, and the core is the literals.
 */
#include "terms.h"

#include <limits.h>

/* A question that was asked: the conditions, sorted and each once. */
struct asked {
    enum smt_answer answer;
    uint32_t first, count;     /* in `conditions` */
    uint32_t core, core_count; /* in `cores` */
    Z3_model model;            /* or NULL */
    uint32_t next;             /* of those with the same hash; UINT32_MAX: none */
};
struct solver {
    Z3_solver z3;
    struct VEC(Z3_ast) literals; /* by term; NULL: not asserted yet */
    struct map64 by_literal;     /* Z3's id of a literal -> term */
    struct VEC(struct asked) asked;
    struct VEC(smt_term) conditions, cores;
    struct map64 by_hash;
    const struct asked *last;
    struct VEC(smt_term) question; /* the last one, as it was given */
    struct VEC(smt_term) sorted;
    struct smt_terms simpler; /* of a question that is asked alone */
    struct smt_values values; /* of the last question, where it was about an order */
    struct VEC(Z3_ast) assumed;
    uint64_t count;
    uint32_t limit, limit_set; /* of one question; what the solver was told */
    double until;              /* on the clock of base_budget_now; 0: there is no end */
    uint64_t *left;            /* of all questions; NULL: any number */
    uint64_t spent;            /* by the context, when it was asked last */
};

static unsigned milliseconds_left(const struct solver *v)
{
    double left = (v->until - base_budget_now()) * 1000;
    return left < 1 ? 1 : left < INT_MAX ? (unsigned)left : INT_MAX;
}

static void set_limit(struct smt *s, Z3_solver z3, uint32_t limit)
{
    Z3_params p = s->z3.mk_params(s->c);
    s->z3.params_inc_ref(s->c, p);
    s->z3.params_set_uint(s->c, p, s->z3.mk_string_symbol(s->c, "rlimit"), limit);
    if (s->solver->until > 0)
        s->z3.params_set_uint(s->c, p, s->z3.mk_string_symbol(s->c, "timeout"), milliseconds_left(s->solver));
    s->z3.solver_set_params(s->c, z3, p);
    s->z3.params_dec_ref(s->c, p);
}

/* What one question may take. */
static uint32_t limit_of(const struct solver *v)
{
    uint32_t most = !v->left || *v->left > UINT32_MAX ? UINT32_MAX : (uint32_t)*v->left;
    return v->limit && v->limit < most ? v->limit : v->left ? most : 0;
}

/* The units that the context took from its beginning, whichever solver is asked. */
static uint64_t count_spent(struct smt *s, Z3_solver z3)
{
    uint64_t r = s->solver->spent;
    Z3_stats all = s->z3.solver_get_statistics(s->c, z3);
    s->z3.stats_inc_ref(s->c, all);
    for (unsigned i = 0, n = s->z3.stats_size(s->c, all); i < n; i++)
        if (!strcmp(s->z3.stats_get_key(s->c, all, i), "rlimit count"))
            r = s->z3.stats_is_uint(s->c, all, i) ? s->z3.stats_get_uint_value(s->c, all, i)
                                                  : (uint64_t)s->z3.stats_get_double_value(s->c, all, i);
    s->z3.stats_dec_ref(s->c, all);
    return r;
}

static void charge(struct smt *s, Z3_solver z3)
{
    struct solver *v = s->solver;
    if (!v->left)
        return;
    uint64_t before = v->spent;
    v->spent = count_spent(s, z3);
    uint64_t taken = v->spent > before ? v->spent - before : 1; /* so that whoever asks for ever comes to an end */
    *v->left -= taken < *v->left ? taken : *v->left;
}

static void make_solver(struct smt *s, struct solver *v)
{
    v->z3 = s->z3.mk_solver_for_logic(s->c, s->z3.mk_string_symbol(s->c, "QF_BV"));
    s->z3.solver_inc_ref(s->c, v->z3);
}

struct solver *smt_solver_new(struct smt *s)
{
    struct solver *v = base_mem_zalloc(sizeof *v);
    make_solver(s, v);
    return v;
}

void smt_solver_free(struct smt *s)
{
    struct solver *v = s->solver;
    for (size_t i = 0; i < v->asked.count; i++)
        if (v->asked.items[i].model)
            s->z3.model_dec_ref(s->c, v->asked.items[i].model);
    s->z3.solver_dec_ref(s->c, v->z3);
    vec_free(&v->literals);
    base_map64_free(&v->by_literal);
    vec_free(&v->asked);
    vec_free(&v->conditions);
    vec_free(&v->cores);
    base_map64_free(&v->by_hash);
    vec_free(&v->question);
    vec_free(&v->sorted);
    vec_free(&v->simpler);
    vec_free(&v->assumed);
    vec_free(&v->values);
    free(v);
}

void smt_limit(struct smt *s, uint32_t units)
{
    s->solver->limit = units;
}

void smt_until(struct smt *s, const struct budget *b)
{
    s->solver->until = b ? b->deadline : 0;
}

void smt_account(struct smt *s, uint64_t *left)
{
    s->solver->left = left;
    s->solver->spent = left ? count_spent(s, s->solver->z3) : 0;
}

void smt_renew(struct smt *s)
{
    struct solver *v = s->solver;
    s->z3.solver_dec_ref(s->c, v->z3);
    make_solver(s, v);
    v->literals.count = 0;
    v->limit_set = 0;
}

uint64_t smt_questions(const struct smt *s)
{
    return s->solver->count;
}

static Z3_ast literal(struct smt *s, smt_term a)
{
    struct solver *v = s->solver;
    while (v->literals.count <= a)
        vec_push(&v->literals, NULL);
    if (!v->literals.items[a]) {
        char name[32];
        snprintf(name, sizeof name, "c%u", a);
        Z3_ast l = s->z3.mk_const(s->c, s->z3.mk_string_symbol(s->c, name), s->z3.mk_bool_sort(s->c));
        s->z3.solver_assert(s->c, v->z3, s->z3.mk_implies(s->c, l, smt_truth(s, a)));
        base_map64_put(&v->by_literal, s->z3.get_ast_id(s->c, l), a);
        v->literals.items[a] = l;
    }
    return v->literals.items[a];
}

static int by_number(const void *a, const void *b)
{
    smt_term x = *(const smt_term *)a, y = *(const smt_term *)b;
    return x < y ? -1 : x > y;
}

static void sort(struct solver *v, const smt_term *conditions, size_t count)
{
    size_t n = 0;
    v->question.count = v->sorted.count = 0;
    for (size_t i = 0; i < count; i++) {
        vec_push(&v->question, conditions[i]);
        vec_push(&v->sorted, conditions[i]);
    }
    if (count)
        qsort(v->sorted.items, count, sizeof *v->sorted.items, by_number);
    for (size_t i = 0; i < count; i++)
        if (!i || v->sorted.items[i] != v->sorted.items[i - 1])
            v->sorted.items[n++] = v->sorted.items[i];
    v->sorted.count = n;
}

static struct asked *find(struct solver *v, uint64_t hash)
{
    uint32_t i;
    if (!base_map64_get(&v->by_hash, hash, &i))
        return NULL;
    for (; i != UINT32_MAX; i = v->asked.items[i].next) {
        struct asked *q = &v->asked.items[i];
        if (q->count == v->sorted.count &&
            !memcmp(&v->conditions.items[q->first], v->sorted.items, q->count * sizeof(smt_term)))
            return q;
    }
    return NULL;
}

static void take_answer(struct smt *s, struct asked *q, Z3_solver z3, Z3_lbool answer)
{
    q->answer = answer == Z3_L_TRUE ? SMT_SAT : answer == Z3_L_FALSE ? SMT_UNSAT : SMT_UNKNOWN;
    if (q->answer != SMT_SAT)
        return;
    q->model = s->z3.solver_get_model(s->c, z3);
    s->z3.model_inc_ref(s->c, q->model);
}

static void ask(struct smt *s, struct asked *q)
{
    struct solver *v = s->solver;
    v->assumed.count = 0;
    for (size_t i = 0; i < v->sorted.count; i++)
        vec_push(&v->assumed, literal(s, v->sorted.items[i]));
    v->count++;
    if (v->limit_set != limit_of(v) || v->until > 0)
        set_limit(s, v->z3, v->limit_set = limit_of(v));
    Z3_lbool answer = s->z3.solver_check_assumptions(s->c, v->z3, (unsigned)v->assumed.count, v->assumed.items);
    take_answer(s, q, v->z3, answer);
    charge(s, v->z3);
    if (q->answer == SMT_UNSAT) {
        Z3_ast_vector core = s->z3.solver_get_unsat_core(s->c, v->z3);
        s->z3.ast_vector_inc_ref(s->c, core);
        for (unsigned i = 0; i < s->z3.ast_vector_size(s->c, core); i++) {
            uint32_t term;
            if (base_map64_get(&v->by_literal, s->z3.get_ast_id(s->c, s->z3.ast_vector_get(s->c, core, i)), &term)) {
                vec_push(&v->cores, term);
                q->core_count++;
            }
        }
        s->z3.ast_vector_dec_ref(s->c, core);
    }
}

static void ask_tactic(struct smt *s, struct asked *q, const smt_term *conditions, size_t count, uint32_t limit)
{
    Z3_tactic tactic = s->z3.mk_tactic(s->c, "qfbv");
    s->z3.tactic_inc_ref(s->c, tactic);
    Z3_solver z3 = s->z3.mk_solver_from_tactic(s->c, tactic);
    s->z3.solver_inc_ref(s->c, z3);
    if (limit || s->solver->until > 0)
        set_limit(s, z3, limit);
    for (size_t i = 0; i < count; i++)
        s->z3.solver_assert(s->c, z3, smt_truth(s, conditions[i]));
    take_answer(s, q, z3, s->z3.solver_check(s->c, z3));
    charge(s, z3);
    s->z3.solver_dec_ref(s->c, z3);
    s->z3.tactic_dec_ref(s->c, tactic);
}

struct leaf {
    struct smt *s;
    struct asked *q;
    uint32_t limit;
};

static enum smt_answer ask_leaf(void *leaf, const smt_term *conditions, size_t count, uint64_t *units)
{
    struct leaf *x = leaf;
    uint64_t before = count_spent(x->s, x->s->solver->z3);
    ask_tactic(x->s, x->q, conditions, count, x->limit);
    *units = count_spent(x->s, x->s->solver->z3) - before;
    return x->q->answer;
}

/* With at most so many units; without a leaf only what contradicts itself is found. */
static void ask_cases(struct smt *s, struct asked *q, uint64_t units, smt_leaf *of)
{
    enum { LEAF = 4 }; /* the part of the limit that one case may take */
    struct solver *v = s->solver;
    struct leaf leaf = {s, q, (uint32_t)(units / LEAF) + 1};
    if (!smt_are_small(s, v->simpler.items, v->simpler.count))
        return;
    q->answer = smt_by_cases(s, v->simpler.items, v->simpler.count, &units, of, &leaf);
    if (v->left)
        *v->left -= units < *v->left ? units : *v->left;
}

/* Without literals: what the conditions say of each other is simplified before bits are looked at; false: that was the
 * answer. */
static bool simplify(struct smt *s, struct asked *q)
{
    struct solver *v = s->solver;
    v->count++;
    v->simpler.count = 0;
    if (!smt_are_small(s, v->sorted.items, v->sorted.count)) {
        for (size_t i = 0; i < v->sorted.count; i++)
            vec_push(&v->simpler, v->sorted.items[i]);
        return true;
    }
    if (smt_linear(s, v->sorted.items, v->sorted.count, &v->simpler))
        q->answer = SMT_UNSAT;
    return q->answer != SMT_UNSAT;
}

static void ask_alone(struct smt *s, struct asked *q)
{
    struct solver *v = s->solver;
    q->answer = SMT_UNKNOWN;
    if (simplify(s, q))
        ask_tactic(s, q, v->simpler.items, v->simpler.count, limit_of(v));
}

/* What is not easy case by case, and then with all the limit allows. */
static void ask_by_cases(struct smt *s, struct asked *q)
{
    enum { FEW = 30000, EASY = 200000, PART = 8, CASES = 2 };
    struct solver *v = s->solver;
    q->answer = SMT_UNKNOWN;
    if (!simplify(s, q))
        return;
    uint32_t limit = limit_of(v), easy = limit ? limit / PART + 1 : EASY;
    ask_cases(s, q, FEW, NULL);
    if (q->answer == SMT_UNKNOWN)
        ask_tactic(s, q, v->simpler.items, v->simpler.count, easy);
    if (q->answer == SMT_UNKNOWN)
        ask_cases(s, q, limit ? limit / CASES : UINT32_MAX, ask_leaf);
    if (q->answer == SMT_UNKNOWN)
        ask_tactic(s, q, v->simpler.items, v->simpler.count, limit_of(v));
}

static bool is_over(const struct solver *v)
{
    return (v->left && !*v->left) || (v->until > 0 && base_budget_now() >= v->until);
}

static enum smt_answer check(struct smt *s, const smt_term *conditions, size_t count,
                             void (*put)(struct smt *s, struct asked *q))
{
    struct solver *v = s->solver;
    v->values.count = 0;
    sort(v, conditions, count);
    if (v->sorted.count && !v->sorted.items[0]) {
        v->last = NULL; /* a condition that is no term: nothing is known of it */
        return SMT_UNKNOWN;
    }
    uint64_t hash = base_hash_bytes(v->sorted.items, v->sorted.count * sizeof(smt_term), 0);
    struct asked *q = find(v, hash);
    if ((!q || q->answer == SMT_UNKNOWN) && is_over(v)) {
        v->last = NULL;
        return SMT_UNKNOWN;
    }
    if (!q || q->answer == SMT_UNKNOWN) {
        struct asked new = {.first = (uint32_t)v->conditions.count,
                            .count = (uint32_t)v->sorted.count,
                            .core = (uint32_t)v->cores.count,
                            .next = UINT32_MAX};
        uint32_t same;
        for (size_t i = 0; i < v->sorted.count; i++)
            vec_push(&v->conditions, v->sorted.items[i]);
        put(s, &new);
        if (base_map64_get(&v->by_hash, hash, &same))
            new.next = same;
        base_map64_put(&v->by_hash, hash, (uint32_t)v->asked.count);
        vec_push(&v->asked, new);
        q = &v->asked.items[v->asked.count - 1];
    }
    v->last = q;
    return q->answer;
}

enum smt_answer smt_check(struct smt *s, const smt_term *conditions, size_t count)
{
    return check(s, conditions, count, ask);
}

bool smt_is_refuted(struct smt *s, const smt_term *conditions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!conditions[i])
            return false;
    if (!smt_are_small(s, conditions, count))
        return false;
    return smt_order_contradicts(s, conditions, count) || smt_linear(s, conditions, count, &s->solver->simpler);
}

enum smt_answer smt_check_alone(struct smt *s, const smt_term *conditions, size_t count)
{
    return check(s, conditions, count, ask_alone);
}

enum smt_answer smt_check_cases(struct smt *s, const smt_term *conditions, size_t count)
{
    return check(s, conditions, count, ask_by_cases);
}

bool smt_solve_order(struct smt *s, const smt_term *conditions, size_t count)
{
    s->solver->last = NULL;
    return smt_are_small(s, conditions, count) && smt_order_values(s, conditions, count, &s->solver->values);
}

enum smt_answer smt_check_ranges(struct smt *s, const smt_term *conditions, size_t count)
{
    s->solver->last = NULL;
    s->solver->values.count = 0;
    for (size_t i = 0; i < count; i++)
        if (!conditions[i])
            return SMT_UNKNOWN;
    if (!smt_are_small(s, conditions, count))
        return SMT_UNKNOWN;
    return smt_by_ranges(s, conditions, count, &s->solver->values);
}

uint64_t smt_value(struct smt *s, smt_term a)
{
    const struct asked *q = s->solver->last;
    Z3_ast value;
    uint64_t bits = 0;
    for (size_t i = 0; !q && i < s->solver->values.count; i++)
        if (s->solver->values.items[i].term == a)
            return s->solver->values.items[i].value;
    if (a && q && q->model && s->z3.model_eval(s->c, q->model, smt_bits(s, a), true, &value))
        s->z3.get_numeral_uint64(s->c, value, &bits);
    return bits;
}

bool smt_in_core(const struct smt *s, size_t condition)
{
    const struct solver *v = s->solver;
    const struct asked *q = v->last;
    if (!q || q->answer != SMT_UNSAT || condition >= v->question.count)
        return false;
    for (uint32_t i = 0; i < q->core_count; i++)
        if (v->cores.items[q->core + i] == v->question.items[condition])
            return true;
    return !q->core_count;
}
