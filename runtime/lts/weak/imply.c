/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a transition p -a-> q is implied by others: whether a path silent* a silent* from p to q is there besides it.
 *
 * Two searches look for the path, from p and back from q, in turns by the work they have done; they end when they meet
 * or when one has nothing left. One of the two ends is nearly always narrow, even where the other is not. States that
 * intervals of depth-first numbers tell not to reach p or q are kept out (H. Yildirim, V. Chaoji and M. Zaki, "GRAIL:
 * scalable reachability index for large graphs", 2010). The searches never pass a hub: what it implies is known.
 */
#include "runtime/lts/weak/imply.h"

#include <stdlib.h>

/* ---- what is known before ---------------------------------------------------------------------------------------- */

/* Depth first again, with states and their successors in opposite order. */
static void number_opposite(struct imply *x)
{
    uint32_t n = x->q->states, found = 0, count, *left = mem_alloc((n + (size_t)1) * sizeof *left);
    struct u32s path = {0};
    for (uint32_t s = 0; s < n; s++)
        left[s] = LTS_NONE;
    for (uint32_t root = n; root-- > 0;) {
        if (left[root] != LTS_NONE)
            continue;
        vec_push(&path, root);
        while (path.count) {
            uint32_t s = path.items[path.count - 1];
            const uint32_t *row = weak_row(&x->silent, WEAK_TARGETS, s, &count);
            if (left[s] == LTS_NONE)
                left[s] = count;
            while (left[s] && left[row[left[s] - 1]] != LTS_NONE)
                left[s]--;
            if (left[s]) {
                vec_push(&path, row[left[s] - 1]);
            } else {
                x->place[s].other = found++;
                path.count--;
            }
        }
    }
    vec_free(&path);
    free(left);
}

static void find_places(struct imply *x)
{
    const struct graph *q = x->q;
    uint32_t count;
    x->above = mem_zalloc((q->states + (size_t)1) * sizeof *x->above);
    x->place = mem_alloc((q->states + (size_t)1) * sizeof *x->place);
    number_opposite(x);
    for (uint32_t s = 0; s < q->states; s++) {
        struct imply_place *p = &x->place[s];
        const uint32_t *row = weak_row(&x->silent, WEAK_TARGETS, s, &count);
        p->least = s;
        p->other_least = p->other;
        x->above[s] = x->hub.knows && s == x->hub.state;
        for (uint32_t i = 0; i < count; i++) {
            const struct imply_place *below = &x->place[row[i]];
            x->above[s] |= x->above[row[i]];
            p->least = below->least < p->least ? below->least : p->least;
            p->other_least = below->other_least < p->other_least ? below->other_least : p->other_least;
        }
    }
}

/* No when a state does not silently reach another one; yes tells nothing: in a depth-first order, what is below a state
 * has numbers from the least to its own. */
static inline bool may_reach(const struct imply *x, uint32_t s, uint32_t to)
{
    const struct imply_place *a = &x->place[s], *b = &x->place[to];
    return to <= s && a->least <= b->least && a->other_least <= b->other_least && b->other <= a->other;
}

static inline bool begins_label(const struct graph *q, uint32_t s, uint64_t t)
{
    return t == q->first[s] || q->label[t] != q->label[t - 1];
}

static void group_sources(struct imply *x)
{
    const struct graph *q = x->q;
    uint64_t *first = mem_zalloc((q->labels + (size_t)2) * sizeof *first);
    for (uint32_t s = 0; s < q->states; s++)
        for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++)
            first[q->label[t] + 2] += begins_label(q, s, t);
    for (uint32_t l = 0; l < q->labels; l++)
        first[l + 2] += first[l + 1];
    x->first_of_label = first;
    x->source_of_label = mem_alloc((first[q->labels + 1] + 1) * sizeof *x->source_of_label);
    for (uint32_t s = 0; s < q->states; s++)
        for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++)
            if (begins_label(q, s, t))
                x->source_of_label[first[q->label[t] + 1]++] = s;
}

static struct imply_phase new_phase(uint32_t states)
{
    return (struct imply_phase){.seen = visited_new(states)};
}

static void free_phase(struct imply_phase *p)
{
    visited_free(&p->seen);
    vec_free(&p->list);
}

static void take(struct imply *x, struct weak_rows *rows, uint32_t label)
{
    uint64_t from = x->first_of_label[label];
    weak_rows_take(rows, x->q, label, x->source_of_label + from, x->first_of_label[label + 1] - from);
}

void imply_init(struct imply *x, const struct graph *q)
{
    *x = (struct imply){.q = q};
    weak_hub_make(&x->hub, q, NULL);
    if (!x->hub.knows)
        memset(x->hub.below, 0, q->states * sizeof *x->hub.below);
    group_sources(x);
    weak_rows_init(&x->silent, q->states);
    weak_rows_init(&x->visible, q->states);
    take(x, &x->silent, GRAPH_SILENT);
    find_places(x);
    x->leads = new_phase(q->states);
}

