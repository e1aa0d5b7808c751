/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Frames: which temporaries outlive a code block, and where everything stands in the state vector.
 *
 * A temporary that is dead on entry of every block lives behind the vector, in the working state only; the others get a
 * slot and are cleared wherever they are dead, so that states do not differ in what nobody reads. So are the user's own
 * locals that nothing but the code of their function sees (is_unseen). What tells joined states apart does so where it
 * is live.
 */
#include "runtime/base/bits.h"
#include "compile.h"
#include "runtime/avm/prepare.h"

#include <stdlib.h>

struct cell_list VEC(struct cell *);

struct liveness {
    struct avm *m;
    uint32_t first_pc, codes, count, words; /* cells; words of 64 bits in one set */
    uint32_t *index;                        /* by cell number - lowest: its number here, or NOT_HERE */
    uint32_t lowest, highest;
    uint64_t *use, *def, *in;
    bool drops; /* the user's locals, where they are dead */
};
enum { NOT_HERE = UINT32_MAX };

static uint32_t number_of(const struct liveness *l, const struct cell *c)
{
    uint32_t i = (uint32_t)(c - l->m->cells.items);
    return c->slot != W_RESULT && i >= l->lowest && i <= l->highest ? l->index[i - l->lowest] : NOT_HERE;
}

static void mark_use(struct liveness *l, uint32_t code, const struct cell *c)
{
    uint32_t t = number_of(l, c);
    size_t row = (size_t)code * l->words;
    if (t != NOT_HERE && !bit_get(l->def + row, t))
        bit_set(l->use + row, t, true);
}

static void uses(struct liveness *l, uint32_t code, const struct node *n)
{
    if (!n)
        return;
    if (n->kind == N_SLOT)
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
        uint32_t t = op->to.kind == P_CELL ? number_of(l, op->to.cell) : NOT_HERE;
        if (t != NOT_HERE)
            bit_set(l->def + (size_t)k * l->words, t, true);
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
            const struct cell *from = avm_comp_copied(op->value);
            if (!from || !from->pending_bit)
                continue;
            if (m->holders[op->to.cell->var])
                m->code.items[first_pc].fn->holder_bits |= 1u << bit;
            m->cells.items[op->to.cell - m->cells.items].pending_bit = bit++;
        }
}

