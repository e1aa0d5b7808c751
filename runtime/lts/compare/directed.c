/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A shortest word that one of two systems has which are alike but for some rows, searched where those rows are.
 *
 * Best first (P. Hart, N. Nilsson and B. Raphael, "A formal basis for the heuristic determination of minimum cost
 * paths", 1968) over the pairs of inclusion.c: a state of one system, and the set of states in which the other can be
 * after the same word. As long as the state's twin is in the set, a word that tells them apart has to lead to a row
 * that is not the same. This estimate never falls by more than the letters made, so the first word found is a shortest
 * one. Among pairs of equal promise the latest goes first, so that a search without disappointments makes the sets of
 * one word only.
 */
#include "runtime/lts/compare/alike.h"

enum { LEAST_WORK = 10000000, WORK_PER_TRANSITION = 10 };

/* A pair to look at. The set of one reached by a letter is made when its turn comes, from that of its parent. */
struct candidate {
    uint32_t state, set, parent, letters, label;
    bool silent, made;
};

struct directed {
    const struct alike *alike;
    const struct graph *g;
    struct sets sets;
    struct VEC(struct candidate) all; /* 0: the beginning */
    struct VEC(struct u32s) waiting;  /* by promise: letters made and at least to be made */
    struct map64 seen;                /* state and set */
    struct map64 known;               /* set and label: the set that follows */
    uint32_t promise, most;           /* of those that are looked at now; the longest word asked for */
    uint64_t work;
};

static void wait_at(struct directed *x, uint32_t promise, uint32_t candidate)
{
    if (promise > x->most)
        return;
    while (x->waiting.count <= promise)
        vec_push(&x->waiting, (struct u32s){0});
    vec_push(&x->waiting.items[promise], candidate);
}

static size_t members(const struct directed *x, uint32_t set)
{
    return (size_t)(x->sets.start.items[set + 1] - x->sets.start.items[set]);
}

static uint32_t follow(struct directed *x, uint32_t set, uint32_t label)
{
    uint64_t key = (uint64_t)set << 32 | label;
    uint32_t to;
    if (map64_get(&x->known, key, &to))
        return to;
    to = sets_step(&x->sets, set, label);
    map64_put(&x->known, key, to);
    x->work += (members(x, set) + members(x, to)) * 8;
    return to;
}

/* Letters that are at least missing. */
static uint32_t missing(const struct directed *x, uint32_t state, uint32_t set)
{
    uint32_t twin = x->alike->twin[state];
    if (!members(x, set))
        return 0;
    return twin != LTS_NONE && sets_contain(&x->sets, set, twin) ? x->alike->least[state] : 1;
}

/* Where the row is its twin's and that is in the set, so are the twins of what follows. */
static void add_successor(struct directed *x, uint32_t at, uint64_t t, bool together)
{
    const struct graph *g = x->g;
    struct candidate p = x->all.items[at];
    bool silent = x->sets.weak && g->label[t] == GRAPH_SILENT;
    struct candidate n = {g->target[t], p.set, at, p.letters + !silent, g->label[t], silent, silent};
    uint32_t least = together ? x->alike->least[n.state] : silent ? missing(x, n.state, p.set) : 0;
    if (least == UINT32_MAX || n.letters + (uint64_t)least > x->most)
        return;
    wait_at(x, n.letters + least, (uint32_t)x->all.count);
    vec_push(&x->all, n);
}

/* True when the word of the candidate is one. */
static bool look(struct directed *x, uint32_t at)
{
    struct candidate *n = &x->all.items[at];
    uint32_t ignored, least;
    if (!n->made) {
        n->set = follow(x, x->all.items[n->parent].set, n->label);
        n->made = true;
    }
    if (!members(x, n->set))
        return true;
    least = missing(x, n->state, n->set);
    if (least == UINT32_MAX)
        return false;
    if (n->letters + least > x->promise) {
        wait_at(x, n->letters + least, at);
        return false;
    }
    uint64_t key = (uint64_t)n->state << 32 | n->set;
    if (map64_get(&x->seen, key, &ignored))
        return false;
    map64_put(&x->seen, key, 0);
    uint32_t state = n->state, twin = x->alike->twin[state];
    bool together = !x->alike->differs[state] && sets_contain(&x->sets, n->set, twin);
    x->work += x->g->first[state + 1] - x->g->first[state] + 4;
    for (uint64_t t = x->g->first[state + 1]; t-- > x->g->first[state];)
        add_successor(x, at, t, together);
    return false;
}

static void spell(const struct directed *x, uint32_t at, struct word *word)
{
    size_t n = x->all.items[at].letters;
    word->letters = mem_alloc(n * sizeof *word->letters);
    word->count = n;
    word->state = x->all.items[at].state;
    for (uint32_t i = at; i; i = x->all.items[i].parent)
        if (!x->all.items[i].silent)
            word->letters[--n] = (struct letter){x->all.items[i].label, 0};
}

static enum status check_budget(const struct directed *x, const struct lts_control *c, struct diag *d)
{
    uint64_t bytes = x->sets.member.capacity * sizeof(uint32_t) + x->all.capacity * sizeof *x->all.items +
                     (x->seen.mask + x->known.mask) * (sizeof(uint64_t) + sizeof(uint32_t));
    if (x->work > LEAST_WORK + WORK_PER_TRANSITION * graph_transitions(x->g) ||
        sets_count(&x->sets) > control_states(c) || x->all.count > UINT32_MAX / 2 ||
        (c && c->max_memory && bytes > c->max_memory / 2))
        return ST_LIMIT;
    return control_stops(c) ? control_stopped(d) : ST_OK;
}

enum status alike_word(const struct alike *alike, const struct graph *g, bool weak, uint32_t a, uint32_t letters,
                       const struct lts_control *c, struct word *word, bool *found, struct diag *d)
{
    struct directed x = {.alike = alike, .g = g, .most = letters};
    enum status st = ST_OK;
    uint32_t turns = 0;
    *found = false;
    *word = (struct word){0};
    sets_init(&x.sets, g, weak);
    struct candidate start = {.state = a, .set = sets_single(&x.sets, alike->twin[a]), .made = true};
    vec_push(&x.all, start);
    if (alike->least[a] != UINT32_MAX)
        wait_at(&x, alike->least[a], 0);
    for (x.promise = 0; x.promise < x.waiting.count && !*found && !st; x.promise++)
        while (x.waiting.items[x.promise].count && !*found && !st) {
            struct u32s *list = &x.waiting.items[x.promise];
            uint32_t at = list->items[--list->count];
            *found = look(&x, at);
            if (*found)
                spell(&x, at, word);
            else if (!(++turns & 63))
                st = check_budget(&x, c, d);
        }
    for (size_t i = 0; i < x.waiting.count; i++)
        vec_free(&x.waiting.items[i]);
    vec_free(&x.waiting);
    vec_free(&x.all);
    map64_free(&x.seen);
    map64_free(&x.known);
    sets_free(&x.sets);
    return st;
}
