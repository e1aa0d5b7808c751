/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Distinguishing formulas of least depth, after R. Cleaveland, "On automatically explaining bisimulation inequivalence"
 * (1990), on the rounds of rounds.h: where p and q are apart in round k + 1, one has a move that the other has
 * not; what tells that move from the others of its label has depth at most k. A formula of depth k cannot tell states
 * of one class of round k apart, so it is made for a pair of classes once and used for all their members. For branching
 * bisimulation the modality is that of J. Martens and J. F. Groote, "Minimal depth distinguishing formulas without
 * until for branching bisimulation" (2024).
 */
#include "runtime/lts/compare/formula_bisim.h"

/* So many moves looked at are out of proportion. */
enum { MOST_WORK = 60000000, MOST_CANDIDATES = 32, MOST_JUDGED = 100000 };

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

/* The moves of both sides by one label. */
struct choice {
    struct class_move *moves[2];
    size_t count[2];
};

static size_t by_label(const struct class_moves *m, size_t at, uint32_t label)
{
    size_t n = 0;
    while (at + n < m->count && move_label(m->items[at + n]) == label)
        n++;
    return n;
}

/* A move that the other side does not have, at `at` or behind; the moves are sorted. */
static size_t unanswered(const struct choice *c, int side, size_t at)
{
    const struct class_move *own = c->moves[side], *other = c->moves[!side];
    size_t low = 0, high = c->count[!side];
    for (; at < c->count[side]; at++) {
        if (at && own[at].into == own[at - 1].into)
            continue;
        for (high = c->count[!side]; low < high;) {
            size_t middle = low + (high - low) / 2;
            if (other[middle].into < own[at].into)
                low = middle + 1;
            else
                high = middle;
        }
        if (low == c->count[!side] || other[low].into != own[at].into)
            break;
    }
    return at;
}

/* In which round an answer is apart from a move: by where it leads or, branching, by where the step starts. */
static uint32_t answer_apart(struct rounds *r, const struct class_move *m, const struct class_move *answer)
{
    uint32_t to = compare_rounds_apart(r, m->to, answer->to);
    return to == UINT32_MAX && r->kind == ROUNDS_BRANCHING ? compare_rounds_apart(r, m->from, answer->from) : to;
}

/* Finds the best answer. Where branching bisimulation is asked for, to do nothing is one to a silent step. */
static void judge(struct rounds *r, struct attack *a, const struct choice *c, uint32_t other)
{
    int side = !a->by_second;
    a->stays = r->kind == ROUNDS_BRANCHING && move_label(a->move) == GRAPH_SILENT;
    a->left = a->stays ? compare_rounds_apart(r, a->move.to, other) : 0;
    a->best = (struct class_move){a->move.into, other, other};
    for (size_t i = 0; i < c->count[side]; i++) {
        uint32_t apart = answer_apart(r, &a->move, &c->moves[side][i]);
        if (apart >= a->left) {
            a->best = c->moves[side][i];
            a->left = apart;
            a->stays = false;
        }
    }
}

static size_t different(const struct class_move *m, size_t n)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += !i || m[i].into != m[i - 1].into;
    return k;
}

/* The choice in which a side has a move without an answer and the other has the fewest moves. */
static bool choose(const struct class_moves moves[2], struct choice *best, int *best_side)
{
    size_t least = SIZE_MAX;
    for (size_t i = 0, k = 0; i < moves[0].count || k < moves[1].count;) {
        uint32_t a = i < moves[0].count ? move_label(moves[0].items[i]) : UINT32_MAX;
        uint32_t b = k < moves[1].count ? move_label(moves[1].items[k]) : UINT32_MAX, label = a < b ? a : b;
        struct choice c = {{moves[0].items + i, moves[1].items + k},
                           {by_label(&moves[0], i, label), by_label(&moves[1], k, label)}};
        for (int side = 0; side < 2; side++) {
            size_t cost = different(c.moves[!side], c.count[!side]);
            if (cost < least && unanswered(&c, side, 0) < c.count[side]) {
                least = cost;
                *best = c;
                *best_side = side;
            }
        }
        i += c.count[0];
        k += c.count[1];
    }
    return least != SIZE_MAX;
}

static bool find_attack(struct rounds *r, uint32_t p, uint32_t q, struct attack *best, uint64_t *work)
{
    struct class_moves moves[2] = {{0}};
    struct choice c;
    int side;
    uint32_t apart = compare_rounds_apart(r, p, q), tried = 0;
    *best = (struct attack){.round = apart};
    if (!apart || apart == UINT32_MAX)
        return false;
    compare_rounds_moves(r, p, q, apart, moves);
    *work += moves[0].count + moves[1].count;
    bool found = choose(moves, &c, &side);
    for (size_t i = 0; found && (i = unanswered(&c, side, i)) < c.count[side]; i++) {
        struct attack a = {.by_second = side, .round = apart, .move = c.moves[side][i]};
        judge(r, &a, &c, side ? p : q);
        *work += c.count[!side];
        if (!tried++ || a.left < best->left)
            *best = a;
        if (tried == MOST_CANDIDATES || tried * c.count[!side] > MOST_JUDGED || !best->left)
            break;
    }
    for (size_t i = 0; found && i < c.count[!side]; i++)
        vec_push(&best->answers, c.moves[!side][i]);
    vec_free(&moves[0]);
    vec_free(&moves[1]);
    if (found)
        return true;
    compare_attack_free(best);
    return false;
}

