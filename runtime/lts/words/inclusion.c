/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Inclusion by antichains: M. De Wulf, L. Doyen, T. Henzinger and J.-F. Raskin, "Antichains: a new algorithm for
 * checking universality of finite automata" (2006). Breadth first over pairs of a state of `a` and the set of states
 * that `b` can be in after the same word. A pair is left out when its state was seen with a subset of its set, which
 * shows at least as much with a word at most as long, and when the state is in the set itself, below which nothing can
 * be missing. Only the states of the right hand side are determinised, and of those only what no pair is below.
 */
#include "runtime/lts/words/inclusion.h"

struct pair {
    uint32_t state, set, parent;
    struct letter by;
    bool silent; /* by a silent step, which is no letter */
};

/* A set that a state was seen with; lists by state. */
struct seen {
    uint32_t set, next;
};

struct search {
    const struct inclusion_question *how;
    struct sets sets;
    struct VEC(struct pair) pairs;
    struct VEC(struct seen) seen;
    uint32_t *head;      /* by state: its list in `seen`, + 1 */
    struct u64s filter;  /* by set: its members' bits, folded */
    struct u32s step_at; /* by set: where its steps begin in `steps`, + 1; 0: not known */
    struct set_steps steps, fresh;
    struct u32s step_end;
    uint64_t work;  /* members looked at */
    uint32_t found; /* the pair that shows the difference, or LTS_NONE */
};

void words_word_free(struct word *w)
{
    free(w->letters);
    vec_free(&w->refused);
    *w = (struct word){0};
}

static uint64_t filter_of(struct search *x, uint32_t set)
{
    while (x->filter.count <= set) {
        size_t n;
        uint64_t bits = 0;
        const uint32_t *m = words_sets_members(&x->sets, (uint32_t)x->filter.count, &n);
        for (size_t i = 0; i < n; i++)
            bits |= (uint64_t)1 << (hash_u64(m[i]) & 63);
        vec_push(&x->filter, bits);
    }
    return x->filter.items[set];
}

static bool is_subset(struct search *x, uint32_t small, uint32_t large)
{
    size_t n, m, j = 0;
    if (small == large)
        return true;
    if (filter_of(x, small) & ~filter_of(x, large))
        return false;
    const uint32_t *s = words_sets_members(&x->sets, small, &n), *l = words_sets_members(&x->sets, large, &m);
    if (n > m)
        return false;
    x->work += n;
    for (size_t i = 0; i < n; i++, j++) {
        while (j < m && l[j] < s[i])
            j++;
        if (j == m || l[j] != s[i])
            return false;
    }
    return true;
}

/* Whether the pair is below one seen before; else it is listed, and those below it are taken out of the list. */
static bool is_covered(struct search *x, uint32_t state, uint32_t set)
{
    for (uint32_t i = x->head[state]; i; i = x->seen.items[i - 1].next, x->work++)
        if (is_subset(x, x->seen.items[i - 1].set, set))
            return true;
    uint32_t *link = &x->head[state];
    while (*link) {
        struct seen *s = &x->seen.items[*link - 1];
        if (is_subset(x, set, s->set))
            *link = s->next;
        else
            link = &s->next;
    }
    struct seen s = {set, x->head[state]};
    vec_push(&x->seen, s);
    x->head[state] = (uint32_t)x->seen.count;
    return false;
}

/* ---- refusals ---------------------------------------------------------------------------------------------------- */

static bool is_stable(const struct search *x, uint32_t s)
{
    const struct graph *g = x->how->g;
    return !x->how->weak || g->first[s] == g->first[s + 1] || g->label[g->first[s]] != GRAPH_SILENT;
}

/* Whether q can do no more labels than p. */
static bool offers_less(const struct graph *g, uint32_t q, uint32_t p)
{
    uint64_t j = g->first[p], end = g->first[p + 1];
    for (uint64_t t = g->first[q]; t < g->first[q + 1]; t++) {
        while (j < end && g->label[j] < g->label[t])
            j++;
        if (j == end || g->label[j] != g->label[t])
            return false;
    }
    return true;
}

