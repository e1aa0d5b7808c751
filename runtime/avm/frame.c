/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Frames: which temporaries outlive a code block, and where everything stands in the state vector.
 *
 * A temporary that is dead on entry of every block lives behind the vector, in the working state only; the others get a
 * slot and are cleared wherever they are dead, so that states do not differ in what nobody reads.
 */
#include "runtime/base/bits.h"
#include "machine.h"

#include <stdlib.h>

struct liveness {
    struct avm *m;
    uint32_t first_pc, codes, temps, words; /* words of 64 bits in one set */
    uint32_t *index;                        /* by cell number - lowest: temporary number */
    uint32_t lowest, highest;
    uint64_t *use, *def, *in;
};

static void mark_use(struct liveness *l, uint32_t code, const struct cell *c)
{
    uint32_t t = l->index[(uint32_t)(c - l->m->cells.items) - l->lowest];
    size_t row = (size_t)code * l->words;
    if (!bit_get(l->def + row, t))
        bit_set(l->use + row, t, true);
}

static bool is_local_temp(const struct liveness *l, const struct cell *c)
{
    uint32_t i = (uint32_t)(c - l->m->cells.items);
    return c->is_temp && c->slot != W_RESULT && i >= l->lowest && i <= l->highest;
}

static void uses(struct liveness *l, uint32_t code, const struct node *n)
{
    if (!n)
        return;
    if (n->kind == N_SLOT && is_local_temp(l, n->cell))
        mark_use(l, code, n->cell);
    if (n->kind == N_SLOT || n->kind == N_CONST || n->kind == N_ANY)
        return;
    uses(l, code, n->a);
    uses(l, code, n->b);
    uses(l, code, n->c);
}

static void call_uses(struct liveness *l, uint32_t code, const struct call *call)
{
    if (!call)
        return;
    uses(l, code, call->pointer);
    for (uint32_t i = 0; i < call->arg_count; i++) {
        uses(l, code, call->args[i]);
        if (call->wholes && call->wholes[i])
            uses(l, code, call->wholes[i]->index);
    }
}

static void scan(struct liveness *l, uint32_t k)
{
    const struct code *c = &l->m->code.items[l->first_pc + k];
    for (uint32_t i = 0; i < c->op_count; i++) {
        const struct op *op = &c->ops[i];
        uses(l, k, op->value);
        uses(l, k, op->to.index);
        if (op->from)
            uses(l, k, op->from->index);
        call_uses(l, k, op->call);
        if (op->to.kind == P_CELL && is_local_temp(l, op->to.cell)) {
            uint32_t t = l->index[(uint32_t)(op->to.cell - l->m->cells.items) - l->lowest];
            bit_set(l->def + (size_t)k * l->words, t, true);
        }
    }
    uses(l, k, c->value);
    uses(l, k, c->buffer);
    if (c->whole)
        uses(l, k, c->whole->index);
    call_uses(l, k, c->call);
}

static void solve(struct liveness *l)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t k = l->codes; k-- > 0;) {
            const struct code *c = &l->m->code.items[l->first_pc + k];
            uint64_t *in = l->in + (size_t)k * l->words;
            for (uint32_t w = 0; w < l->words; w++) {
                uint64_t out = 0;
                for (uint32_t i = 0; i < c->next_count; i++)
                    if (c->next[i] >= l->first_pc && c->next[i] < l->first_pc + l->codes)
                        out |= l->in[(size_t)(c->next[i] - l->first_pc) * l->words + w];
                for (uint32_t i = 0; i < c->row_count; i++)
                    out |= l->in[(size_t)(c->rows[i].next - l->first_pc) * l->words + w];
                uint64_t now = l->use[(size_t)k * l->words + w] | (out & ~l->def[(size_t)k * l->words + w]);
                if (now != in[w]) {
                    in[w] = now;
                    changed = true;
                }
            }
        }
    }
}

/* Temporaries that may hold a pending input: results of calls, and what is copied from such. */
static void give_pending_bits(struct avm *m, uint32_t first_pc, uint32_t end_pc)
{
    uint32_t bit = 1;
    for (uint32_t pc = first_pc; pc < end_pc; pc++)
        for (uint32_t i = 0; i < m->code.items[pc].op_count; i++) {
            const struct op *op = &m->code.items[pc].ops[i];
            if (op->kind != OP_STORE || op->to.kind != P_CELL || !op->to.cell->is_temp || op->to.cell->pending_bit ||
                bit >= FRESH_BIT)
                continue;
            const struct node *n = op->value;
            while (n->kind == N_UNARY && n->op == VS_CONVERT)
                n = n->a;
            if (n->kind != N_SLOT || !n->cell->pending_bit)
                continue;
            if (m->holders[op->to.cell->var])
                m->code.items[first_pc].fn->holder_bits |= 1u << bit;
            ((struct cell *)op->to.cell)->pending_bit = bit++;
        }
}

