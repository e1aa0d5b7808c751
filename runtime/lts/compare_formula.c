/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Distinguishing formulas of least depth, after R. Cleaveland, "On automatically explaining bisimulation inequivalence"
 * (1990), on the rounds of compare_rounds.h: where p and q are apart in round k + 1, one has a move into a class of round
 * k that the other has no move into; what tells that class from the classes that the other's moves lead to has depth at
 * most k. A formula of depth k cannot tell states of one class of round k apart, so it is made for a pair of classes once
 * and used for all their members. For branching bisimulation, the modality is that of R. De Nicola and F. Vaandrager,
 * "Three logics for branching bisimulation" (1990).
 */
#include "runtime/lts/compare_formula.h"

/* Deeper formulas are not written by a recursion; and so many moves looked at are out of proportion. */
enum { DEEPEST_FORMULA = 5000, MOST_WORK = 60000000, MOST_CANDIDATES = 32 };

struct formula_list VEC(formula);

struct maker {
    struct rounds *r;
    struct formulas f;
    enum modality modality;
    struct map64 made; /* by two classes: the number of a formula true of the first and false of the second */
    uint64_t work;
    bool failed;
};

/* ---- attacks ----------------------------------------------------------------------------------------------------- */

static bool has_answer(const struct class_moves *m, uint64_t into)
{
    size_t low = 0, high = m->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (m->items[middle].into < into)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->count && m->items[low].into == into;
}

/* The range of the moves by a label. */
static size_t answers_by(const struct class_moves *m, uint32_t label, size_t *end)
{
    size_t low = 0, high = m->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (move_label(m->items[middle]) < label)
            low = middle + 1;
        else
            high = middle;
    }
    for (*end = low; *end < m->count && move_label(m->items[*end]) == label;)
        ++*end;
    return low;
}

/* What an attack costs to tell: different classes among its answers. */
static uint32_t judge(const struct rounds *r, struct attack *a, const struct class_moves *answers)
{
    size_t end, from = answers_by(answers, a->label, &end);
    uint32_t cost = 0;
    a->left = 0;
    a->answer = LTS_NONE;
    for (size_t i = from; i < end; i++) {
        cost += i == from || answers->items[i].into != answers->items[i - 1].into;
        uint32_t apart = rounds_apart(r, a->to, answers->items[i].to);
        if (apart && (a->answer == LTS_NONE || apart > a->left)) {
            a->answer = answers->items[i].to;
            a->left = apart;
        }
    }
    return cost;
}

static bool find_attack(struct rounds *r, uint32_t p, uint32_t q, struct attack *best, uint64_t *work)
{
    struct class_moves moves[2] = {{0}};
    uint32_t apart = rounds_apart(r, p, q), least = UINT32_MAX, tried = 0;
    if (!apart || apart == UINT32_MAX)
        return false;
    rounds_moves(r, p, apart - 1, &moves[0]);
    rounds_moves(r, q, apart - 1, &moves[1]);
    *work += moves[0].count + moves[1].count;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < moves[side].count && tried < MOST_CANDIDATES && least; i++) {
            struct class_move m = moves[side].items[i];
            if ((i && m.into == moves[side].items[i - 1].into) || has_answer(&moves[!side], m.into))
                continue;
            struct attack a = {.by_second = side, .label = move_label(m), .to = m.to};
            uint32_t cost = judge(r, &a, &moves[!side]);
            *work += cost;
            tried++;
            if (cost < least || (cost == least && a.left < best->left)) {
                *best = a;
                least = cost;
            }
        }
    vec_free(&moves[0]);
    vec_free(&moves[1]);
    return least != UINT32_MAX;
}

bool rounds_attack(struct rounds *r, uint32_t p, uint32_t q, struct attack *best)
{
    uint64_t work = 0;
    return find_attack(r, p, q, best, &work);
}

/* ---- formulas ---------------------------------------------------------------------------------------------------- */

