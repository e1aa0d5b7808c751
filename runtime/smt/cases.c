/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions about choices, case by case: what is stored at one of several places makes each of them a choice, and that
 * their sum stays the same is a linear equation where it is known which. A solver that looks at bits adds them up
 * first.
 *
 * Source: Davis, Logemann and Loveland 1962; in each case linear equations (forms.c), an order (order.c), and sums of
 * integers (integers.c).
 */
#include "integers.h"
#include "runtime/cwi/operate.h"

enum truth { OPEN, TRUE, FALSE };

struct cases {
    struct smt *s;
    struct smt_choices choices;
    struct equations equations;
    struct smt_facts facts; /* what was asked, then the decisions */
    struct map64 truths;    /* term -> where it was noted */
    struct smt_facts noted;
    struct map64 found; /* term -> what was found of it in this pass: the pass, and an enum truth */
    uint32_t pass;
    struct smt_orders *orders; /* of what is noted */
    bool has_orders;
    smt_term open; /* what nothing is known of stands in the way of that one */
    bool is_contradiction;
    uint32_t depth;                  /* of truth_of within itself */
    uint64_t steps, most, of_leaves; /* in units of smt_limit: a step is taken for one */
    smt_leaf *leaf;
    void *context;
};

enum { DEEPEST = 500 }; /* choices within choices, each of which takes a few thousand bytes of the stack */

static bool is_over(const struct cases *x)
{
    return x->steps + x->of_leaves > x->most;
}

/* ---- what is known ----------------------------------------------------------------------------------------------- */

static enum truth opposite(enum truth t)
{
    return t == OPEN ? OPEN : t == TRUE ? FALSE : TRUE;
}

static enum truth truth_of(struct cases *x, smt_term a);
static smt_term chosen(void *cases, smt_term choice);

static enum truth is_equal(struct cases *x, smt_term a, smt_term b)
{
    uint64_t value;
    struct form f = smt_form_difference(&x->equations, a, b);
    return smt_form_is(&f, &value) ? (value ? FALSE : TRUE) : OPEN;
}

static enum truth is_less(struct cases *x, const struct term *t)
{
    bool is_signed = t->shape == TERM_SIGNED_LT || t->shape == TERM_SIGNED_LE;
    bool or_equal = t->shape == TERM_LE || t->shape == TERM_SIGNED_LE;
    uint64_t p, q;
    struct form f = smt_form_difference(&x->equations, t->a, 0), g = smt_form_difference(&x->equations, t->b, 0);
    if (!smt_form_is(&f, &p) || !smt_form_is(&g, &q))
        return OPEN;
    int64_t y = (int64_t)cwi_extended(p, is_signed, f.width), z = (int64_t)cwi_extended(q, is_signed, f.width);
    bool r = is_signed ? y < z : (uint64_t)y < (uint64_t)z;
    return r || (or_equal && y == z) ? TRUE : FALSE;
}

/* What is noted of other comparisons may decide this one. */
static enum truth by_order(struct cases *x, smt_term a, enum truth r)
{
    if (r != OPEN || !x->has_orders)
        return r;
    return smt_orders_imply(x->orders, a, true) ? TRUE : smt_orders_imply(x->orders, a, false) ? FALSE : OPEN;
}

/* One that is a choice: what both of its terms are, if it is not known which. */
static enum truth is_chosen(struct cases *x, smt_term a)
{
    struct term t = x->s->terms.items[a];
    smt_term chosen_one = chosen(x, a);
    enum truth r = truth_of(x, chosen_one ? chosen_one : t.a);
    return chosen_one || r == OPEN || r == truth_of(x, t.b) ? r : OPEN;
}

static enum truth both(struct cases *x, smt_term a, smt_term b)
{
    enum truth p = truth_of(x, a), q = p == FALSE ? FALSE : truth_of(x, b);
    return p == FALSE || q == FALSE ? FALSE : p == TRUE && q == TRUE ? TRUE : OPEN;
}

