/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finished systems: release, copies, the reachable part.
 */
#include "runtime/lts/names.h"
#include "runtime/lts/rows.h"

#include <stdlib.h>
#include <sys/mman.h>

static void free_names(const struct lts *l, char **names, uint32_t count)
{
    for (uint32_t i = 0; names && !l->held && i < count; i++)
        free(names[i]);
    free(names);
}

static void free_arrays(struct lts *l)
{
    free(l->first);
    free(l->label);
    free(l->target);
    free(l->must);
    free(l->origin);
    free(l->prop);
}

uint32_t lts_source(const struct lts *l, uint64_t t)
{
    uint32_t low = 0, high = l->states;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (l->first[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void lts_free(struct lts *l)
{
    if (!l)
        return;
    free_names(l, l->prop_names, l->props);
    free_names(l, l->state_names, l->states);
    if (!l->held)
        free_arrays(l);
    else if (l->held_mapped)
        munmap(l->held, l->held_mapped);
    else
        free(l->held);
    base_intern_free(l->labels);
    free(l);
}

static char *copy_string(const char *s)
{
    return s ? memcpy(base_mem_alloc(strlen(s) + 1), s, strlen(s) + 1) : NULL;
}

void lts_rows_copy_states(struct lts *to, const struct lts *from, const uint32_t *old)
{
    to->props = from->props;
    if (from->prop_names) {
        to->prop_names = base_mem_zalloc(((size_t)from->props + 1) * sizeof *to->prop_names);
        for (uint32_t p = 0; p < from->props; p++)
            to->prop_names[p] = copy_string(from->prop_names[p]);
    }
    if (from->prop) {
        to->prop = base_mem_alloc((size_t)to->states * to->props + 1);
        for (uint32_t s = 0; s < to->states; s++)
            memcpy(to->prop + (size_t)s * to->props, from->prop + (size_t)(old ? old[s] : s) * to->props, to->props);
    }
    if (from->state_names) {
        to->state_names = base_mem_zalloc((size_t)to->states * sizeof *to->state_names);
        for (uint32_t s = 0; s < to->states; s++)
            to->state_names[s] = copy_string(from->state_names[old ? old[s] : s]);
    }
}

struct lts *lts_copy(const struct lts *l)
{
    struct lts *copy = lts_rows_new(l->states, l->initial);
    uint64_t n = lts_transitions(l);
    memcpy(copy->first, l->first, ((size_t)l->states + 1) * sizeof *l->first);
    lts_rows_allocate(copy, n, l->must != NULL, l->origin != NULL);
    memcpy(copy->label, l->label, (size_t)n * sizeof *l->label);
    memcpy(copy->target, l->target, (size_t)n * sizeof *l->target);
    if (l->must)
        memcpy(copy->must, l->must, bit_words(n) * sizeof *l->must);
    if (l->origin)
        memcpy(copy->origin, l->origin, (size_t)n * sizeof *l->origin);
    copy->labels = lts_all_labels(&l, 1);
    lts_rows_copy_states(copy, l, NULL);
    return copy;
}

uint32_t *lts_rows_breadth_first(const struct lts *l, uint32_t *new_of, uint32_t *count)
{
    uint32_t *order = base_mem_alloc((size_t)l->states * sizeof *order), found = 0;
    memset(new_of, 0xff, (size_t)l->states * sizeof *new_of);
    order[found] = l->initial;
    new_of[l->initial] = found++;
    for (uint32_t i = 0; i < found; i++)
        for (uint64_t t = l->first[order[i]]; t < l->first[order[i] + 1]; t++)
            if (new_of[l->target[t]] == LTS_NONE) {
                order[found] = l->target[t];
                new_of[l->target[t]] = found++;
            }
    *count = found;
    return order;
}

struct lts *lts_rows_reachable(const struct lts *l, uint32_t **map)
{
    uint32_t *new_of = base_mem_alloc(((size_t)l->states + 1) * sizeof *new_of), count;
    uint32_t *order = lts_rows_breadth_first(l, new_of, &count);
    struct lts *r = lts_rows_new(count, 0);
    for (uint32_t s = 0; s < count; s++)
        r->first[s + 1] = r->first[s] + (l->first[order[s] + 1] - l->first[order[s]]);
    lts_rows_allocate(r, r->first[count], l->must != NULL, l->origin != NULL);
    for (uint32_t s = 0; s < count; s++) {
        uint64_t at = r->first[s];
        for (uint64_t t = l->first[order[s]]; t < l->first[order[s] + 1]; t++, at++) {
            r->label[at] = l->label[t];
            r->target[at] = new_of[l->target[t]];
            if (l->must)
                bit_set(r->must, at, bit_get(l->must, t));
            if (l->origin)
                r->origin[at] = l->origin[t];
        }
    }
    r->labels = lts_all_labels(&l, 1);
    lts_rows_copy_states(r, l, order);
    free(order);
    if (map)
        *map = new_of;
    else
        free(new_of);
    lts_rows_sort(r);
    return r;
}

struct lts *lts_reachable(const struct lts *l)
{
    return lts_rows_reachable(l, NULL);
}

bool lts_deterministic(const struct lts *l)
{
    for (uint32_t s = 0; s < l->states; s++)
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            if (l->label[t] == LTS_TAU || (t > l->first[s] && l->label[t] == l->label[t - 1]))
                return false;
    return true;
}