formula formula_of_colours(struct formulas *f, const struct graph *g, uint32_t p, uint32_t q)
{
    const uint8_t *a = g->valuation + (size_t)g->colour[p] * g->props;
    const uint8_t *b = g->valuation + (size_t)g->colour[q] * g->props;
    uint32_t i = 0;
    while (a[i] == b[i])
        i++;
    const char *name = g->prop_name[i];
    if (a[i] == LTS_TRUE)
        return formula_proposition(f, name, false);
    if (b[i] == LTS_TRUE)
        return formula_not(f, formula_proposition(f, name, false));
    formula maybe = formula_proposition(f, name, true);
    return a[i] == LTS_MAYBE ? maybe : formula_not(f, maybe);
}

static formula tell_apart(struct maker *m, uint32_t p, uint32_t q);

/* A state and its class in the round in which it is apart from another. */
struct other {
    uint32_t apart, class, state;
};

static int other_order(const void *a, const void *b)
{
    const struct other *x = a, *y = b;
    if (x->apart != y->apart)
        return x->apart < y->apart ? -1 : 1;
    return (x->class > y->class) - (x->class < y->class);
}

/* What is true of p and false of all the others, which are apart from it before round `limit`: those of one class in
 * the round in which they are apart from p fall to one formula. False when one of them is not apart. */
static bool tell_from(struct maker *m, uint32_t p, const struct u32s *others, uint32_t limit, struct formula_list *out)
{
    const struct rounds *r = m->r;
    struct VEC(struct other) list = {0};
    bool fine = true;
    for (size_t i = 0; i < others->count && fine; i++) {
        uint32_t apart = rounds_apart(r, p, others->items[i]);
        fine = apart < limit;
        if (fine) {
            struct other o = {apart, rounds_class(r, others->items[i], apart), others->items[i]};
            vec_push(&list, o);
        }
    }
    m->work += others->count;
    if (list.count)
        qsort(list.items, list.count, sizeof *list.items, other_order);
    for (size_t i = 0; i < list.count && fine && !m->failed; i++)
        if (!i || other_order(&list.items[i - 1], &list.items[i]))
            vec_push(out, tell_apart(m, p, list.items[i].state));
    vec_free(&list);
    return fine;
}

static formula all_of(struct maker *m, struct formula_list *parts)
{
    formula f = formula_and(&m->f, parts->items, parts->count);
    vec_free(parts);
    return f;
}

/* Everything that silent steps lead to from s. */
static void close_silently(struct rounds *r, uint32_t s, struct u32s *out)
{
    visited_clear(&r->visited);
    out->count = 0;
    visited_add(&r->visited, out, s);
    graph_close_silently(r->q, &r->visited, out);
}

/* Where the label leads to from the states of a list; for a silent one, also from none of them: the first itself. */
static void add_targets(const struct graph *q, const struct u32s *from, uint32_t label, struct u32s *out)
{
    if (label == GRAPH_SILENT)
        vec_push(out, from->items[0]);
    for (size_t i = 0; i < from->count; i++)
        for (uint64_t t = q->first[from->items[i]]; t < q->first[from->items[i] + 1]; t++)
            if (q->label[t] == label)
                vec_push(out, q->target[t]);
}

static void copy_list(const struct u32s *from, struct u32s *out)
{
    for (size_t i = 0; i < from->count; i++)
        vec_push(out, from->items[i]);
}

/* Divergence: no endless silent path of `other` stays in the class that both are in before. */
static formula tell_divergence(struct maker *m, uint32_t own, uint32_t other, uint32_t round)
{
    struct u32s exits = {0};
    struct formula_list hold = {0};
    rounds_inside(m->r, other, round, &exits);
    m->failed |= !tell_from(m, own, &exits, round + 1, &hold);
    vec_free(&exits);
    return formula_forever(&m->f, all_of(m, &hold));
}

/* `own` comes inside its class of `round` to a state with the move; `other` is in the same class and does not. Where no
 * state that silent steps lead to from `other` has such a move, nothing need hold on the way. */