static enum truth truth_of_shape(struct cases *x, smt_term a)
{
    struct term t = x->s->terms.items[a];
    switch ((enum term_shape)t.shape) {
    case TERM_CONST:
        return t.value ? TRUE : FALSE;
    case TERM_AND:
        return both(x, t.a, t.b);
    case TERM_EQ:
        return by_order(x, a, is_equal(x, t.a, t.b));
    case TERM_NOT: /* of a number */
        return is_equal(x, t.a, 0);
    case TERM_LT:
    case TERM_LE:
    case TERM_SIGNED_LT:
    case TERM_SIGNED_LE:
        return by_order(x, a, is_less(x, &t));
    case TERM_COND:
        return is_chosen(x, a);
    default:
        return OPEN;
    }
}

/* What this pass has found of it is kept: terms have many uses. */
static enum truth found_of(struct cases *x, smt_term a)
{
    uint32_t known;
    if (base_map64_get(&x->found, a, &known) && known >> 2 == x->pass)
        return known & 3;
    x->steps++;
    x->depth++;
    enum truth r = is_over(x) || x->depth > DEEPEST ? OPEN : truth_of_shape(x, a);
    x->depth--;
    base_map64_put(&x->found, a, x->pass << 2 | r);
    return r;
}

static enum truth truth_of(struct cases *x, smt_term a)
{
    uint32_t at;
    bool is_true = true;
    a = smt_positive(x->s, a, &is_true);
    bool is_noted = base_map64_get(&x->truths, a, &at) && at < x->noted.count && x->noted.items[at].term == a;
    enum truth r = !is_noted ? found_of(x, a) : x->noted.items[at].is_true ? TRUE : FALSE;
    return is_true ? r : opposite(r);
}

static void note(struct cases *x, smt_term a, bool is_true)
{
    base_map64_put(&x->truths, a, (uint32_t)x->noted.count);
    vec_push(&x->noted, ((struct smt_fact){a, is_true}));
}

static smt_term chosen(void *cases, smt_term choice)
{
    struct cases *x = cases;
    struct term t = x->s->terms.items[choice];
    enum truth r = truth_of(x, t.c);
    if (r == OPEN && !x->open)
        x->open = t.c;
    return r == OPEN ? 0 : r == TRUE ? t.a : t.b;
}

/* ---- what follows ------------------------------------------------------------------------------------------------ */

static void assume(struct cases *x, smt_term a, bool is_true);

/* The parts of a conjunction that is false, none of which is known to be: how many may be, and the last such. */
static uint32_t count_open(struct cases *x, smt_term a, smt_term *last)
{
    bool is_true = true;
    smt_term p = smt_positive(x->s, a, &is_true);
    struct term t = x->s->terms.items[p];
    if (is_true && t.shape == TERM_AND) {
        uint32_t first = count_open(x, t.a, last);
        return first > 1 ? first : first + count_open(x, t.b, last);
    }
    if (truth_of(x, a) != OPEN)
        return 0;
    *last = a;
    return 1;
}

static bool is_any_false(struct cases *x, smt_term a)
{
    bool is_true = true;
    struct term t = x->s->terms.items[smt_positive(x->s, a, &is_true)];
    if (is_true && t.shape == TERM_AND)
        return is_any_false(x, t.a) || is_any_false(x, t.b);
    return truth_of(x, a) == FALSE;
}

/* `before`: what was open before anything of this was looked at. */
static void assume_not_all(struct cases *x, smt_term a, smt_term before)
{
    smt_term last = 0;
    if (is_any_false(x, a))
        return;
    uint32_t open = count_open(x, a, &last);
    if (!open)
        x->is_contradiction = true;
    else if (open == 1)
        assume(x, last, false);
    else if (!before)
        x->open = last; /* before the choices in it */
}

static void assume(struct cases *x, smt_term a, bool is_true)
{
    a = smt_positive(x->s, a, &is_true);
    struct term t = x->s->terms.items[a];
    smt_term open = x->open;
    enum truth r = truth_of_shape(x, a), before = truth_of(x, a);
    x->is_contradiction |= r == (is_true ? FALSE : TRUE) || before == (is_true ? FALSE : TRUE);
    if (before == OPEN)
        note(x, a, is_true);
    if (t.shape == TERM_AND && is_true) {
        assume(x, t.a, true);
        assume(x, t.b, true);
    } else if (t.shape == TERM_AND) {
        assume_not_all(x, a, open);
    } else if (t.shape == TERM_EQ && is_true) {
        smt_equations_add(&x->equations, t.a, t.b);
    } else if (t.shape == TERM_NOT && is_true) {
        smt_equations_add(&x->equations, t.a, 0);
    }
    x->is_contradiction |= x->equations.is_contradiction;
}