bool compare_attack_find(struct rounds *r, uint32_t p, uint32_t q, struct attack *best)
{
    uint64_t work = 0;
    return find_attack(r, p, q, best, &work);
}

void compare_attack_free(struct attack *a)
{
    vec_free(&a->answers);
}

/* ---- formulas ---------------------------------------------------------------------------------------------------- */

formula compare_formula_of_colours(struct formulas *f, const struct graph *g, uint32_t p, uint32_t q)
{
    const uint8_t *a = g->valuation + (size_t)g->colour[p] * g->props;
    const uint8_t *b = g->valuation + (size_t)g->colour[q] * g->props;
    uint32_t i = 0;
    while (a[i] == b[i])
        i++;
    const char *name = g->prop_name[i];
    if (a[i] == LTS_TRUE)
        return compare_formula_proposition(f, name, false);
    if (b[i] == LTS_TRUE)
        return compare_formula_not(f, compare_formula_proposition(f, name, false));
    formula maybe = compare_formula_proposition(f, name, true);
    return a[i] == LTS_MAYBE ? maybe : compare_formula_not(f, maybe);
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
    struct rounds *r = m->r;
    struct VEC(struct other) list = {0};
    bool fine = true;
    for (size_t i = 0; i < others->count && fine; i++) {
        uint32_t apart = compare_rounds_apart(r, p, others->items[i]);
        fine = apart < limit;
        if (fine) {
            struct other o = {apart, compare_rounds_class(r, others->items[i], apart), others->items[i]};
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
    formula f = compare_formula_and(&m->f, parts->items, parts->count);
    vec_free(parts);
    return f;
}

/* Branching: an answer that leads to the class to which the attack leads starts from another; what is true of the
 * start of the attack only tells them apart. Of the other answers, what is true of the end. To do nothing answers a
 * silent step, too, where the other stands and wherever silent steps lead it. */
static formula tell_via(struct maker *m, uint32_t other, const struct attack *a)
{
    const struct graph *q = m->r->q;
    struct u32s starts = {0}, ends = {0};
    struct formula_list at = {0}, then = {0};
    uint32_t label = move_label(a->move);
    for (size_t i = 0; i < a->answers.count; i++) {
        const struct class_move *answer = &a->answers.items[i];
        if (compare_rounds_apart(m->r, a->move.to, answer->to) < a->round) {
            vec_push(&ends, answer->to);
            continue;
        }
        vec_push(&starts, answer->from);
        if (label == GRAPH_SILENT)
            vec_push(&starts, answer->to);
    }
    if (label == GRAPH_SILENT)
        vec_push(&ends, other);
    m->failed |=
        !tell_from(m, a->move.to, &ends, a->round, &then) || !tell_from(m, a->move.from, &starts, a->round, &at);
    vec_free(&starts);
    vec_free(&ends);
    formula here = all_of(m, &at), there = all_of(m, &then);
    if (label == q->labels)
        return compare_formula_forever(&m->f, there);
    return compare_formula_via(&m->f, here, q->name[label], label == GRAPH_SHOWN, there);
}

static formula tell_step(struct maker *m, const struct attack *a)
{
    const struct graph *q = m->r->q;
    struct u32s targets = {0};
    struct formula_list then = {0};
    uint32_t label = move_label(a->move);
    for (size_t i = 0; i < a->answers.count; i++)
        vec_push(&targets, a->answers.items[i].to);
    m->failed |= !tell_from(m, a->move.to, &targets, a->round, &then);
    vec_free(&targets);
    formula f = all_of(m, &then);
    if (m->modality == MODALITY_STRONG)
        return compare_formula_step(&m->f, LTS_F_STEP, q->name[label], false, f);
    if (m->modality == MODALITY_VIA)
        return compare_formula_via(&m->f, compare_formula_true(&m->f), q->name[label], label == GRAPH_SHOWN, f);
    if (label == q->labels)
        return compare_formula_forever(&m->f, f);
    return compare_formula_step(&m->f, LTS_F_WEAK_STEP, q->name[label], label == GRAPH_SHOWN, f);
}

/* True of p and false of q, and of their whole classes in the round in which they are apart. */
static formula make_apart(struct maker *m, uint32_t p, uint32_t q, uint32_t apart)
{
    struct attack a;
    if (!apart)
        return compare_formula_of_colours(&m->f, m->r->q, p, q);
    if (!find_attack(m->r, p, q, &a, &m->work)) {
        m->failed = true;
        return compare_formula_true(&m->f);
    }
    formula f = m->r->kind == ROUNDS_BRANCHING ? tell_via(m, a.by_second ? p : q, &a) : tell_step(m, &a);
    compare_attack_free(&a);
    return a.by_second ? compare_formula_not(&m->f, f) : f;
}

static formula tell_apart(struct maker *m, uint32_t p, uint32_t q)
{
    struct rounds *r = m->r;
    uint32_t apart = compare_rounds_apart(r, p, q), id;
    uint64_t x = compare_rounds_class(r, p, apart), y = compare_rounds_class(r, q, apart);
    m->failed |= m->work > MOST_WORK;
    if (m->failed)
        return compare_formula_true(&m->f);
    if (base_map64_get(&m->made, x << 32 | y, &id))
        return m->f.all.items[id];
    if (base_map64_get(&m->made, y << 32 | x, &id))
        return compare_formula_not(&m->f, m->f.all.items[id]);
    formula f = make_apart(m, p, q, apart);
    base_map64_put(&m->made, x << 32 | y, f->id);
    return f;
}

/* A formula of least depth that is true of root[0] and false of root[1], which are apart, into x->out. It stays NULL
 * where it would be too large to make. */
static void formula_of_rounds(struct compare *x, struct rounds *r, enum modality modality)
{
    struct maker m = {.r = r, .modality = modality};
    const uint32_t *root = r->q->root;
    x->out->formula_depth = compare_rounds_apart(r, root[0], root[1]);
    if (x->out->formula_depth > DEEPEST_FORMULA)
        return;
    compare_formulas_init(&m.f, x->out->arena);
    formula f = tell_apart(&m, root[0], root[1]);
    if (!m.failed) {
        x->out->formula = f;
        x->out->formula_depth = f->depth;
    }
    compare_formulas_free(&m.f);
    base_map64_free(&m.made);
}

/* ---- how the initial states are distinguished -------------------------------------------------------------------- */

static enum rounds_kind kind_of(enum lts_relation relation)
{
    if (relation == LTS_STRONG || relation == LTS_TAU_STAR)
        return ROUNDS_STRONG;
    return relation == LTS_WEAK || relation == LTS_DPWEAK ? ROUNDS_WEAK : ROUNDS_BRANCHING;
}

enum status compare_rounds(struct compare *x, const struct classes *k, uint32_t depth, struct told *t, struct diag *d)
{
    enum lts_relation relation = x->relation;
    enum rounds_kind kind = kind_of(relation);
    const bool *loops = relation == LTS_DPBRANCHING || relation == LTS_DPWEAK ? k->loops : NULL;
    const struct graph *q = &k->q;
    *t = (struct told){0};
    if (depth != UINT32_MAX) {
        compare_ball_make(&t->ball, q, loops, depth, kind != ROUNDS_STRONG);
        q = &t->ball.h;
        loops = t->ball.loops;
    }
    compare_rounds_init(&t->rounds, q, loops, kind, t->ball.level, depth, x->c);
    return compare_rounds_separate(&t->rounds, q->root[0], q->root[1], &t->apart, d);
}

static enum modality modality_of(enum lts_relation r)
{
    return r == LTS_STRONG ? MODALITY_STRONG : r == LTS_WEAK || r == LTS_DPWEAK ? MODALITY_WEAK : MODALITY_VIA;
}

/* The trace that was found, as a formula: it is of as many modalities as the trace has letters. */
static void formula_of_trace(struct compare *x)
{
    const bool weak = x->relation != LTS_STRONG;
    const enum modality modality = modality_of(x->relation);
    struct formulas f;
    compare_formulas_init(&f, x->out->arena);
    formula rest = compare_formula_true(&f);
    for (size_t i = x->steps.count; i--;) {
        const char *label = x->steps.items[i].label;
        if (weak && !strcmp(label, x->g.name[GRAPH_SILENT]))
            continue;
        rest = modality == MODALITY_VIA
                   ? compare_formula_via(&f, compare_formula_true(&f), label, false, rest)
                   : compare_formula_step(&f, modality == MODALITY_WEAK ? LTS_F_WEAK_STEP : LTS_F_STEP, label, false,
                                          rest);
    }
    x->out->formula = x->out->only_in ? compare_formula_not(&f, rest) : rest;
    x->out->formula_depth = x->letters;
    compare_formulas_free(&f);
}

void compare_tell(struct compare *x, struct told *t)
{
    uint64_t given = x->c ? x->c->max_memory : 0;
    const uint32_t *root = t->rounds.q->root;
    if (t->apart && x->out->is_trace && !x->program && !x->g.colour && x->letters <= DEEPEST_FORMULA &&
        compare_rounds_apart(&t->rounds, root[0], root[1]) == x->letters)
        formula_of_trace(x);
    else if (t->apart)
        formula_of_rounds(x, &t->rounds, modality_of(x->relation));
    else
        x->out->no_formula = arena_printf(
            x->out->arena,
            "there is no formula, for to find one takes more than %llu MB of memory; --max-memory=%lluM allows more",
            (unsigned long long)(t->rounds.most_bytes >> 20),
            (unsigned long long)((given ? 2 * given : 4 * ROUNDS_BYTES) >> 20));
}

void compare_told_free(struct told *t)
{
    if (t->rounds.q)
        compare_rounds_free(&t->rounds);
    compare_ball_free(&t->ball);
    *t = (struct told){0};
}