/* Into `use`, which is done with: what may hold a value on entry of each code, since it does at a code before. */
static void find_entering(struct liveness *l, const struct func_code *fn)
{
    memset(l->use, 0, (size_t)l->codes * l->words * sizeof *l->use);
    for (uint32_t i = 0; i < fn->param_count; i++) {
        uint32_t t = fn->params[i] == UINT32_MAX ? NOT_HERE : number_of(l, &l->m->cells.items[fn->params[i]]);
        if (t != NOT_HERE)
            bit_set(l->use + (size_t)(fn->entry - l->first_pc) * l->words, t, true);
    }
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

/* slotted: the cells that have a slot, by their number, else NULL. */
static void give_kills(struct liveness *l, const struct func_code *fn, const struct cell *const *slotted)
{
    struct avm *m = l->m;
    find_entering(l, fn);
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

/* States are told apart by what it holds. */
static bool tells_apart(const struct cell *c)
{
    return c->is_result || c->is_returned;
}

static void give_results(struct liveness *l, const struct cell_list *cells)
{
    for (uint32_t k = 0; k < l->codes; k++) {
        struct code *c = &l->m->code.items[l->first_pc + k];
        struct VEC(const struct cell *) results = {0};
        for (uint32_t t = 0; t < l->count; t++)
            if (tells_apart(cells->items[t]) && bit_get(l->in + (size_t)k * l->words, t))
                vec_push(&results, cells->items[t]);
        c->result_count = (uint32_t)results.count;
        c->results = vec_to_arena(&results, l->m->arena);
        vec_free(&results);
    }
}

/* Whether a note says something of the variable, or looks at it. */
static bool is_named(const struct avm *m, cwi_id var)
{
    const struct cwi_unit *u = m->u;
    for (size_t i = 0; i < m->notes->list.count; i++) {
        const struct note *n = m->notes->list.items[i];
        const struct note_event *e = n->kind == NOTE_LABEL ? &n->u.label.event : NULL;
        bool is_here = n->kind == NOTE_PROPERTY    ? avm_comp_expr_names(u, n->u.property.expr, var)
                       : n->kind == NOTE_PREDICATE ? avm_comp_expr_names(u, n->u.predicate, var)
                       : n->kind == NOTE_INPUT     ? n->u.input.var == var
                                                   : false;
        if (e)
            is_here = avm_comp_expr_names(u, e->cell, var) || avm_comp_expr_names(u, e->cond, var) ||
                      avm_comp_expr_names(u, e->when, var);
        for (uint32_t k = 0; e && k < n->u.label.arg_count; k++)
            is_here |= avm_comp_expr_names(u, n->u.label.args[k], var);
        if (is_here)
            return true;
    }
    return false;
}

/* Whether the user's own locals are cleared where they are dead, too. Who asks for leaks asks for all that hold a
 * pointer, dead or not; and a longjmp may come back to where they are not. */
static bool drops_locals(struct avm *m, const struct func_code *fn)
{
    bool asks_all = avm_asks(m, AVM_DOUBT_LEAK) || avm_asks(m, AVM_DOUBT_UNSET);
    return !asks_all && !avm_calls_setjmp(m, fn->func);
}

/* A user's local whose value nobody can see but the code of its function. */
static bool is_unseen(const struct avm *m, const struct object *o, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(m->u, var);
    enum cwi_type_kind kind = cwi_type_of(m->u, v->type)->kind;
    bool is_scalar = kind != CWI_STRUCT && kind != CWI_UNION && kind != CWI_ARRAY && o->count == 1 && !o->is_activation;
    bool is_own = (v->linkage == CWI_AUTO || v->linkage == CWI_PARAM) && !v->is_address_taken && !v->is_volatile;
    return is_scalar && is_own && !o->is_shared && !is_named(m, var);
}

/* The cells of which it matters where they are dead get their numbers; the others a place in the frame. */
static void take_cells(struct liveness *l, const struct func_code *fn, struct cell_list *frame, struct cell_list *cells)
{
    struct avm *m = l->m;
    l->drops = drops_locals(m, fn);
    for (uint32_t i = fn->first_local; i < fn->first_local + fn->local_count; i++) {
        const struct object *o = &m->objects[m->locals[i]];
        bool is_unseen_here = !o->is_global && is_unseen(m, o, m->locals[i]);
        for (uint32_t k = 0; k < o->count && !o->is_global; k++) {
            struct cell *c = &m->cells.items[o->first + k];
            bool is_numbered = is_unseen_here && (l->drops || tells_apart(c));
            if (!c->is_temp && !is_numbered) {
                vec_push(frame, c);
                continue;
            }
            uint32_t number = o->first + k;
            l->lowest = number < l->lowest ? number : l->lowest;
            l->highest = number > l->highest ? number : l->highest;
            vec_push(cells, c);
        }
    }
    l->count = (uint32_t)cells->count;
    l->words = (uint32_t)bit_words(l->count);
    uint32_t span = l->count ? l->highest - l->lowest + 1 : 1;
    l->index = base_mem_alloc(span * sizeof *l->index);
    memset(l->index, 0xff, span * sizeof *l->index);
    for (uint32_t t = 0; t < cells->count; t++)
        l->index[(uint32_t)(cells->items[t] - m->cells.items) - l->lowest] = t;
}

void avm_frame(struct avm *m, struct func_code *fn, uint32_t first_pc, uint32_t end_pc)
{
    struct cell_list frame = {0}, cells = {0}, passing = {0};
    struct liveness l = {.m = m, .first_pc = first_pc, .codes = end_pc - first_pc, .lowest = UINT32_MAX};
    take_cells(&l, fn, &frame, &cells);
    size_t size = (size_t)l.codes * l.words;
    l.use = base_mem_zalloc(size * sizeof *l.use);
    l.def = base_mem_zalloc(size * sizeof *l.def);
    l.in = base_mem_zalloc(size * sizeof *l.in);
    give_pending_bits(m, first_pc, end_pc);
    for (uint32_t k = 0; k < l.codes && l.count; k++)
        scan(&l, k);
    if (l.count)
        solve(&l);

    const struct cell **slotted = base_mem_zalloc((cells.count + 1) * sizeof *slotted);
    uint64_t *live = bits_new(l.count);
    for (size_t i = 0; i < size; i++)
        live[i % l.words] |= l.in[i];
    for (uint32_t t = 0; t < cells.count; t++) {
        if (bit_get(live, t) || !cells.items[t]->is_temp) {
            vec_push(&frame, cells.items[t]);
            slotted[t] = cells.items[t]->is_temp || l.drops ? cells.items[t] : NULL;
        } else {
            vec_push(&passing, cells.items[t]);
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
    give_kills(&l, fn, slotted);
    if (m->policy.context == CONTEXT_KEYED)
        give_results(&l, &cells);
    vec_free(&frame);
    vec_free(&cells);
    free(slotted);
    free(live);
    vec_free(&passing);
    free(l.index);
    free(l.use);
    free(l.def);
    free(l.in);
}
