/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which state of the one system seems to be which of the other, for systems that were one before somebody changed it.
 *
 * Somebody who changed a file by hand or renamed labels left most numbers as they were; else what is equal is sought
 * from the initial states on: steps of twins by one label lead to twins, those before others that can do the same for
 * some steps. That is a guess, told by hashes, which nothing has to rely on.
 */
#include "runtime/base/sorted.h"
#include "runtime/lts/compare/alike.h"

/* How many steps ahead hashes see. */
enum { FAR_AHEAD = 8, NEAR_AHEAD = 2 };

/* The state of the same number in the other system, for those below or above the split. */
static void find_by_number(const struct graph *g, uint32_t *twin)
{
    struct u32s second = {0};
    for (uint32_t s = g->split; s < g->states; s++) {
        while (second.count <= g->old[s])
            vec_push(&second, LTS_NONE);
        second.items[g->old[s]] = s;
    }
    for (uint32_t s = 0; s < g->split; s++) {
        uint32_t other = g->old[s] < second.count ? second.items[g->old[s]] : LTS_NONE;
        twin[s] = other;
        if (other != LTS_NONE)
            twin[other] = s;
    }
    vec_free(&second);
}

/* Whether the initial states are twins, and most steps of twins have the same labels. */
static bool numbers_fit(const struct graph *g, const uint32_t *twin)
{
    uint32_t fit = 0;
    if (twin[g->root[0]] != g->root[1])
        return false;
    for (uint32_t s = 0; s < g->split; s++) {
        uint32_t other = twin[s];
        if (other == LTS_NONE || g->first[s + 1] - g->first[s] != g->first[other + 1] - g->first[other])
            continue;
        uint64_t t = g->first[s], u = g->first[other];
        while (t < g->first[s + 1] && g->label[t] == g->label[u] && twin[g->target[t]] == g->target[u])
            t++, u++;
        fit += t == g->first[s + 1];
    }
    return fit >= g->split / 2;
}

/* ---- by what they can do ----------------------------------------------------------------------------------------- */

struct match {
    const struct graph *g;
    uint32_t *twin;
    uint64_t *ahead;   /* by state: hashes of what can be done in a few steps, the far one above the near one */
    struct u32s queue; /* of the first system: matched, with successors to match */
    struct u64s steps[2];
};

static void look_ahead(struct match *m)
{
    const struct graph *g = m->g;
    uint64_t *now = mem_zalloc(g->states * sizeof *now), *next = mem_alloc(g->states * sizeof *next);
    for (int round = 0; round < FAR_AHEAD; round++) {
        for (uint32_t s = 0; s < g->states; s++) {
            uint64_t sum = 0;
            for (uint64_t t = g->first[s]; t < g->first[s + 1]; t++)
                sum += hash_u64(now[g->target[t]] + g->label[t] + 1);
            next[s] = hash_u64(sum);
        }
        uint64_t *swap = now;
        now = next;
        next = swap;
        for (uint32_t s = 0; round + 1 == NEAR_AHEAD && s < g->states; s++)
            m->ahead[s] = (uint32_t)now[s];
    }
    for (uint32_t s = 0; s < g->states; s++)
        m->ahead[s] |= now[s] >> 32 << 32;
    free(now);
    free(next);
}

static void pair_up(struct match *m, uint32_t s, uint32_t other)
{
    m->twin[s] = other;
    m->twin[other] = s;
    vec_push(&m->queue, s);
}

/* Matches the steps whose keys are equal, and leaves the others. Keys are above the targets; both lists ascend. */
static void match_equal(struct match *m)
{
    struct u64s *a = &m->steps[0], *b = &m->steps[1];
    size_t kept[2] = {0}, i = 0, k = 0;
    while (i < a->count && k < b->count) {
        uint64_t x = a->items[i] >> 32, y = b->items[k] >> 32;
        if (x == y)
            pair_up(m, (uint32_t)a->items[i++], (uint32_t)b->items[k++]);
        else if (x < y)
            a->items[kept[0]++] = a->items[i++];
        else
            b->items[kept[1]++] = b->items[k++];
    }
    while (i < a->count)
        a->items[kept[0]++] = a->items[i++];
    while (k < b->count)
        b->items[kept[1]++] = b->items[k++];
    a->count = kept[0];
    b->count = kept[1];
}

/* Keys for those that are left; `shift` says which hash counts, 64: none. */
static void make_keys(struct match *m, int shift)
{
    for (int side = 0; side < 2; side++) {
        struct u64s *list = &m->steps[side];
        for (size_t i = 0; i < list->count; i++) {
            uint32_t s = (uint32_t)list->items[i];
            list->items[i] = (shift < 64 ? (uint64_t)(uint32_t)(m->ahead[s] >> shift) << 32 : 0) | s;
        }
        sort_u64(list->items, list->count);
    }
}

/* Takes a side's steps by the label, from *t on: their targets that have no twin yet. */
static void take_open(struct match *m, int side, uint64_t *t, uint64_t end, uint32_t label)
{
    const struct graph *g = m->g;
    m->steps[side].count = 0;
    while (*t < end && g->label[*t] < label)
        ++*t;
    for (; *t < end && g->label[*t] == label; ++*t)
        if (m->twin[g->target[*t]] == LTS_NONE)
            vec_push(&m->steps[side], g->target[*t]);
}

static void match_successors(struct match *m, uint32_t s)
{
    static const int shifts[] = {32, 0, 64};
    const struct graph *g = m->g;
    uint64_t t = g->first[s], u = g->first[m->twin[s]], end = g->first[s + 1], end_of_twin = g->first[m->twin[s] + 1];
    while (t < end) {
        uint32_t label = g->label[t];
        take_open(m, 0, &t, end, label);
        take_open(m, 1, &u, end_of_twin, label);
        for (size_t i = 0; i < sizeof shifts / sizeof *shifts && m->steps[0].count && m->steps[1].count; i++) {
            make_keys(m, shifts[i]);
            match_equal(m);
        }
    }
}

static void find_by_steps(const struct graph *g, uint32_t *twin)
{
    struct match m = {.g = g, .twin = twin, .ahead = mem_alloc(g->states * sizeof *m.ahead)};
    for (uint32_t s = 0; s < g->states; s++)
        twin[s] = LTS_NONE;
    look_ahead(&m);
    pair_up(&m, g->root[0], g->root[1]);
    for (size_t i = 0; i < m.queue.count; i++)
        match_successors(&m, m.queue.items[i]);
    free(m.ahead);
    vec_free(&m.queue);
    vec_free(&m.steps[0]);
    vec_free(&m.steps[1]);
}

uint32_t *twins_find(const struct graph *g)
{
    uint32_t *twin = mem_alloc(g->states * sizeof *twin);
    for (uint32_t s = 0; s < g->states; s++)
        twin[s] = LTS_NONE;
    find_by_number(g, twin);
    if (!numbers_fit(g, twin))
        find_by_steps(g, twin);
    return twin;
}
