/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Emission: a working state becomes a successor, with its labels, its must bit and where it comes from.
 *
 * Several labels of one step become a chain of states between. Source: DuVarney 2002, table 3.10 to 3.11.
 */
#include "eval.h"
#include "explore.h"
#include "prepare.h"
#include "runtime/avm/memory/memory.h"
#include "step.h"

static uint32_t chain_of(struct avm *m, uint32_t pc, const struct work *s, uint32_t origin, bool must)
{
    uint32_t rest = 0;
    for (uint32_t i = s->label_count; i-- > 1;) {
        uint64_t h = (uint64_t)pc << 32 | (uint64_t)rest << 1 | must;
        h = hash_u64(h) ^ hash_u64((uint64_t)s->labels[i] << 32 | origin);
        uint32_t found;
        /* Chains are few: a collision of the hash is resolved by probing the next key. */
        for (;; h++) {
            if (!base_map64_get(&m->chain_of, h, &found)) {
                struct chain c = {pc, s->labels[i], rest, origin, must};
                vec_push(&m->chains, c);
                found = (uint32_t)m->chains.count - 1;
                base_map64_put(&m->chain_of, h, found);
                break;
            }
            const struct chain *c = &m->chains.items[found];
            if (c->pc == pc && c->label == s->labels[i] && c->rest == rest && c->origin == origin && c->must == must)
                break;
        }
        rest = m->chain_base + found;
    }
    return rest;
}

void avm_kill_dead(struct avm *m, struct work *s, uint32_t pc)
{
    const struct code *c = &m->code.items[pc];
    for (uint32_t i = 0; i < c->kill_count; i++)
        clear_word(s, c->kills[i]);
    drop_pending(s, ~c->live_pending);
    if (!c->is_return_point)
        set_result(s, VS_TOP);
}

void avm_add_label(struct avm *m, struct work *s, uint32_t label)
{
    if (label == LTS_TAU)
        return;
    if (s->label_count < LABELS_MAX)
        s->labels[s->label_count++] = label;
    else
        m->too_many_labels = true;
}

/* Each error state is one state: nothing is kept of what led there. */
void avm_emit_error(struct avm *m, struct work *s, uint32_t pc, const char *why)
{
    s->error = base_intern_str(m->texts, base_intern_add(m->texts, why, strlen(why)));
    set_result(s, VS_TOP);
    set_heap(s, MAP_EMPTY);
    clear_words(s, W_GLOBALS, m->scratch_max);
    avm_emit(m, s, pc, AVM_ONLY);
    s->error = NULL;
}

void avm_end_unknown(struct avm *m, struct work *s, const struct cwi_stmt *stmt, const char *why)
{
    if (avm_give_up(m))
        return;
    s->stmt = stmt ? stmt : s->stmt;
    avm_emit_error(m, s, PC_ERROR, why);
}

void avm_end_in_error(struct avm *m, struct work *s, const struct cwi_stmt *stmt)
{
    const struct trap *t = m->trap;
    if (!t) {
        avm_end_unknown(m, s, stmt, "what is computed here has no value");
        return;
    }
    if (avm_give_up(m))
        return;
    bool is_asked = avm_asks(m, t->kind);
    if (!is_asked && kind_of_world(s) == WORLD_SHORT && (t == &avm_trap_null || t == &avm_trap_null_argument))
        return; /* the doubt about it is noted: it is assumed that there is memory for what is followed unseen */
    bool may_go_on = t->kind == AVM_DOUBT_BOUNDS || t->kind == AVM_DOUBT_DEAD;
    const struct cwi_expr *where = stmt && stmt->lhs ? stmt->lhs : m->trap_at;
    if (!is_asked && may_go_on && where) /* it is taken for the end of the run, which it need not be */
        avm_doubt_alone(m, s, AVM_DOUBT_BOUNDS, where, false);
    const struct located *at = stmt ? NULL : avm_where(m, m->trap_at);
    stmt = at ? at->stmt : stmt;
    s->stmt = stmt ? stmt : s->stmt;
    is_asked &= !s->stmt || !avm_is_excused(m, s->stmt->at);
    s->partial = is_asked ? s->was_partial : s->partial;
    avm_emit_error(m, s, is_asked ? PC_SURE + t->kind : PC_ERROR, t->text);
}

void avm_emit(struct avm *m, struct work *s, uint32_t pc, enum avm_choice why)
{
    if (!is_last(pc)) {
        const struct code *to = &m->code.items[pc];
        for (uint32_t i = 0; i < to->exec_count; i++)
            if (s->from_line != to->at.line || s->from_file != to->at.file) {
                m->rule_fired[to->exec[i].ev->index] = 1;
                avm_add_label(m, s, to->exec[i].label);
            }
    }
    if (s->label_count)
        set_pending(s, 0);
    if (m->probe.on) {
        if (m->probe.count++ == 0) {
            s->lost |= why != AVM_ONLY;
            m->probe.end = s;
            m->probe.pc = pc;
        }
        return;
    }
    uint32_t labels = s->label_count;
    if (!is_last(pc))
        avm_kill_dead(m, s, pc);
    if (m->cfg.peephole && !is_last(pc))
        s->label_count = 0, pc = avm_settle(m, s, pc), s->label_count = labels;
    avm_emit_settled(m, s, pc, why);
}

void avm_emit_settled(struct avm *m, struct work *s, uint32_t pc, enum avm_choice why)
{
    uint32_t was = s->w[W_PC];
    const struct code *from = &m->code.items[was < m->code.count ? was : PC_START];
    if (why == AVM_ONLY)
        why = s->lost ? AVM_LOST : s->chose_input ? AVM_INPUT : AVM_ONLY;
    uint32_t origin = m->builder ? avm_origin(m, s, from, why) : 0;
    bool must = !s->partial && why != AVM_LOST && why != AVM_CALL_UNKNOWN;
    uint32_t length = avm_vector_length(m, pc);
    if (s->w[W_HEAP] && !is_last(pc) && (pc <= was || m->cfg.peephole))
        avm_rename_blocks(m, s, length); /* once in a turn of each loop is enough */
    if (is_last(pc)) {
        set_context(s, 0);
        set_pending(s, 0);
        set_world(s, WORLD_FREE);
        set_heap(s, MAP_EMPTY);
    }
    if (m->cfg.relates)
        avm_settle_symbols(m, s, length);
    set_pc(s, s->label_count > 1 ? chain_of(m, pc, s, origin, must) : pc);
    struct successor x = {.label = s->label_count ? s->labels[0] : LTS_TAU, .origin = origin, .must = must};
    x.state = avm_add_state(m, s->w, length);
    set_pc(s, was);
    vec_push(&m->out, x);
}
