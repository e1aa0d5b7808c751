/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The policy of each merge mode, and the keys by which states are joined. Sources: DuVarney 2002, figures 3.4 and 3.5
 * (polyvariant and monovariant); Krall 2012, algorithm 2.2.1 (locations); Das, Lerner, Seigle 2002 (values).
 */
#include "explore.h"
#include "prepare.h"

/* ---- keys -------------------------------------------------------------------------------------------------------- */

static uint64_t location(struct avm *m, const vs *words, uint32_t n)
{
    (void)m;
    (void)n;
    return (uint64_t)words[W_PC] << 32;
}

static uint64_t location_and_stack(struct avm *m, const vs *words, uint32_t n)
{
    return location(m, words, n) | words[W_CTX];
}

uint32_t avm_key_of(struct avm *m, const vs *words, uint32_t end, uint64_t other)
{
    uint64_t parts[KEYS_MAX + HOLDERS_MAX + 1] = {other};
    uint32_t n = 1, fixed;
    for (size_t i = 0; i < m->key_slots.count && n <= KEYS_MAX; i++)
        parts[n++] = words[m->key_slots.items[i]];
    vs subject = m->subject_slot ? words[m->subject_slot] : VS_TOP;
    fixed = n;
    for (uint32_t i = W_GLOBALS; subject > VS_TOP && subject != vs_small(0) && i < end; i++)
        if (words[i] == subject && n < fixed + HOLDERS_MAX)
            parts[n++] = i;
    return base_intern_add(m->key_values, (const char *)parts, n * sizeof *parts);
}

/* By the keys and what holds the subject while the nodes of a location are few, then by the keys alone. What has a node
 * keeps it: each step of a state leads to the same nodes. */
static uint64_t location_and_values(struct avm *m, const vs *words, uint32_t n)
{
    enum { MOST = 256 };
    uint64_t at = location(m, words, n), key = at | avm_key_of(m, words, n, words[W_CTX]);
    uint32_t known, pc = words[W_PC];
    bool are_few = pc >= m->nodes_at.count || m->nodes_at.items[pc] < MOST;
    return are_few || base_map64_get(&m->node_of, key, &known) ? key : at | avm_key_of(m, words, 0, words[W_CTX]);
}

void avm_find_keys(struct avm *m)
{
    for (uint32_t i = 0; i < m->cfg.key_count; i++)
        for (uint32_t k = 0; k < m->global_count; k++)
            if (m->global_cells[k]->var == m->cfg.keys[i]) {
                vec_push(&m->key_slots, W_GLOBALS + k);
                m->subject_slot = m->cfg.keys[i] == m->cfg.subject ? W_GLOBALS + k : m->subject_slot;
            }
}

/* ---- policies ---------------------------------------------------------------------------------------------------- */

struct policy avm_policy(const struct avm_config *c)
{
    static const struct policy rows[] = {
        [AVM_MERGE_NEVER] = {.context = CONTEXT_CALL_STRING, .splits_inputs = true},
        [AVM_MERGE_STACK] = {.key = location_and_stack, .context = CONTEXT_CALL_STRING, .joins_frames = true},
        [AVM_MERGE_LOCATION] = {.key = location, .context = CONTEXT_INSENSITIVE, .joins_frames = true},
        [AVM_MERGE_KEYED] = {.key = location_and_values, .context = CONTEXT_KEYED, .joins_frames = true},
    };
    struct policy p = rows[c->merge];
    p.widen_after = c->widen_after;
    p.recursion_depth = c->recursion_depth;
    if (c->summarises && c->merge == AVM_MERGE_NEVER)
        p.context = CONTEXT_SUMMARY;
    return p;
}
