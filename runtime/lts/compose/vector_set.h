/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hash set of packed state vectors. Private to the product.
 */
#ifndef CWOLF_LTS_COMPOSE_VECTOR_SET_H
#define CWOLF_LTS_COMPOSE_VECTOR_SET_H

#include "runtime/base/base.h"

/* Vectors of `words` words each, numbered in the order in which they came. */
struct vector_set {
    size_t words, count, capacity;
    uint64_t *vectors;
    uint32_t *table; /* number + 1; 0 is empty */
    size_t mask;
};
void compose_vector_set_init(struct vector_set *s, size_t words);
void compose_vector_set_free(struct vector_set *s);
/* Puts `n` vectors in, those that are new; ids receives the number of each. */
void compose_vector_set_add(struct vector_set *s, const uint64_t *vectors, size_t n, uint32_t *ids);
static inline const uint64_t *vector_set_get(const struct vector_set *s, uint32_t id)
{
    return s->vectors + (size_t)id * s->words;
}
static inline size_t vector_set_bytes(const struct vector_set *s)
{
    return s->capacity * s->words * sizeof(uint64_t) + (s->mask + 1) * sizeof(uint32_t);
}

#endif