/* Into `use`, which is done with: what may hold a value on entry of each code, since it does at a code before. */
static void find_entering(struct liveness *l)
{
    memset(l->use, 0, (size_t)l->codes * l->words * sizeof *l->use);
    for (uint32_t k = 0; k < l->codes; k++) {
        const struct code *c = &l->m->code.items[l->first_pc + k];
        const uint64_t *in = l->in + (size_t)k * l->words, *def = l->def + (size_t)k * l->words;
        for (uint32_t i = 0; i < c->next_count + c->row_count; i++) {
            uint32_t next = (i < c->next_count ? c->next[i] : c->rows[i - c->next_count].next) - l->first_pc;
            for (uint32_t w = 0; next < l->codes && w < l->words; w++)
                l->use[(size_t)next * l->words + w] |= in[w] | def[w];
        }
    }
}

/* slotted: the temporaries that have a slot, by their number, else NULL. */
static void give_kills(struct liveness *l, const struct cell *const *slotted)
{
    struct avm *m = l->m;
    find_entering(l);
    for (uint32_t k = 0; k < l->codes; k++) {
        struct code *c = &m->code.items[l->first_pc + k];
        const uint64_t *in = l->in + (size_t)k * l->words, *entering = l->use + (size_t)k * l->words;
        struct VEC(uint32_t) kills = {0};
        c->live_pending = c->is_return_point ? 1u << RESULT_BIT : 0;
        for (uint32_t w = 0; w < l->words; w++)
            for (uint64_t bits = in[w] | entering[w]; bits; bits &= bits - 1) {
                uint32_t t = w * 64 + (uint32_t)__builtin_ctzll(bits);
                if (!slotted[t])
                    continue;
                if (bit_get(in, t))
                    c->live_pending |= slotted[t]->pending_bit ? 1u << slotted[t]->pending_bit : 0;
                else
                    vec_push(&kills, slotted[t]->slot);
            }
        c->kill_count = (uint32_t)kills.count;
        c->kills = vec_to_arena(&kills, m->arena);
        vec_free(&kills);
    }
}

void avm_frame(struct avm *m, struct func_code *fn, uint32_t first_pc, uint32_t end_pc)
{
    struct VEC(struct cell *) frame = {0};
    struct VEC(struct cell *) temps = {0};
    struct liveness l = {.m = m, .first_pc = first_pc, .codes = end_pc - first_pc, .lowest = UINT32_MAX};
    for (uint32_t i = fn->first_local; i < fn->first_local + fn->local_count; i++) {
        const struct object *o = &m->objects[m->locals[i]];
        for (uint32_t k = 0; k < o->count && !o->is_global; k++) {
            struct cell *c = &m->cells.items[o->first + k];
            if (!c->is_temp) {
                vec_push(&frame, c);
                continue;
            }
            uint32_t number = o->first + k;
            l.lowest = number < l.lowest ? number : l.lowest;
            l.highest = number > l.highest ? number : l.highest;
            vec_push(&temps, c);
        }
    }
    l.temps = (uint32_t)temps.count;
    l.words = (uint32_t)bit_words(l.temps);
    size_t size = (size_t)l.codes * l.words;
    l.index = base_mem_zalloc(temps.count ? (l.highest - l.lowest + 1) * sizeof *l.index : 1);
    for (uint32_t t = 0; t < temps.count; t++)
        l.index[(uint32_t)(temps.items[t] - m->cells.items) - l.lowest] = t;
    l.use = base_mem_zalloc(size * sizeof *l.use);
    l.def = base_mem_zalloc(size * sizeof *l.def);
    l.in = base_mem_zalloc(size * sizeof *l.in);
    give_pending_bits(m, first_pc, end_pc);
    for (uint32_t k = 0; k < l.codes && l.temps; k++)
        scan(&l, k);
    if (l.temps)
        solve(&l);

    const struct cell **slotted = base_mem_zalloc((temps.count + 1) * sizeof *slotted);
    struct VEC(struct cell *) passing = {0};
    uint64_t *live = bits_new(l.temps);
    for (size_t i = 0; i < size; i++)
        live[i % l.words] |= l.in[i];
    for (uint32_t t = 0; t < temps.count; t++) {
        if (bit_get(live, t)) {
            vec_push(&frame, temps.items[t]);
            slotted[t] = temps.items[t];
        } else {
            vec_push(&passing, temps.items[t]);
        }
    }
    fn->frame_cells = ARENA_ARRAY(m->arena, const struct cell *, frame.count);
    for (size_t i = 0; i < frame.count; i++) {
        frame.items[i]->slot = m->frame_base + (uint32_t)i;
        fn->frame_cells[i] = frame.items[i];
    }
    fn->words = m->frame_base + (uint32_t)frame.count;
    for (size_t i = 0; i < passing.count; i++)
        passing.items[i]->slot = fn->words + (uint32_t)i;
    fn->scratch = fn->words + (uint32_t)passing.count;
    if (fn->scratch > m->scratch_max)
        m->scratch_max = fn->scratch;
    give_kills(&l, slotted);
    vec_free(&frame);
    vec_free(&temps);
    free(slotted);
    free(live);
    vec_free(&passing);
    free(l.index);
    free(l.use);
    free(l.def);
    free(l.in);
}
