/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * F of the paper: the strongest disjunction of cubes that implies a condition, and the one that implies its negation,
 * found together. Cubes are tried by size; one that contains an implicant, or contradictory literals, is not tried.
 * Each answer "satisfiable" gives the values of all predicates in one state: cubes that this state satisfies imply
 * nothing that is false in it, and are not asked about either.
 *
 * Where the predicates have few values together, all of them are found first, and nothing else is asked.
 *
 * Source: Ball, Podelski, Rajamani 2001, section 7; Lahiri, Nieuwenhuis, Oliveras 2006 (all values of predicates);
 * predicates that share no variable with the condition, by way of others if need be, are left out (Ball et al., PLDI
 * 2001, 5.2, the cone of influence).
 */
#include "private.h"
#include "runtime/cwi/edit.h"

enum {
    MOST_ATOMS = 40,
    FEW_ATOMS = 12,
    DEFAULT_CUBE = 3,
    MOST_QUESTIONS = 20000,
    MOST_FOR_ONE = 600,
    MOST_UNANSWERED = 6,
    MOST_STATES = 400,
    MOST_FOUND = 40 /* of them by the solver */
};

struct cube {
    uint64_t care, value;
};
struct cubes VEC(struct cube);
struct states VEC(uint64_t); /* the values of the predicates in each */

struct search {
    struct abstraction *x;
    uint32_t preds[MOST_ATOMS]; /* nearest to the condition first */
    uint32_t count;
    smt_term phi, not_phi, axioms;
    struct states true_in, false_in;  /* where the condition is true, false */
    struct cubes holds, fails, never; /* implicants of it, of its negation, contradictions */
    smt_term conditions[MOST_ATOMS + 2];
    uint32_t asked, unanswered;
    bool is_always;               /* the condition is true in every state: contradictions are looked for */
    bool knows_true, knows_false; /* true_in, false_in are all there are */
    struct VEC(smt_term) blocked;
};

/* ---- which predicates -------------------------------------------------------------------------------------------- */

static bool shares(const struct pred *p, const bool *seen)
{
    for (uint32_t i = 0; i < p->unknown_count; i++)
        if (seen[p->unknowns[i]])
            return true;
    return false;
}

/* In rounds: what shares an unknown with the condition, then what shares one with these. */
static void find_cone(struct search *s, const struct pred_ids *scope, const uint32_t *used, uint32_t count)
{
    bool *seen = base_mem_zalloc(s->x->unknowns.count + 1), *taken = base_mem_zalloc(scope->count + 1);
    for (uint32_t i = 0; i < count; i++)
        seen[used[i]] = true;
    for (bool grows = true; grows && s->count < MOST_ATOMS;) {
        uint32_t before = s->count;
        for (size_t i = 0; i < scope->count && s->count < MOST_ATOMS; i++)
            if (!taken[i] && shares(&s->x->preds.items[scope->items[i]], seen)) {
                taken[i] = true;
                s->preds[s->count++] = scope->items[i];
            }
        for (uint32_t i = before; i < s->count; i++) {
            const struct pred *p = &s->x->preds.items[s->preds[i]];
            for (uint32_t k = 0; k < p->unknown_count; k++)
                seen[p->unknowns[k]] = true;
        }
        grows = s->count > before;
    }
    s->x->used.count = 0;
    for (uint32_t i = 0; i < s->x->unknowns.count; i++)
        if (seen[i])
            vec_push(&s->x->used, i);
    uint32_t all;
    const uint32_t *unknowns = pred_used(s->x, &all);
    s->axioms = pred_axioms(s->x, unknowns, all);
    free(seen);
    free(taken);
}

/* ---- asking ------------------------------------------------------------------------------------------------------ */

static smt_term atom(const struct search *s, uint32_t i)
{
    return s->x->preds.items[s->preds[i]].term;
}

static uint64_t state(struct search *s)
{
    uint64_t values = 0;
    for (uint32_t i = 0; i < s->count; i++)
        values |= (smt_value(s->x->smt, atom(s, i)) & 1) << i;
    return values;
}

