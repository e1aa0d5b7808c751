/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The policy of each merge mode, and the keys by which states are joined. Sources: DuVarney 2002, figures 3.4 and 3.5
 * (polyvariant and monovariant); Krall 2012, algorithm 2.2.1 (locations); Das, Lerner, Seigle 2002 (values).
 */
#include "explore.h"
#include "prepare.h"
#include "step.h"

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

/* A number for the cells in blocks that hold exactly the value; 0: none does. Maps never change, so that each is looked
 * at once. */
static uint32_t block_holders(struct avm *m, map_id blocks, vs subject)
{
    struct VEC(uint64_t) cells = {0};
    uint64_t at = (uint64_t)blocks << 32 | subject, key, x;
    uint32_t number;
    if (base_map64_get(&m->holders_of, at, &number))
        return number;
    for (uint64_t from = 0; avm_map_from(m->maps, blocks, from, &key, &x); from = key + 1)
        if ((uint32_t)key && (vs)x == subject)
            vec_push(&cells, key);
    number = cells.count
                 ? base_intern_add(m->key_values, (const char *)cells.items, cells.count * sizeof *cells.items) + 1
                 : 0;
    base_map64_put(&m->holders_of, at, number);
    vec_free(&cells);
    return number;
}

uint32_t avm_key_of(struct avm *m, const vs *words, uint32_t end, uint64_t other)
{
    uint64_t parts[KEYS_MAX + HOLDERS_MAX + 2] = {other};
    uint32_t n = 1, fixed;
    for (size_t i = 0; i < m->key_slots.count && n <= KEYS_MAX; i++)
        parts[n++] = words[m->key_slots.items[i]];
    vs subject = m->subject_slot ? words[m->subject_slot] : VS_TOP;
    if (subject <= VS_TOP || subject == vs_small(0))
        end = 0; /* there is none to be held */
    fixed = n;
    for (uint32_t i = W_GLOBALS; i < end; i++)
        if (words[i] == subject && n < fixed + HOLDERS_MAX)
            parts[n++] = i;
    uint32_t in_blocks = end && words[W_HEAP] ? block_holders(m, words[W_HEAP], subject) : 0;
    if (in_blocks)
        parts[n++] = UINT64_C(1) << 32 | in_blocks;
    return base_intern_add(m->key_values, (const char *)parts, n * sizeof *parts);
}

/* What the value may be; of pointers, as far as it is known for certain. 0: nothing is known. */
static uint64_t signs_of(struct avm *m, struct vs_type t, vs v)
{
    enum { NEGATIVE = 1, ZERO = 2, POSITIVE = 4 };
    if (v <= VS_TOP || !has_type(t) || t.kind == VS_FLOAT)
        return 0;
    if (t.kind == VS_INT) {
        int64_t least = vs_min(m->pool, t, v), most = vs_max(m->pool, t, v);
        return (least < 0 ? NEGATIVE : 0) | (vs_contains(m->pool, t, v, 0) ? ZERO : 0) | (most > 0 ? POSITIVE : 0);
    }
    int truth = avm_truth_of(m, t, v);
    return truth == 1 ? POSITIVE : truth == 0 ? ZERO : 0;
}

/* Of all results that are live where the state is (results.c), and of the one that is being returned. */
static uint64_t signs_of_results(struct avm *m, const vs *words)
{
    enum { BITS = 3, MOST = 64 / BITS };
    uint32_t pc = final_pc(m, words[W_PC]);
    if (is_last(pc))
        return 0;
    const struct code *c = &m->code.items[pc];
    uint64_t signs =
        c->is_return_point && c->result_type ? signs_of(m, avm_type(m, c->result_type), words[W_RESULT]) : 0;
    for (uint32_t i = 0; i < c->result_count && i + 1 < MOST; i++)
        signs = signs << BITS | signs_of(m, c->results[i]->t, words[c->results[i]->slot]);
    return signs;
}

/* By the keys, what holds the subject and the signs of results, while the nodes of a location are few; then without the
 * signs, in the end by the keys alone. What has a node keeps it: each step of a state leads to the same nodes. */
static uint64_t location_and_values(struct avm *m, const vs *words, uint32_t n)
{
    enum { MOST_SIGNED = 12, MOST = 64 };
    uint32_t known, pc = words[W_PC], count = pc < m->nodes_at.count ? m->nodes_at.items[pc] : 0;
    uint64_t at = location(m, words, n), parts[2] = {words[W_CTX], signs_of_results(m, words)}, key;
    if (parts[1]) {
        uint64_t both = base_intern_add(m->key_values, (const char *)parts, sizeof parts);
        key = at | avm_key_of(m, words, n, UINT64_C(1) << 32 | both);
        if (count < MOST_SIGNED || base_map64_get(&m->node_of, key, &known))
            return key;
    }
    key = at | avm_key_of(m, words, n, words[W_CTX]);
    return count < MOST || base_map64_get(&m->node_of, key, &known) ? key : at | avm_key_of(m, words, 0, words[W_CTX]);
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
