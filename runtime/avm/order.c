/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In which order joined states are stepped again: a callee's before what follows its calls, within a function those
 * that stand first. Where ways meet, most of what comes together there has then come, and loops are stepped until
 * nothing in them grows before what is behind them is. Source: Bourdoncle 1993 (iteration
 * strategies); here the order of the program's text stands for a weak topological order.
 */
#include "explore.h"
#include "runtime/base/sorted.h"

#include <stdlib.h>

void avm_rank_places(struct avm *m)
{
    size_t n = m->code.count;
    uint64_t *place = base_mem_alloc((n + 1) * sizeof *place);
    m->rank = ARENA_ARRAY(m->arena, uint32_t, n);
    for (uint32_t pc = 0; pc < n; pc++) {
        const struct func_code *fn = m->code.items[pc].fn;
        place[pc] = (uint64_t)(fn ? m->calls->funcs[fn->func].component : 0) << 32 | pc;
    }
    base_sort_u64(place, n);
    for (uint32_t i = 0; i < n; i++)
        m->rank[(uint32_t)place[i]] = i;
    free(place);
}

/* ---- a heap ------------------------------------------------------------------------------------------------------ */

void avm_ready_add(struct avm *m, uint32_t state, uint32_t pc)
{
    uint64_t x = (uint64_t)m->rank[final_pc(m, pc)] << 32 | state;
    size_t i = m->ready.count;
    vec_push(&m->ready, x);
    for (; i && m->ready.items[(i - 1) / 2] > x; i = (i - 1) / 2)
        m->ready.items[i] = m->ready.items[(i - 1) / 2];
    m->ready.items[i] = x;
}

bool avm_ready_take(struct avm *m, uint32_t *state)
{
    if (!m->ready.count)
        return false;
    *state = (uint32_t)m->ready.items[0];
    uint64_t x = m->ready.items[--m->ready.count];
    size_t i = 0, n = m->ready.count;
    for (size_t k; (k = 2 * i + 1) < n; i = k) {
        k += k + 1 < n && m->ready.items[k + 1] < m->ready.items[k];
        if (m->ready.items[k] >= x)
            break;
        m->ready.items[i] = m->ready.items[k];
    }
    if (n)
        m->ready.items[i] = x;
    return true;
}
