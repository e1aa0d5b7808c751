/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nodes: states that are joined. A node stands for all states with its key (struct policy); its vector is their join,
 * and is stepped again whenever it grew. Source: Krall 2012, algorithm 2.2.1 (merge and stop).
 */
#include "explore.h"
#include "runtime/avm/memory/memory.h"
#include "prepare.h"

/* A vector that grew more often is widened whatever its abstractions. After twice as many joins, and four more for each
 * of its words, as one cell may change at each, nothing is kept. */
enum { JOINS_MAX = 200 };

static const struct cell *slot_cell(const struct avm *m, uint32_t pc, uint32_t slot)
{
    if (slot < m->frame_base)
        return m->global_cells[slot - W_GLOBALS];
    return code_at(m, pc)->fn->frame_cells[slot - m->frame_base];
}

static vs join_results(struct avm *m, uint32_t pc, vs a, vs b, bool give_up)
{
    cwi_id type = pc >= PC_CODE && pc < m->chain_base ? m->code.items[pc].result_type : 0;
    struct vs_type t = type ? avm_type(m, type) : no_type();
    bool is_known = has_type(t) && a > VS_TOP && b > VS_TOP && !give_up;
    vs joined = is_known ? vs_join(m->pool, t, a, b) : VS_TOP;
    return is_known && t.kind != VS_PTR ? vs_widen(m->pool, t, a, joined) : joined;
}

/* Joins `words` into the node's vector; true when it grew. */
static bool join_node(struct avm *m, struct node_state *node, const vs *words, uint32_t n)
{
    vs *old = m->frame_buffer;
    uint32_t k;
    avm_store_get(m->states, node->vector, old, &k);
    bool grew = false, widen = node->joins >= m->policy.widen_after;
    if (old[W_RESULT] != words[W_RESULT] && old[W_RESULT] != VS_TOP) {
        vs joined = join_results(m, words[W_PC], old[W_RESULT], words[W_RESULT], node->joins > JOINS_MAX);
        grew |= joined != old[W_RESULT];
        old[W_RESULT] = joined;
    }
    if (old[W_WORLD] != words[W_WORLD] && old[W_WORLD] != WORLD_DISTURBED) {
        old[W_WORLD] = WORLD_DISTURBED;
        grew = true;
    }
    vs pending = old[W_PENDING] & words[W_PENDING];
    grew |= pending != old[W_PENDING];
    old[W_PENDING] = pending;
    bool give_up = node->joins > 2 * JOINS_MAX + 4 * n;
    vs heap = avm_join_blocks(m, old[W_HEAP], words[W_HEAP], widen, give_up);
    grew |= heap != old[W_HEAP];
    old[W_HEAP] = heap;
    for (uint32_t i = W_GLOBALS; i < n; i++) {
        if (old[i] == words[i] || old[i] == VS_TOP)
            continue;
        const struct cell *c = slot_cell(m, words[W_PC], i);
        vs joined = vs_join(m->pool, c->t, old[i], words[i]);
        if (widen && (c->widens || node->joins > JOINS_MAX))
            joined = give_up ? VS_TOP : vs_widen(m->pool, c->t, old[i], joined);
        joined = avm_round(m, c, joined);
        grew |= joined != old[i];
        old[i] = joined;
    }
    if (!grew)
        return false;
    bool is_new;
    node->vector = avm_store_add(m->states, old, n, &is_new);
    node->joins++;
    return true;
}

static void tell_joined(struct avm *m, uint32_t state, uint32_t pc)
{
    struct buf text = {0};
    if (!m->cfg.joins_at || pc < PC_CODE || pc >= m->chain_base ||
        !avm_is_at(m->u, m->code.items[pc].at, m->cfg.joins_at))
        return;
    avm_print_state(m->model, state, &text);
    m->cfg.joined(m->nodes.items[state].joins + 1, buf_str(&text));
    buf_free(&text);
}

uint32_t avm_add_node(struct avm *m, const vs *words, uint32_t n)
{
    uint64_t key = m->policy.key(m, words, n);
    uint32_t id;
    bool is_new;
    if (!base_map64_get(&m->node_of, key, &id)) {
        id = (uint32_t)m->nodes.count;
        base_map64_put(&m->node_of, key, id);
        while (m->nodes_at.count <= words[W_PC])
            vec_push(&m->nodes_at, 0);
        m->nodes_at.items[words[W_PC]]++;
        vec_push(&m->nodes,
                 ((struct node_state){.vector = avm_store_add(m->states, words, n, &is_new), .pc = words[W_PC]}));
        avm_note_state(m, id, words[W_PC]);
        avm_requeue(m, id);
        tell_joined(m, id, words[W_PC]);
    } else if (join_node(m, &m->nodes.items[id], words, n)) {
        tell_joined(m, id, words[W_PC]);
        avm_requeue(m, id);
    }
    return id;
}
