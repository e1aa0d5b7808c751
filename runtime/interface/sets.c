/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets of regions: where a sequence of calls may have led.
 */
#include "runtime/interface/private.h"

static bool has(const uint64_t *set, uint32_t i)
{
    return set[i / 64] >> i % 64 & 1;
}

static void add(const struct iface *i, uint64_t *set, uint32_t region)
{
    if (!i->regions[region].is_end)
        set[region / 64] |= UINT64_C(1) << region % 64;
}

size_t iface_set_words(const struct iface *i)
{
    return i->region_count / 64 + 1;
}

void iface_set_initial(const struct iface *i, uint64_t *set)
{
    for (uint32_t k = 0; k < i->initial_count; k++)
        add(i, set, i->initial[k]);
}

bool iface_set_any(const struct iface *i, const uint64_t *set)
{
    bool any = false;
    for (size_t w = 0; w < iface_set_words(i); w++)
        any |= set[w] != 0;
    return any;
}

enum iface_outcome iface_set_outcome(const struct iface *i, const uint64_t *from, uint32_t call)
{
    bool is_good = true, is_error = true;
    for (uint32_t r = 0; r < i->region_count; r++) {
        is_good &= !has(from, r) || i->regions[r].calls[call] == IFACE_GOOD;
        is_error &= !has(from, r) || i->regions[r].calls[call] == IFACE_ERROR;
    }
    return is_good ? IFACE_GOOD : is_error ? IFACE_ERROR : IFACE_UNDECIDED;
}

enum iface_outcome iface_set_step(const struct iface *i, const uint64_t *from, uint32_t call, uint64_t *to)
{
    enum iface_outcome is = iface_set_outcome(i, from, call);
    for (uint32_t e = 0; e < i->edge_count && is == IFACE_GOOD; e++)
        if (i->edges[e].call == call && has(from, i->edges[e].from))
            add(i, to, i->edges[e].to);
    return is;
}