/* Is there a state that satisfies the cube and `last`? It is added to those known. */
static enum smt_answer ask(struct search *s, struct cube c, smt_term last, bool is_true)
{
    size_t n = 0;
    if (base_budget_ask(s->x->options->budget) || smt_questions(s->x->smt) - s->x->asked_before >= MOST_QUESTIONS ||
        s->asked++ >= MOST_FOR_ONE || s->unanswered >= MOST_UNANSWERED)
        return SMT_UNKNOWN; /* too many, or too hard: what is not known to be implied is not said */
    if (s->axioms)
        s->conditions[n++] = s->axioms;
    for (uint32_t i = 0; i < s->count; i++)
        if (c.care >> i & 1)
            s->conditions[n++] = c.value >> i & 1 ? atom(s, i) : smt_unary(s->x->smt, CWI_LOGNOT, atom(s, i));
    s->conditions[n++] = last;
    enum smt_answer a = smt_check_alone(s->x->smt, s->conditions, n);
    s->unanswered += a == SMT_UNKNOWN;
    if (a == SMT_SAT && is_true)
        vec_push(&s->true_in, state(s));
    else if (a == SMT_SAT)
        vec_push(&s->false_in, state(s));
    return a;
}

/* It is not the state of these values. */
static smt_term other_than(struct search *s, uint64_t values)
{
    smt_term some = smt_const(s->x->smt, 0, 1);
    for (uint32_t i = 0; i < s->count; i++) {
        smt_term differs = values >> i & 1 ? smt_unary(s->x->smt, CWI_LOGNOT, atom(s, i)) : atom(s, i);
        some = smt_binary(s->x->smt, CWI_LOGOR, false, some, differs);
    }
    return some;
}

static bool take_sample(void *context, uint64_t truths)
{
    struct search *s = context;
    struct states *to = truths >> s->count & 1 ? &s->true_in : &s->false_in;
    uint64_t values = truths & ~(UINT64_C(1) << s->count);
    for (size_t i = 0; i < to->count; i++)
        if (to->items[i] == values)
            return true;
    if (to->count < MOST_STATES)
        vec_push(to, values);
    return s->true_in.count < MOST_STATES || s->false_in.count < MOST_STATES;
}

/* States in which the condition holds, and in which it does not, as far as they are found by trying. */
static void find_samples(struct search *s, const struct cwi_expr *phi)
{
    const struct cwi_expr *conditions[MOST_ATOMS + 1];
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->x->preds.items[s->preds[i]].is_seen_by_caller)
            return; /* its names are the callee's */
        conditions[i] = s->x->preds.items[s->preds[i]].v.expr;
    }
    conditions[s->count] = phi;
    pred_sample(s->x, conditions, s->count + 1, take_sample, s);
}

/* All values that the predicates have together where `last` holds, if they are few. True: no others are possible. */
static bool find_states(struct search *s, smt_term last, struct states *out)
{
    s->blocked.count = 0;
    if (s->axioms)
        vec_push(&s->blocked, s->axioms);
    vec_push(&s->blocked, last);
    for (size_t i = 0; i < out->count; i++)
        vec_push(&s->blocked, other_than(s, out->items[i]));
    size_t most = out->count + MOST_FOUND < MOST_STATES ? out->count + MOST_FOUND : MOST_STATES;
    while (out->count < most && !base_budget_ask(s->x->options->budget) &&
           smt_questions(s->x->smt) - s->x->asked_before < MOST_QUESTIONS) {
        enum smt_answer a = smt_check_alone(s->x->smt, s->blocked.items, s->blocked.count);
        if (a != SMT_SAT)
            return a == SMT_UNSAT;
        vec_push(out, state(s));
        vec_push(&s->blocked, other_than(s, out->items[out->count - 1]));
    }
    return false;
}

static bool includes_one(const struct cubes *v, struct cube c)
{
    for (size_t i = 0; i < v->count; i++)
        if ((v->items[i].care & ~c.care) == 0 && v->items[i].value == (c.value & v->items[i].care))
            return true;
    return false;
}

static bool satisfied_in(const struct states *v, struct cube c)
{
    for (size_t i = 0; i < v->count; i++)
        if ((v->items[i] & c.care) == c.value)
            return true;
    return false;
}

