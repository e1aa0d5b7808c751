/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which states a search has been to: forgotten in one step, so that many searches can follow each other. Private to the
 * room.
 */
#ifndef CWOLF_LTS_VISITED_H
#define CWOLF_LTS_VISITED_H

#include "runtime/base/base.h"

#include <stdlib.h>
#include <string.h>

struct u32s VEC(uint32_t);

struct visited {
    uint32_t *stamp; /* by state: the search that was there last */
    uint32_t now;
    uint32_t states;
};

/* Room for `states` states. A search begins with visited_clear. */
static inline struct visited visited_new(uint32_t states)
{
    return (struct visited){base_mem_zalloc((states + (size_t)1) * sizeof(uint32_t)), 0, states};
}
static inline void visited_free(struct visited *v)
{
    free(v->stamp);
}
static inline void visited_clear(struct visited *v)
{
    if (++v->now)
        return;
    memset(v->stamp, 0, v->states * sizeof(uint32_t)); /* after 2^32 searches */
    v->now = 1;
}
static inline bool visited_has(const struct visited *v, uint32_t s)
{
    return v->stamp[s] == v->now;
}
static inline void visited_mark(struct visited *v, uint32_t s)
{
    v->stamp[s] = v->now;
}
/* Puts a state on the list unless this search has been there. */
static inline void visited_add(struct visited *v, struct u32s *list, uint32_t s)
{
    if (visited_has(v, s))
        return;
    visited_mark(v, s);
    vec_push(list, s);
}

#endif
