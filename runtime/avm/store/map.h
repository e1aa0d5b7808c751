/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Persistent maps from 64-bit keys to 64-bit values: big-endian Patricia trees whose nodes are hash-consed, so that
 * equal maps have equal ids, an update costs O(log n) nodes, and maps share what they have in common. Nothing is ever
 * changed; everything lives as long as its pool.
 *
 * Sources: Okasaki and Gill 1998 (Fast Mergeable Integer Maps); Goubault 1994 (hash-consing).
 */
#ifndef CWOLF_AVM_MAP_H
#define CWOLF_AVM_MAP_H

#include "runtime/base/base.h"

typedef uint32_t map_id;
enum { MAP_EMPTY = 0 };

struct map_pool;
struct map_pool *avm_map_pool_new(void);
void avm_map_pool_free(struct map_pool *p); /* NULL is allowed */
size_t avm_map_pool_bytes(const struct map_pool *p);

bool avm_map_get(const struct map_pool *p, map_id map, uint64_t key, uint64_t *value);
map_id avm_map_put(struct map_pool *p, map_id map, uint64_t key, uint64_t value);
map_id avm_map_remove(struct map_pool *p, map_id map, uint64_t key); /* the same map when the key is not in it */

/* The entry with the least key that is at least `key`; false: there is none. */
bool avm_map_from(const struct map_pool *p, map_id map, uint64_t key, uint64_t *found, uint64_t *value);

/* The map of what `both` makes of each key that is in `a` or in `b`; the value is NULL where a key is missing; false:
 * the key is left out. `both` must give x for x and x: what the maps share is not looked at. */
typedef bool map_merge(void *context, uint64_t key, const uint64_t *a, const uint64_t *b, uint64_t *out);
map_id avm_map_join(struct map_pool *p, map_id a, map_id b, map_merge *both, void *context);

#endif
