/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What tells groups apart whose states can do the same: where a step leads that some have and others have not.
 *
 * Groups by labels were split by exactly that, so a difference always exists; a few steps are chosen greedily that tell
 * a group from as many others as they can.
 */
#include "runtime/lts/draw/draw.h"

#include <stdlib.h>

enum { MOST_DIFFERENCES = 3 };
static const uint64_t most_work = 200 * 1000 * 1000; /* comparisons of two bits: beyond, nothing is said */

struct table {
    uint64_t *ways; /* label class << 32 | group that it leads to, each once */
    size_t count;
    uint8_t *has; /* group * count + way: some state of the group goes that way */
};

static int by_word(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void make_table(struct table *t, const struct draw_way *ways, size_t count, uint32_t groups)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        t->ways[i] = (uint64_t)ways[i].label_class << 32 | ways[i].to;
    if (count > 1)
        qsort(t->ways, count, sizeof *t->ways, by_word);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || t->ways[i] != t->ways[i - 1])
            t->ways[kept++] = t->ways[i];
    t->count = kept;
    t->has = base_mem_zalloc((size_t)groups * kept + 1);
    for (size_t i = 0; i < count; i++) {
        uint64_t word = (uint64_t)ways[i].label_class << 32 | ways[i].to;
        const uint64_t *at = bsearch(&word, t->ways, kept, sizeof word, by_word);
        t->has[(size_t)ways[i].group * kept + (size_t)(at - t->ways)] = 1;
    }
}

/* Tells `group` from those in `alike` and takes them off that list. Returns how many are left. */
static uint32_t tell(struct draw_differences *out, const struct table *t, uint32_t group, uint32_t *alike,
                     uint32_t count)
{
    const uint8_t *mine = t->has + (size_t)group * t->count;
    size_t best = 0;
    uint32_t most = 0, left = 0;
    for (int wanted = 1; wanted >= 0; wanted--) /* what it does says more than what it does not */
        for (size_t w = 0; w < t->count; w++) {
            uint32_t told = 0;
            for (uint32_t i = 0; mine[w] == wanted && i < count; i++)
                told += t->has[alike[i] * t->count + w] != mine[w];
            if (told > most) {
                most = told;
                best = w;
            }
        }
    if (!most)
        return 0;
    struct draw_difference new = {group, (uint32_t)(t->ways[best] >> 32), (uint32_t)t->ways[best], mine[best]};
    vec_push(out, new);
    for (uint32_t i = 0; i < count; i++)
        if (t->has[alike[i] * t->count + best] == mine[best])
            alike[left++] = alike[i];
    return left;
}

void draw_tell_apart(struct draw_differences *out, const struct draw_way *ways, size_t count, const uint32_t *look,
                     uint32_t groups)
{
    if ((uint64_t)groups * groups * count > most_work || (uint64_t)groups * groups > most_work)
        return;
    struct table t = {.ways = base_mem_alloc((count + 1) * sizeof *t.ways)};
    uint32_t *alike = base_mem_alloc((groups + (size_t)1) * sizeof *alike);
    make_table(&t, ways, count, groups);
    for (uint32_t g = 0; g < groups; g++) {
        uint32_t n = 0;
        for (uint32_t h = 0; h < groups; h++)
            if (h != g && look[h] == look[g])
                alike[n++] = h;
        for (int i = 0; i < MOST_DIFFERENCES && n; i++)
            n = tell(out, &t, g, alike, n);
    }
    free(alike);
    free(t.ways);
    free(t.has);
}