static void try_cube(struct search *s, struct cube c)
{
    if (includes_one(&s->holds, c) || includes_one(&s->fails, c) || includes_one(&s->never, c))
        return;
    if (s->is_always) {
        if (!satisfied_in(&s->true_in, c) && (s->knows_true || ask(s, c, s->phi, true) == SMT_UNSAT))
            vec_push(&s->never, c);
        return;
    }
    bool may_hold = satisfied_in(&s->true_in, c), may_fail = satisfied_in(&s->false_in, c);
    if (!may_fail) {
        enum smt_answer a = s->knows_false ? SMT_UNSAT : ask(s, c, s->not_phi, false);
        if (a == SMT_UNSAT && !may_hold && (s->knows_true || ask(s, c, s->phi, true) == SMT_UNSAT))
            vec_push(&s->never, c);
        else if (a == SMT_UNSAT)
            vec_push(&s->holds, c);
        may_fail = a != SMT_UNSAT;
        if (!may_fail)
            return;
    }
    if (!may_hold && !satisfied_in(&s->true_in, c) && (s->knows_true || ask(s, c, s->phi, true) == SMT_UNSAT))
        vec_push(&s->fails, c);
}

/* All cubes of `size` literals, from atom `from` on. */
static void try_cubes(struct search *s, struct cube c, uint32_t from, uint32_t size)
{
    if (!size) {
        try_cube(s, c);
        return;
    }
    for (uint32_t i = from; i + size <= s->count; i++)
        for (uint64_t v = 0; v < 2; v++) {
            struct cube more = {c.care | UINT64_C(1) << i, c.value | v << i};
            try_cubes(s, more, i + 1, size - 1);
        }
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

struct bool_expr *pred_constant(struct abstraction *x, enum bool_op op)
{
    return bool_expr_new(x->program, op, NULL, 0, (struct place){0});
}

struct bool_expr *pred_not(struct abstraction *x, struct bool_expr *e)
{
    if (e->op == BOOL_NOT)
        return e->args[0];
    if (e->op == BOOL_TRUE || e->op == BOOL_FALSE)
        return pred_constant(x, e->op == BOOL_TRUE ? BOOL_FALSE : BOOL_TRUE);
    return bool_expr_new(x->program, BOOL_NOT, &e, 1, (struct place){0});
}

static struct bool_expr *literal(struct search *s, uint32_t i, bool value)
{
    struct bool_expr *e = bool_expr_variable(s->x->program, s->x->preds.items[s->preds[i]].v.name, (struct place){0});
    return value ? e : pred_not(s->x, e);
}

static struct bool_expr *cube_expr(struct search *s, struct cube c)
{
    struct bool_expr *args[MOST_ATOMS];
    size_t n = 0;
    for (uint32_t i = 0; i < s->count; i++)
        if (c.care >> i & 1)
            args[n++] = literal(s, i, c.value >> i & 1);
    return n == 1 ? args[0] : bool_expr_new(s->x->program, BOOL_AND, args, n, (struct place){0});
}

static struct bool_expr *disjunction(struct search *s, const struct cubes *v)
{
    struct VEC(struct bool_expr *) args = {0};
    for (size_t i = 0; i < v->count; i++)
        vec_push(&args, cube_expr(s, v->items[i]));
    struct bool_expr *e = !args.count ? pred_constant(s->x, BOOL_FALSE)
                          : args.count == 1
                              ? args.items[0]
                              : bool_expr_new(s->x->program, BOOL_OR, args.items, args.count, (struct place){0});
    vec_free(&args);
    return e;
}

static void end_search(struct search *s)
{
    vec_free(&s->true_in);
    vec_free(&s->false_in);
    vec_free(&s->holds);
    vec_free(&s->fails);
    vec_free(&s->never);
    vec_free(&s->blocked);
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

/* A predicate that is the condition, or its negation. */
static bool is_atom(struct search *s, struct pred_cover *out)
{
    for (uint32_t i = 0; i < s->count; i++) {
        bool same = atom(s, i) == s->phi, opposite = !same && atom(s, i) == s->not_phi;
        if (!same && !opposite)
            continue;
        out->holds = literal(s, i, same);
        out->fails = pred_not(s->x, out->holds);
        return true;
    }
    return false;
}

/* It depends on a value that nobody knows, in every case. */
static bool is_free(const struct cwi_expr *e)
{
    return e->kind == CWI_LOST || (e->kind != CWI_COND && ((e->a && is_free(e->a)) || (e->b && is_free(e->b))));
}

struct pred_cover pred_cover(struct abstraction *x, const struct pred_ids *scope, const struct cwi_expr *phi)
{
    struct search s = {.x = x};
    struct pred_cover out = {pred_constant(x, BOOL_FALSE), pred_constant(x, BOOL_FALSE)};
    struct cube none = {0, 0};
    uint32_t count, most = x->options->cube ? x->options->cube : DEFAULT_CUBE;
    if (phi->kind == CWI_LOST)
        return out;
    smt_renew(x->smt);
    x->used.count = 0;
    s.phi = pred_truth(x, phi);
    s.not_phi = smt_unary(x->smt, CWI_LOGNOT, s.phi);
    const uint32_t *used = pred_used(x, &count);
    find_cone(&s, scope, used, count);
    if (is_atom(&s, &out))
        return end_search(&s), out;
    find_samples(&s, phi);
    if (!s.false_in.count && ask(&s, none, s.not_phi, false) == SMT_UNSAT)
        out.holds = pred_constant(x, BOOL_TRUE);
    else if (!s.true_in.count && ask(&s, none, s.phi, true) == SMT_UNSAT)
        out.fails = pred_constant(x, BOOL_TRUE);
    else if (!is_free(phi)) {
        s.knows_true = find_states(&s, s.phi, &s.true_in);
        s.knows_false = find_states(&s, s.not_phi, &s.false_in);
        for (uint32_t size = 1; size <= most && size <= s.count && base_budget_ask(x->options->budget) == BUDGET_LEFT;
             size++)
            try_cubes(&s, none, 0, size);
        out.holds = disjunction(&s, &s.holds);
        out.fails = disjunction(&s, &s.fails);
    }
    end_search(&s);
    return out;
}

static bool are_opposite(const struct bool_expr *a, const struct bool_expr *b)
{
    if (a->op == BOOL_NOT)
        return b->op == BOOL_VARIABLE && !strcmp(a->args[0]->name, b->name);
    return b->op == BOOL_NOT && a->op == BOOL_VARIABLE && !strcmp(b->args[0]->name, a->name);
}

struct bool_expr *pred_choice(struct abstraction *x, struct pred_cover c)
{
    struct bool_expr *args[] = {c.holds, c.fails};
    if (c.holds->op == BOOL_TRUE || (c.fails->op != BOOL_FALSE && c.holds->op != BOOL_OR && c.holds->op != BOOL_AND &&
                                     c.holds->op != BOOL_FALSE && are_opposite(c.holds, c.fails)))
        return c.holds;
    if (c.fails->op == BOOL_TRUE)
        return pred_constant(x, BOOL_FALSE);
    if (c.holds->op == BOOL_FALSE && c.fails->op == BOOL_FALSE)
        return pred_constant(x, BOOL_STAR);
    return bool_expr_new(x->program, BOOL_CHOOSE, args, 2, (struct place){0});
}

/* Contradictions among predicates alone: the condition is true everywhere. */
static void find_contradictions(struct search *s)
{
    struct cube none = {0, 0};
    uint32_t most = s->count <= FEW_ATOMS ? 3 : 2;
    uint32_t cube = s->x->options->cube ? s->x->options->cube : DEFAULT_CUBE;
    s->phi = smt_const(s->x->smt, 1, 1);
    s->is_always = true;
    find_samples(s, cwi_expr_const(s->x->arena, cwi_int_type(s->x->u, 1, false), 1));
    s->knows_true = find_states(s, s->phi, &s->true_in);
    if (s->knows_true && s->count <= FEW_ATOMS + 4 && cube >= DEFAULT_CUBE)
        most = cube = 4; /* without a question */
    for (uint32_t size = 1; size <= most && size <= cube && size <= s->count; size++)
        try_cubes(s, none, 0, size);
}

struct bool_expr *pred_consistent(struct abstraction *x, const struct pred_ids *scope)
{
    struct VEC(struct bool_expr *) parts = {0};
    bool *done = base_mem_zalloc(x->preds.count + 1);
    for (size_t i = 0; i < scope->count; i++) {
        struct search s = {.x = x};
        const struct pred *p = &x->preds.items[scope->items[i]];
        if (done[scope->items[i]])
            continue;
        smt_renew(x->smt);
        find_cone(&s, scope, p->unknowns, p->unknown_count);
        for (uint32_t k = 0; k < s.count; k++)
            done[s.preds[k]] = true;
        done[scope->items[i]] = true;
        find_contradictions(&s);
        for (size_t k = 0; k < s.never.count; k++)
            vec_push(&parts, pred_not(x, cube_expr(&s, s.never.items[k])));
        end_search(&s);
    }
    struct bool_expr *e = !parts.count ? NULL
                          : parts.count == 1
                              ? parts.items[0]
                              : bool_expr_new(x->program, BOOL_AND, parts.items, parts.count, (struct place){0});
    vec_free(&parts);
    free(done);
    return e;
}
