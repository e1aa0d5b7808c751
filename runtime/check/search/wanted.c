/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which edges a search wants: those where code that no trial has reached begins, and from which a goal is reached
 * without leaving such code.
 */
#include "search_private.h"

/* By point, the points before it: rows one behind the other. */
struct ways {
    uint32_t *first; /* points + 1 */
    uint32_t *before;
    uint32_t *queue;
};
struct builder {
    struct ways *w;
    uint32_t from;
    bool only_counts;
};

static void add_way(void *context, uint32_t to)
{
    struct builder *b = context;
    if (b->only_counts)
        b->w->first[to + 1]++;
    else
        b->w->before[--b->w->first[to + 1]] = b->from;
}

/* Counts first; then each row is filled from its end, which moves to its beginning. */
static struct ways *find_ways(const struct search *s)
{
    struct ways *w = base_mem_zalloc(sizeof *w);
    struct builder b = {.w = w, .only_counts = true};
    w->first = base_mem_zalloc((s->points + 2) * sizeof *w->first);
    w->queue = base_mem_zalloc((s->points + 1) * sizeof *w->queue);
    for (b.from = 0; b.from < s->points; b.from++)
        run_point_next(s->t, b.from, add_way, &b);
    for (uint32_t i = 0; i < s->points; i++)
        w->first[i + 1] += w->first[i];
    w->before = base_mem_zalloc((w->first[s->points] + (size_t)1) * sizeof *w->before);
    uint32_t all = w->first[s->points];
    b.only_counts = false;
    for (b.from = 0; b.from < s->points; b.from++)
        run_point_next(s->t, b.from, add_way, &b);
    memmove(w->first, w->first + 1, s->points * sizeof *w->first); /* ends that have become beginnings */
    w->first[s->points] = all;
    return w;
}

static void want(struct search *s, uint32_t point, uint32_t *count)
{
    if (s->wanted[point] || s->reached[point])
        return;
    s->wanted[point] = true;
    s->ways->queue[(*count)++] = point;
}

static void want_goals(struct search *s, uint32_t *count)
{
    for (uint32_t i = 0; i < s->goal_count; i++) {
        const struct check_goal *g = &s->goals[i];
        if (g->test != CHECK_NOT_FOUND)
            continue;
        for (uint32_t k = 0; k < g->point_count; k++)
            want(s, g->points[k], count);
        uint32_t edges = 0;
        const uint32_t *path = NULL;
        if (g->is_path)
            edges = run_point_path(s->t, g->points[0], &path);
        for (uint32_t k = 0; k < edges; k++)
            want(s, path[k], count);
    }
}

void check_search_find_wanted(struct search *s)
{
    uint32_t reached = 0, count = 0;
    for (uint32_t i = 0; i < s->points; i++)
        reached += s->reached[i];
    if (s->ways && reached == s->reached_count && s->left == s->left_then)
        return;
    s->reached_count = reached;
    s->left_then = s->left;
    if (!s->ways)
        s->ways = find_ways(s);
    memset(s->wanted, 0, s->points);
    want_goals(s, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t point = s->ways->queue[i];
        for (uint32_t k = s->ways->first[point]; k < s->ways->first[point + 1]; k++)
            want(s, s->ways->before[k], &count);
    }
}

void check_search_ways_free(struct search *s)
{
    if (s->ways) {
        free(s->ways->first);
        free(s->ways->before);
        free(s->ways->queue);
    }
    free(s->ways);
    free(s->wanted);
}
