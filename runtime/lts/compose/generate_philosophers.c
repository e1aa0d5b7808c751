/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dining philosophers: the reachable states are the words round the table in which no two neighbours hold one fork, but
 * the last one in order, where all have put down the left fork: who was the last of them to hold both?
 *
 * Invariant: a state's number is the rank of its word in lexicographic order. How many words go on from a place is a
 * power of the matrix that says who may sit left of whom, so that rank and word follow from each other by sums.
 */
#include "runtime/lts/compose/generate.h"

enum { THINKS, HUNGRY, HAS_LEFT, EATS, HAS_RIGHT, STATES, MOST = 15 };

struct table {
    uint64_t n;
    uint64_t ways[MOST + 1][STATES][STATES];      /* [k][a][b]: words of k steps from a to b */
    uint64_t below[MOST][STATES][STATES][STATES]; /* [place][first][before][c]: words with less than c there */
};
struct word {
    uint8_t at[MOST];
};

static bool may_sit(int left, int right)
{
    return !((left == EATS || left == HAS_RIGHT) && (right == HAS_LEFT || right == EATS));
}

static void fill_ways(struct table *t)
{
    for (int a = 0; a < STATES; a++)
        t->ways[0][a][a] = 1;
    for (uint64_t k = 1; k <= t->n; k++)
        for (int a = 0; a < STATES; a++)
            for (int c = 0; c < STATES; c++)
                for (int b = 0; b < STATES && may_sit(a, c); b++)
                    t->ways[k][a][b] += t->ways[k - 1][c][b];
}

/* Words that have c at `place` behind `before`, when `first` is the first letter: 0 when they cannot be neighbours. */
static uint64_t words_with(const struct table *t, uint64_t place, int first, int before, int c)
{
    if (place == 0)
        return t->ways[t->n][c][c];
    return may_sit(before, c) ? t->ways[t->n - place][c][first] : 0;
}

static void fill_below(struct table *t)
{
    for (uint64_t place = 0; place < t->n; place++)
        for (int first = 0; first < STATES; first++)
            for (int before = 0; before < STATES; before++)
                for (int c = 1; c < STATES; c++)
                    t->below[place][first][before][c] =
                        t->below[place][first][before][c - 1] + words_with(t, place, first, before, c - 1);
}

static uint64_t rank(const struct table *t, const struct word *w)
{
    uint64_t sum = t->below[0][0][0][w->at[0]];
    for (uint64_t i = 1; i < t->n; i++)
        sum += t->below[i][w->at[0]][w->at[i - 1]][w->at[i]];
    return sum;
}

static struct word word_of(const struct table *t, uint64_t number)
{
    struct word w = {{0}};
    for (uint64_t i = 0; i < t->n; i++) {
        const uint64_t *below = t->below[i][i ? w.at[0] : 0][i ? w.at[i - 1] : 0];
        int c = STATES - 1;
        while (below[c] > number || !words_with(t, i, w.at[0], i ? w.at[i - 1] : 0, c))
            c--;
        w.at[i] = (uint8_t)c;
        number -= below[c];
    }
    return w;
}

/* Moves of one philosopher in all words: those of any other are as many. */
static uint64_t moves_of_one(const struct table *t)
{
    uint64_t sum = 0;
    for (int c = 0; c < STATES; c++)
        if (c != HUNGRY && c != HAS_LEFT)
            sum += t->ways[t->n][c][c];
    for (int other = 0; other < STATES; other++) {
        if (other != EATS && other != HAS_RIGHT) /* the left neighbour leaves the fork alone */
            sum += t->ways[t->n - 1][HUNGRY][other];
        if (other != HAS_LEFT && other != EATS)
            sum += t->ways[t->n - 1][other][HAS_LEFT];
    }
    return sum;
}

enum status compose_prepare_philosophers(struct lts_generator *g, struct diag *d)
{
    (void)d;
    struct table *t = ARENA_NEW(g->arena, struct table);
    t->n = g->value[0];
    fill_ways(t);
    fill_below(t);
    g->own = t;
    for (int c = 0; c < STATES; c++)
        g->states += t->ways[t->n][c][c];
    g->states--;
    g->transitions = t->n * (moves_of_one(t) - 1);
    for (uint64_t i = 0; i < t->n; i++)
        compose_generate_label(g, "eat(%llu)", (unsigned long long)i);
    for (uint64_t i = 0; i < t->n; i++)
        compose_generate_label(g, "think(%llu)", (unsigned long long)i);
    return ST_OK;
}

static bool can_move(const struct table *t, const struct word *w, uint64_t i)
{
    int left = w->at[(i + t->n - 1) % t->n], right = w->at[(i + 1) % t->n];
    if (w->at[i] == HUNGRY)
        return left != EATS && left != HAS_RIGHT;
    return w->at[i] != HAS_LEFT || (right != HAS_LEFT && right != EATS);
}

void compose_emit_philosophers(struct lts_generator *g, uint64_t state)
{
    const struct table *t = g->own;
    struct word w = word_of(t, state);
    for (uint64_t i = 0; i < t->n; i++) {
        if (!can_move(t, &w, i))
            continue;
        int now = w.at[i];
        uint64_t label = now == HAS_LEFT ? 1 + i : now == HAS_RIGHT ? 1 + t->n + i : LTS_TAU;
        w.at[i] = (uint8_t)((now + 1) % STATES);
        emit_transition(g, state, (uint32_t)label, rank(t, &w));
        w.at[i] = (uint8_t)now;
    }
}