/* Whether the state refuses what no member of the set does. */
static bool refuses_more(const struct search *x, uint32_t state, uint32_t set)
{
    const struct graph *g = x->how->g;
    size_t n;
    const uint32_t *m = words_sets_members(&x->sets, set, &n);
    if (x->how->what == OBSERVE_TRACES || !is_stable(x, state) ||
        (x->how->what == OBSERVE_COMPLETED && g->first[state] != g->first[state + 1]))
        return false;
    for (size_t i = 0; i < n; i++)
        if (offers_less(g, m[i], state)) /* one that is not stable offers a silent step, which `state` does not */
            return false;
    return true;
}

static bool offers(const struct graph *g, uint32_t s, uint32_t label)
{
    for (uint64_t t = g->first[s]; t < g->first[s + 1] && g->label[t] <= label; t++)
        if (g->label[t] == label)
            return true;
    return false;
}

/* A small set of labels of which each stable member of the set can do one, and the state none: from each member not
 * yet hit, the label that hits most of the others. */
static void choose_refused(const struct search *x, uint32_t state, uint32_t set, struct u32s *out)
{
    const struct graph *g = x->how->g;
    size_t n;
    const uint32_t *m = words_sets_members(&x->sets, set, &n);
    for (size_t i = 0; i < n; i++) {
        bool hit = !is_stable(x, m[i]);
        for (size_t k = 0; k < out->count && !hit; k++)
            hit = offers(g, m[i], out->items[k]);
        uint32_t best = LTS_NONE;
        size_t most = 0;
        for (uint64_t t = g->first[m[i]]; t < g->first[m[i] + 1] && !hit; t++) {
            size_t hits = 0;
            if (offers(g, state, g->label[t]) || g->label[t] == best)
                continue;
            for (size_t k = i; k < n; k++)
                hits += is_stable(x, m[k]) && offers(g, m[k], g->label[t]);
            if (hits > most) {
                most = hits;
                best = g->label[t];
            }
        }
        if (!hit)
            vec_push(out, best);
    }
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

static void add_pair(struct search *x, uint32_t state, uint32_t set, uint32_t parent, struct letter by, bool silent)
{
    if (words_sets_contain(&x->sets, set, state) || is_covered(x, state, set))
        return;
    struct pair p = {state, set, parent, by, silent};
    vec_push(&x->pairs, p);
    size_t n;
    words_sets_members(&x->sets, set, &n);
    if (x->found == LTS_NONE && (!n || refuses_more(x, state, set)))
        x->found = (uint32_t)x->pairs.count - 1;
}

/* The steps of a set, made once. */
static void know_steps(struct search *x, uint32_t set)
{
    while (x->step_at.count <= set) {
        vec_push(&x->step_at, 0);
        vec_push(&x->step_end, 0);
    }
    if (x->step_at.items[set])
        return;
    words_sets_expand(&x->sets, set, &x->fresh);
    x->work += x->sets.moves.count * 8; /* they are sorted */
    x->step_at.items[set] = (uint32_t)x->steps.count + 1;
    for (size_t i = 0; i < x->fresh.count; i++)
        vec_push(&x->steps, x->fresh.items[i]);
    x->step_end.items[set] = (uint32_t)x->steps.count + 1;
}

static uint32_t step_of(const struct search *x, uint32_t set, struct letter by, uint32_t nothing)
{
    uint32_t low = x->step_at.items[set] - 1, high = x->step_end.items[set] - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        struct letter l = x->steps.items[middle].letter;
        if (l.label == by.label && l.colour == by.colour)
            return x->steps.items[middle].set;
        if (l.label < by.label || (l.label == by.label && l.colour < by.colour))
            low = middle + 1;
        else
            high = middle;
    }
    return nothing;
}

static void follow_silent(struct search *x, uint32_t at)
{
    const struct graph *g = x->how->g;
    struct pair p = x->pairs.items[at];
    for (uint64_t t = g->first[p.state]; t < g->first[p.state + 1] && g->label[t] == GRAPH_SILENT; t++)
        add_pair(x, g->target[t], p.set, at, (struct letter){0}, true);
}

static void follow_letters(struct search *x, uint32_t at, uint32_t nothing)
{
    const struct graph *g = x->how->g;
    struct pair p = x->pairs.items[at];
    know_steps(x, p.set);
    for (uint64_t t = g->first[p.state]; t < g->first[p.state + 1] && x->found == LTS_NONE; t++) {
        struct letter by = {g->label[t], g->colour ? g->colour[g->target[t]] : 0};
        if (!x->how->weak || by.label != GRAPH_SILENT)
            add_pair(x, g->target[t], step_of(x, p.set, by, nothing), at, by, false);
    }
}

