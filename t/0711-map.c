/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Persistent maps against a plain array, over keys that are close, far apart, and at the ends of the range.
 */
#include "runtime/avm/store/map.h"
#include "tap.h"

#include <stdlib.h>

enum { KEYS = 40, MAPS = 12, STEPS = 200000 };

static uint64_t key_of(unsigned i)
{
    return i < 16 ? i : i < 24 ? UINT64_MAX - (i - 16) : (uint64_t)i << 32 | (i & 3);
}

struct plain { /* by key number */
    bool has[KEYS];
    uint64_t value[KEYS];
};

static uint32_t seed = 12345;

static uint32_t dice(uint32_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

static bool larger(void *context, uint64_t key, const uint64_t *a, const uint64_t *b, uint64_t *out)
{
    (void)context;
    if ((!a || !b) && key % 3 == 0)
        return false;
    *out = !a ? *b + 100 : !b ? *a + 200 : *a > *b ? *a : *b;
    return true;
}

static void join_plain(const struct plain *a, const struct plain *b, struct plain *out)
{
    struct plain r = {0};
    for (unsigned i = 0; i < KEYS; i++)
        if ((a->has[i] && b->has[i]) || ((a->has[i] || b->has[i]) && key_of(i) % 3 != 0)) {
            r.has[i] = true;
            r.value[i] = !a->has[i]                  ? b->value[i] + 100
                         : !b->has[i]                ? a->value[i] + 200
                         : a->value[i] > b->value[i] ? a->value[i]
                                                     : b->value[i];
        }
    *out = r;
}

/* Nothing is shared that the plain join would treat as missing: the merge is the identity on equal entries only. */
static bool equal(const struct plain *a, const struct plain *b)
{
    for (unsigned i = 0; i < KEYS; i++)
        if (a->has[i] != b->has[i] || (a->has[i] && a->value[i] != b->value[i]))
            return false;
    return true;
}

static bool neighbour_agrees(const struct map_pool *p, map_id map, const struct plain *x, uint64_t at)
{
    uint64_t least = 0, value = 0, key, found;
    bool from = false;
    for (unsigned i = 0; i < KEYS; i++) {
        uint64_t k = key_of(i);
        if (x->has[i] && k >= at && (!from || k < least))
            least = k, from = true;
    }
    return avm_map_from(p, map, at, &key, &found) == from &&
           (!from || (key == least && avm_map_get(p, map, key, &value) && value == found));
}

int main(void)
{
    struct map_pool *p = avm_map_pool_new();
    static struct plain plain[MAPS];
    map_id map[MAPS] = {0};
    unsigned wrong_get = 0, wrong_near = 0, wrong_equal = 0, joins = 0, same = 0;
    for (int step = 0; step < STEPS; step++) {
        uint32_t m = dice(MAPS), o = dice(MAPS), k = dice(KEYS), v = dice(4);
        switch (dice(12)) {
        case 0:
            join_plain(&plain[m], &plain[o], &plain[m]);
            map[m] = avm_map_join(p, map[m], map[o], larger, NULL);
            joins++;
            break;
        case 1:
            plain[m] = plain[o];
            map[m] = map[o];
            break;
        case 2:
        case 3:
        case 4:
        case 5:
            plain[m].has[k] = false;
            map[m] = avm_map_remove(p, map[m], key_of(k));
            break;
        default:
            plain[m].has[k] = true;
            plain[m].value[k] = v;
            map[m] = avm_map_put(p, map[m], key_of(k), v);
        }
        uint64_t value;
        k = dice(KEYS);
        bool has = avm_map_get(p, map[m], key_of(k), &value);
        wrong_get += has != plain[m].has[k] || (has && value != plain[m].value[k]);
        wrong_near += !neighbour_agrees(p, map[m], &plain[m], key_of(dice(KEYS)) + dice(3) - 1);
        wrong_equal += equal(&plain[m], &plain[o]) != (map[m] == map[o]);
        same += map[m] == map[o];
    }
    ok(wrong_get == 0, "what is found is what was put");
    ok(wrong_near == 0, "the next key");
    ok(wrong_equal == 0, "maps are equal when their ids are");
    ok(joins > 1000 && same > 1000 && same < STEPS / 2, "joins and equal maps occurred");
    avm_map_pool_free(p);
    return done();
}