static formula tell_until(struct maker *m, uint32_t own, uint32_t other, uint32_t round, struct attack a)
{
    const struct graph *q = m->r->q;
    struct u32s reached = {0}, targets = {0}, exits = {0};
    struct formula_list hold = {0}, then = {0};
    if (a.label == q->labels)
        return tell_divergence(m, own, other, round);
    close_silently(m->r, other, &reached);
    add_targets(q, &reached, a.label, &targets);
    if (!tell_from(m, a.to, &targets, round + 1, &then)) {
        then.count = targets.count = reached.count = 0;
        rounds_inside(m->r, other, round, &exits);
        copy_list(&m->r->list, &reached);
        add_targets(q, &reached, a.label, &targets);
        m->failed |= !tell_from(m, a.to, &targets, round + 1, &then) ||
                     !tell_from(m, own, &exits, round + 1, &hold);
    }
    vec_free(&reached);
    vec_free(&targets);
    vec_free(&exits);
    formula h = all_of(m, &hold), t = all_of(m, &then);
    return formula_until(&m->f, h, q->name[a.label], a.label == GRAPH_SHOWN, t);
}

static formula tell_step(struct maker *m, uint32_t other, uint32_t round, struct attack a)
{
    const struct graph *q = m->r->q;
    struct u32s targets = {0};
    struct formula_list then = {0};
    for (uint64_t t = q->first[other]; t < q->first[other + 1]; t++)
        if (q->label[t] == a.label)
            vec_push(&targets, q->target[t]);
    m->failed |= !tell_from(m, a.to, &targets, round + 1, &then);
    vec_free(&targets);
    formula f = all_of(m, &then);
    if (m->modality == MODALITY_STRONG)
        return formula_step(&m->f, LTS_F_STEP, q->name[a.label], false, f);
    if (m->modality == MODALITY_UNTIL)
        return formula_until(&m->f, formula_true(&m->f), q->name[a.label], a.label == GRAPH_SHOWN, f);
    if (a.label + 1 == q->labels) /* saturated: the last label is divergence */
        return formula_step(&m->f, LTS_F_WEAK_STEP, q->name[GRAPH_SILENT], false, formula_forever(&m->f, f));
    return formula_step(&m->f, LTS_F_WEAK_STEP, q->name[a.label], a.label == GRAPH_SHOWN, f);
}

/* True of p and false of q, and of their whole classes in the round in which they are apart. */
static formula make_apart(struct maker *m, uint32_t p, uint32_t q, uint32_t apart)
{
    struct attack a;
    if (!apart)
        return formula_of_colours(&m->f, m->r->q, p, q);
    if (!find_attack(m->r, p, q, &a, &m->work)) {
        m->failed = true;
        return formula_true(&m->f);
    }
    uint32_t own = a.by_second ? q : p, other = a.by_second ? p : q;
    formula f = m->r->branching ? tell_until(m, own, other, apart - 1, a) : tell_step(m, other, apart - 1, a);
    return a.by_second ? formula_not(&m->f, f) : f;
}

static formula tell_apart(struct maker *m, uint32_t p, uint32_t q)
{
    const struct rounds *r = m->r;
    uint32_t apart = rounds_apart(r, p, q), id;
    uint64_t x = rounds_class(r, p, apart), y = rounds_class(r, q, apart);
    m->failed |= m->work > MOST_WORK;
    if (m->failed)
        return formula_true(&m->f);
    if (map64_get(&m->made, x << 32 | y, &id))
        return m->f.all.items[id];
    if (map64_get(&m->made, y << 32 | x, &id))
        return formula_not(&m->f, m->f.all.items[id]);
    formula f = make_apart(m, p, q, apart);
    map64_put(&m->made, x << 32 | y, f->id);
    return f;
}

void formula_of_rounds(struct compare *x, struct rounds *r, enum modality modality)
{
    struct maker m = {.r = r, .modality = modality};
    const uint32_t *root = r->q->root;
    x->out->formula_depth = rounds_apart(r, root[0], root[1]);
    if (x->out->formula_depth > DEEPEST_FORMULA)
        return;
    formulas_init(&m.f, x->out->arena);
    formula f = tell_apart(&m, root[0], root[1]);
    if (!m.failed) {
        x->out->formula = f;
        x->out->formula_depth = f->depth;
    }
    formulas_free(&m.f);
    map64_free(&m.made);
}
