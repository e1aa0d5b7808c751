/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Probes: raw calls with values for their inputs. The engine says that a choice is surely possible when some value of
 * one input makes it that it was not asked about before; where an input is looked at twice, or two are compared, a
 * value that makes it is tried. Source: the paper's must predecessor asks for some argument, not for all.
 */
#include "runtime/interface/private.h"

enum { MOST_VALUES = 24, MOST_PROBES = 96 };

/* Values of a kind: small ones, and those at its ends. */
static size_t values_of(const struct note_interval *k, int64_t *out)
{
    enum { SMALL = 8 };
    size_t n = 0;
    for (int64_t v = -SMALL; v <= SMALL; v++)
        if (v >= k->lo && v <= k->hi)
            out[n++] = v;
    const int64_t ends[] = {k->lo, k->hi};
    for (size_t i = 0; i < 2; i++)
        if (ends[i] < -SMALL || ends[i] > SMALL)
            out[n++] = ends[i];
    return n;
}

/* All combinations, or as many of them at equal distances. */
void iface_client_add_probes(struct iface_client *c, uint32_t call)
{
    uint32_t kinds[MOST_ARGUMENTS];
    const struct iface_function *f = iface_client_call(c, call, kinds);
    int64_t values[MOST_ARGUMENTS][MOST_VALUES];
    size_t counts[MOST_ARGUMENTS];
    uint64_t all = 1;
    for (uint32_t i = 0; i < f->arg_count; i++) {
        const struct iface_argument *x = &f->args[i];
        counts[i] = x->kind_count ? values_of(&x->kinds[kinds[i]], values[i]) : 1;
        all *= all < UINT32_MAX ? counts[i] : 1;
    }
    if (all <= 1)
        return;
    uint64_t taken = all < MOST_PROBES ? all : MOST_PROBES;
    for (uint64_t k = 0; k < taken; k++) {
        uint64_t which = k * all / taken;
        struct iface_probe p = {call, ARENA_ARRAY(c->a, int64_t, f->arg_count)};
        for (uint32_t i = 0; i < f->arg_count; which /= counts[i++])
            p.values[i] = f->args[i].kind_count ? values[i][which % counts[i]] : 0;
        vec_push(&c->probes, p);
    }
}