void imply_free(struct imply *x)
{
    weak_hub_free(&x->hub);
    free(x->above);
    free(x->place);
    free(x->first_of_label);
    free(x->source_of_label);
    weak_rows_free(&x->silent);
    weak_rows_free(&x->visible);
    free_phase(&x->leads);
}

void imply_ends_init(struct imply_ends *e, const struct imply *x)
{
    uint32_t n = x->q->states;
    *e = (struct imply_ends){.x = x};
    e->forth = (struct imply_search){new_phase(n), new_phase(n), 0};
    e->back = (struct imply_search){new_phase(n), new_phase(n), 0};
}

void imply_ends_free(struct imply_ends *e)
{
    free_phase(&e->forth.before);
    free_phase(&e->forth.behind);
    free_phase(&e->back.before);
    free_phase(&e->back.behind);
}

/* ---- what the hub implies ---------------------------------------------------------------------------------------- */

static bool leads_at_once(const struct imply *x, uint32_t s)
{
    uint32_t count;
    const uint32_t *row = weak_row(&x->visible, WEAK_TARGETS, s, &count);
    for (uint32_t i = 0; i < count; i++)
        if (x->above[row[i]])
            return true;
    return false;
}

void imply_begin(struct imply *x, uint32_t label)
{
    struct imply_phase *p = &x->leads;
    uint32_t count;
    x->label = label;
    imply_clear(p);
    if (label == GRAPH_SILENT)
        return;
    take(x, &x->visible, label);
    if (!x->hub.knows)
        return;
    bool again = x->hub.again[label]; /* then all that is above the hub leads, which need not be found */
    for (uint64_t i = x->first_of_label[label]; i < x->first_of_label[label + 1]; i++) {
        uint32_t s = x->source_of_label[i];
        if (!(again && x->above[s]) && leads_at_once(x, s))
            imply_add(p, s);
    }
    for (; p->done < p->list.count; p->done++) {
        const uint32_t *row = weak_row(&x->silent, WEAK_SOURCES, p->list.items[p->done], &count);
        for (uint32_t i = 0; i < count; i++)
            if (!(again && x->above[row[i]]))
                imply_add(p, row[i]);
    }
}

/* Whether another transition of s with the label, or a silent step and all that follows, leads above the hub. */
static bool leads_otherwise(const struct imply *x, uint32_t s)
{
    uint32_t count;
    const uint32_t *row = weak_row(&x->silent, WEAK_TARGETS, s, &count);
    for (uint32_t i = 0; i < count; i++)
        if (visited_has(&x->leads.seen, row[i]))
            return true;
    row = weak_row(&x->visible, WEAK_TARGETS, s, &count);
    for (uint32_t i = 0; i < count; i++)
        if (row[i] != x->hub.state && x->above[row[i]])
            return true;
    return false;
}

enum answer { NO, YES, UNKNOWN };

/* What is known of a transition that does not leave the hub itself. YES: a path by way of the hub implies it. UNKNOWN:
 * only paths that do not pass the hub are left. */
static enum answer ask_hub(const struct imply *x, uint32_t from, uint32_t to)
{
    bool to_hub = to == x->hub.state;
    if (!x->hub.knows)
        return UNKNOWN;
    if (x->label == GRAPH_SILENT)
        return x->above[from] && x->hub.below[to] && !to_hub ? YES : UNKNOWN;
    if (x->above[from] && weak_hub_can(&x->hub, x->label, to))
        return YES;
    if (to_hub)
        return leads_otherwise(x, from) ? YES : NO;
    return x->hub.below[to] && visited_has(&x->leads.seen, from) ? YES : UNKNOWN;
}

/* ---- the searches ------------------------------------------------------------------------------------------------ */

struct transition {
    uint32_t from, to;
};

/* Finds a state behind the label: true when it leads to the end. */
static bool find_behind(struct imply_ends *e, struct transition a, uint32_t s)
{
    const struct imply *x = e->x;
    if (s == a.to)
        return true;
    if (!may_reach(x, s, a.to))
        return false;
    if (x->hub.below[a.to] ? x->above[s] : x->hub.below[s])
        return x->hub.below[a.to];
    if (visited_has(&e->back.behind.seen, s))
        return true;
    imply_add(&e->forth.behind, s);
    return false;
}