static enum status check_budget(const struct search *x, const struct lts_control *c, struct diag *d)
{
    static const char *const what[] = {"traces", "completed traces", "failures"};
    uint64_t bytes =
        x->sets.bytes + x->pairs.capacity * sizeof *x->pairs.items + x->steps.capacity * sizeof *x->steps.items;
    if (x->pairs.count > control_states(c) || words_sets_count(&x->sets) > control_states(c))
        return diag_set(
            d, ST_LIMIT, (struct place){0},
            "comparing the %s takes more than %u sets of states; a higher limit (--max-states) may do, or a "
            "bisimulation, which implies equal %s and costs little",
            what[x->how->what], control_states(c), what[x->how->what]);
    if (x->how->work && x->work > x->how->work)
        return diag_set(d, ST_LIMIT, (struct place){0}, "comparing the %s takes too long", what[x->how->what]);
    if (c && c->max_memory && bytes > c->max_memory)
        return lts_control_memory(c, bytes, "comparing sets of states", d);
    return control_stops(c) ? lts_control_stopped(d) : ST_OK;
}

static void spell(const struct search *x, uint32_t at, struct word *word)
{
    size_t n = 0;
    for (uint32_t p = at; p; p = x->pairs.items[p].parent)
        n += !x->pairs.items[p].silent;
    word->letters = base_mem_alloc(n * sizeof *word->letters);
    word->count = n;
    for (uint32_t p = at; p; p = x->pairs.items[p].parent)
        if (!x->pairs.items[p].silent)
            word->letters[--n] = x->pairs.items[p].by;
}

/* All pairs of one length: first what silent steps add to it, then the letters. */
static enum status search_levels(struct search *x, uint32_t nothing, const struct lts_control *c, struct diag *d)
{
    enum status st = ST_OK;
    enum { PAIRS_BETWEEN_QUESTIONS = 256, WORK_BETWEEN_QUESTIONS = 1 << 22 };
    uint32_t begin = 0, end, pairs = 0;
    uint64_t asked = 0;
    for (uint32_t length = 0; begin < x->pairs.count && x->found == LTS_NONE && !st; length++) {
        for (uint32_t i = begin; x->how->weak && i < x->pairs.count && x->found == LTS_NONE; i++)
            follow_silent(x, i);
        end = (uint32_t)x->pairs.count;
        if (length == x->how->letters)
            break;
        for (uint32_t i = begin; i < end && x->found == LTS_NONE && !st; i++) {
            follow_letters(x, i, nothing);
            if (++pairs < PAIRS_BETWEEN_QUESTIONS && x->work - asked < WORK_BETWEEN_QUESTIONS)
                continue;
            pairs = 0;
            asked = x->work;
            st = check_budget(x, c, d);
        }
        begin = end;
    }
    return st;
}

enum status words_inclusion_fails(const struct inclusion_question *how, const struct lts_control *c, struct word *word,
                                  bool *fails, struct diag *d)
{
    struct search x = {.how = how, .found = LTS_NONE};
    *word = (struct word){0};
    words_sets_init(&x.sets, how->g, how->weak);
    x.head = base_mem_zalloc(how->g->states * sizeof *x.head);
    uint32_t nothing = words_sets_empty(&x.sets);
    add_pair(&x, how->a, words_sets_single(&x.sets, how->b), 0, (struct letter){0}, false);
    enum status st = search_levels(&x, nothing, c, d);
    *fails = !st && x.found != LTS_NONE;
    if (*fails) {
        struct pair p = x.pairs.items[x.found];
        spell(&x, x.found, word);
        word->state = p.state;
        word->refuses = p.set != nothing;
        if (word->refuses)
            choose_refused(&x, p.state, p.set, &word->refused);
    }
    words_sets_free(&x.sets);
    free(x.head);
    vec_free(&x.pairs);
    vec_free(&x.seen);
    vec_free(&x.filter);
    vec_free(&x.step_at);
    vec_free(&x.step_end);
    vec_free(&x.steps);
    vec_free(&x.fresh);
    return st;
}