/* Until nothing new follows. What was asked last is looked at first: it is what the others are about. */
static void assume_all(struct cases *x)
{
    enum { PASSES = 2 };
    size_t before = 0;
    for (int i = 0; i < PASSES && !x->is_contradiction && !is_over(x); i++) {
        size_t now = x->noted.count + x->equations.count;
        if (i && now == before)
            return;
        before = now;
        x->open = 0;
        x->pass++;
        for (size_t k = x->facts.count; k-- > 0 && !x->is_contradiction;)
            assume(x, x->facts.items[k].term, x->facts.items[k].is_true);
    }
}

/* What is compared says more, or cannot be. */
static void assume_order(struct cases *x)
{
    smt_term open = x->open;
    bool is_wrong = smt_orders_build(x->orders, x->s, &x->choices, x->noted.items, x->noted.count);
    x->steps += smt_orders_cost(x->orders);
    x->is_contradiction = is_wrong && !is_over(x); /* beyond the limit choices are no longer looked through */
    x->open = open;
    x->has_orders = !is_wrong;
    if (x->has_orders)
        assume_all(x);
    x->has_orders = false;
}

/* ---- cases ------------------------------------------------------------------------------------------------------- */

static enum smt_answer ask_leaf(struct cases *x)
{
    if (!x->leaf)
        return SMT_UNKNOWN;
    struct smt_terms all = {0};
    uint64_t units = 0;
    for (size_t i = 0; i < x->facts.count; i++) {
        const struct smt_fact *k = &x->facts.items[i];
        vec_push(&all, k->is_true ? k->term : smt_unary(x->s, CWI_LOGNOT, k->term));
    }
    enum smt_answer r = x->leaf(x->context, all.items, all.count, &units);
    x->of_leaves += units;
    vec_free(&all);
    return r;
}

/* The case that the facts describe, and then those in it. */
static enum smt_answer go_through(struct cases *x)
{
    size_t noted = x->noted.count;
    uint32_t equations = x->equations.count;
    enum smt_answer r = SMT_UNSAT;
    if (is_over(x))
        return SMT_UNKNOWN; /* what the last pass has found is of another case */
    assume_all(x);
    if (!x->is_contradiction)
        assume_order(x);
    if (!x->is_contradiction && !x->open && !is_over(x))
        x->is_contradiction = smt_integers_contradict(&x->equations, x->noted.items, x->noted.count, &x->steps);
    smt_term open = x->open;
    if (!x->is_contradiction)
        r = is_over(x) ? SMT_UNKNOWN : open ? r : ask_leaf(x);
    for (int k = 0; k < 2 && open && !x->is_contradiction && r == SMT_UNSAT; k++) {
        vec_push(&x->facts, ((struct smt_fact){open, k == 0}));
        r = go_through(x);
        x->facts.count--;
    }
    x->noted.count = noted;
    x->equations.count = equations;
    x->equations.is_contradiction = x->is_contradiction = false;
    return r;
}

enum smt_answer smt_by_cases(struct smt *s, const smt_term *conditions, size_t count, uint64_t *units, smt_leaf *leaf,
                             void *context)
{
    struct cases *x = base_mem_zalloc(sizeof *x);
    *x = (struct cases){.s = s, .most = *units, .leaf = leaf, .context = context};
    x->equations.s = s;
    x->choices = (struct smt_choices){chosen, x};
    x->equations.choices = &x->choices;
    x->orders = smt_orders_new();
    for (size_t i = 0; i < count; i++)
        vec_push(&x->facts, ((struct smt_fact){conditions[i], true}));
    enum smt_answer r = go_through(x);
    *units = x->steps;
    vec_free(&x->facts);
    vec_free(&x->noted);
    base_map64_free(&x->truths);
    base_map64_free(&x->found);
    free(x->orders);
    free(x);
    return r;
}