static bool step_before(struct imply_ends *e, struct transition a, uint32_t s)
{
    const struct imply *x = e->x;
    uint32_t count;
    const uint32_t *row = weak_row(imply_rows(x), WEAK_TARGETS, s, &count);
    e->forth.work += count;
    for (uint32_t i = 0; i < count; i++)
        if (!(s == a.from && row[i] == a.to) && find_behind(e, a, row[i]))
            return true;
    if (x->label == GRAPH_SILENT)
        return false;
    row = weak_row(&x->silent, WEAK_TARGETS, s, &count);
    e->forth.work += count;
    for (uint32_t i = 0; i < count; i++) {
        if (visited_has(&e->back.before.seen, row[i]))
            return true;
        if (!(x->above[a.from] && x->hub.below[row[i]]))
            imply_add(&e->forth.before, row[i]);
    }
    return false;
}

static bool step_behind(struct imply_ends *e, struct transition a, uint32_t s)
{
    uint32_t count;
    const uint32_t *row = weak_row(&e->x->silent, WEAK_TARGETS, s, &count);
    e->forth.work += count;
    for (uint32_t i = 0; i < count; i++)
        if (find_behind(e, a, row[i]))
            return true;
    return false;
}

/* Finds a state before the label from which a path leads to the end: true when it can be reached. */
static bool find_before_back(struct imply_ends *e, struct transition a, uint32_t s)
{
    const struct imply *x = e->x;
    if (visited_has(&e->forth.before.seen, s))
        return true;
    if (may_reach(x, a.from, s) && (x->above[a.from] || !x->above[s]))
        imply_add(&e->back.before, s);
    return false;
}

static bool step_before_back(struct imply_ends *e, struct transition a, uint32_t s)
{
    uint32_t count;
    const uint32_t *row = weak_row(&e->x->silent, WEAK_SOURCES, s, &count);
    e->back.work += count;
    for (uint32_t i = 0; i < count; i++)
        if (find_before_back(e, a, row[i]))
            return true;
    return false;
}

/* Finds a state before s and behind the label. A path that ends below the hub does not pass it: ask_hub would know. */
static bool find_behind_back(struct imply_ends *e, struct transition a, uint32_t s, uint32_t by)
{
    const struct imply *x = e->x;
    if (x->label == GRAPH_SILENT && by == a.from)
        return s != a.to;
    if (x->hub.below[a.to] && a.to != x->hub.state && x->above[by])
        return false;
    if (x->label == GRAPH_SILENT && !may_reach(x, a.from, by))
        return false;
    if (visited_has(&e->forth.behind.seen, by))
        return true;
    imply_add(&e->back.behind, by);
    return false;
}

static bool step_behind_back(struct imply_ends *e, struct transition a, uint32_t s)
{
    const struct imply *x = e->x;
    uint32_t count;
    const uint32_t *row = weak_row(&x->silent, WEAK_SOURCES, s, &count);
    e->back.work += count;
    for (uint32_t i = 0; i < count; i++)
        if (find_behind_back(e, a, s, row[i]))
            return true;
    if (x->label == GRAPH_SILENT)
        return false;
    row = weak_row(&x->visible, WEAK_SOURCES, s, &count);
    e->back.work += count;
    for (uint32_t i = 0; i < count; i++)
        if (!(s == a.to && row[i] == a.from) && find_before_back(e, a, row[i]))
            return true;
    return false;
}

static size_t waiting(const struct imply_search *side)
{
    return side->before.list.count - side->before.done + side->behind.list.count - side->behind.done;
}

static uint32_t take_next(struct imply_phase *p)
{
    return p->list.items[p->done++];
}

static bool has_more(const struct imply_phase *p)
{
    return p->done < p->list.count;
}

/* Whose turn it is: that of the side where less waits, which is likely to end first, unless it has done much more. */
static bool is_forth(const struct imply_ends *e, size_t forth, size_t back)
{
    enum { MORE = 4 };
    uint64_t mine = e->forth.work, other = e->back.work;
    return forth <= back ? mine <= MORE * (other + 1) : MORE * (mine + 1) < other;
}

bool imply_ask(struct imply_ends *e, uint32_t from, uint32_t to)
{
    struct transition a = {from, to};
    struct imply_search *f = &e->forth, *b = &e->back;
    enum answer known = ask_hub(e->x, from, to);
    if (known != UNKNOWN)
        return known == YES;
    imply_clear(&f->before);
    imply_clear(&f->behind);
    imply_clear(&b->before);
    imply_clear(&b->behind);
    f->work = b->work = 0;
    imply_add(&f->before, from);
    imply_add(&b->behind, to);
    bool met = false;
    for (size_t forth = 1, back = 1; forth && back && !met; forth = waiting(f), back = waiting(b)) {
        if (is_forth(e, forth, back))
            met = has_more(&f->behind) ? step_behind(e, a, take_next(&f->behind))
                                       : step_before(e, a, take_next(&f->before));
        else
            met = has_more(&b->behind) ? step_behind_back(e, a, take_next(&b->behind))
                                       : step_before_back(e, a, take_next(&b->before));
    }
    return met;
}
