/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The shortest trace that only one of two states has, where determinisation is cheap: breadth first over the pairs of
 * sets of states that one word leads to. Words of one length are tried in ascending order of letters, and nothing is
 * to be found behind a pair of equal sets. Beside antichains (inclusion.c) for large sets that are nearly the same:
 * these are compared once for each word, there once for each state that the word leads to.
 */
#include "runtime/lts/words/inclusion.h"

struct set_pair {
    uint32_t set[2], parent;
    struct letter by;
};

struct search {
    struct sets sets;
    struct VEC(struct set_pair) pairs;
    struct map64 seen; /* of two sets */
    struct set_steps steps[2];
    uint64_t work;
};

static int letter_order(struct letter a, struct letter b)
{
    if (a.label != b.label)
        return a.label < b.label ? -1 : 1;
    return a.colour < b.colour ? -1 : a.colour > b.colour;
}

static void add_pair(struct search *x, uint32_t a, uint32_t b, uint32_t parent, struct letter by)
{
    uint32_t known;
    if (a == b || base_map64_get(&x->seen, (uint64_t)a << 32 | b, &known))
        return;
    base_map64_put(&x->seen, (uint64_t)a << 32 | b, 1);
    vec_push(&x->pairs, ((struct set_pair){{a, b}, parent, by}));
}

/* Follows all letters from a pair; true when one of them is possible on one side only. */
static bool follow(struct search *x, uint32_t at, struct letter *last, int *side)
{
    struct set_pair p = x->pairs.items[at];
    size_t i[2] = {0};
    for (int k = 0; k < 2; k++) {
        words_sets_expand(&x->sets, p.set[k], &x->steps[k]);
        x->work += x->sets.moves.count;
    }
    while (i[0] < x->steps[0].count || i[1] < x->steps[1].count) {
        const struct set_step *a = x->steps[0].items + i[0], *b = x->steps[1].items + i[1];
        int order = i[0] == x->steps[0].count ? 1 : i[1] == x->steps[1].count ? -1 : letter_order(a->letter, b->letter);
        if (order) {
            *side = order > 0;
            *last = *side ? b->letter : a->letter;
            return true;
        }
        add_pair(x, a->set, b->set, at, a->letter);
        i[0]++;
        i[1]++;
    }
    return false;
}

static void spell(const struct search *x, uint32_t at, struct letter last, struct word *word)
{
    size_t n = 1;
    for (uint32_t p = at; p; p = x->pairs.items[p].parent)
        n++;
    word->letters = base_mem_alloc(n * sizeof *word->letters);
    word->count = n;
    word->letters[--n] = last;
    for (uint32_t p = at; p; p = x->pairs.items[p].parent)
        word->letters[--n] = x->pairs.items[p].by;
}

/* Whether it may go on: within the work, and a quarter of the memory allowed. */
static bool within_limits(const struct search *x, uint64_t most_work, const struct lts_control *c)
{
    uint64_t bytes = x->sets.bytes + x->pairs.capacity * sizeof *x->pairs.items;
    return x->work <= most_work && (!c || !c->max_memory || bytes <= c->max_memory / 4);
}

enum status words_traces_differ(const struct graph *g, uint32_t a, uint32_t b, bool weak, uint64_t most_work,
                                const struct lts_control *c, struct word *word, bool *known, bool *differ,
                                struct diag *d)
{
    struct search x = {.work = 0};
    enum status st = ST_OK;
    struct letter last = {0};
    *word = (struct word){0};
    *differ = false;
    words_sets_init(&x.sets, g, weak);
    a = words_sets_single(&x.sets, a);
    b = words_sets_single(&x.sets, b);
    add_pair(&x, a, b, 0, last);
    uint32_t at = 0;
    for (; at < x.pairs.count && !*differ && within_limits(&x, most_work, c) && !st; at++) {
        *differ = follow(&x, at, &last, &word->side);
        st = control_stops(c) ? lts_control_stopped(d) : ST_OK;
    }
    *known = *differ || at == x.pairs.count;
    if (*differ)
        spell(&x, at - 1, last, word);
    words_sets_free(&x.sets);
    vec_free(&x.pairs);
    base_map64_free(&x.seen);
    vec_free(&x.steps[0]);
    vec_free(&x.steps[1]);
    return st;
}
