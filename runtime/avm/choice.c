/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Did the environment choose? Pending inputs, witnesses, and the splits of states that choices make.
 *
 * A choice is must when some concrete value of one unobserved input makes it, whatever the state stands for.
 */
#include "runtime/avm/memory/memory.h"
#include "report.h"
#include "step.h"

/* A set with more values than these is tried at its ends. */
enum { WITNESSES = 300 };

static const struct cell *pending_cell(const struct avm *m, const struct work *s, uint32_t bits, const struct node *n)
{
    switch (n->kind) {
    case N_BOUND:
        return avm_bound(m, n) ? pending_cell(m, s, bits, avm_bound(m, n)) : NULL;
    case N_SLOT:
        return bits & input_bit(s, n->cell) && !vs_is_small(s->w[n->cell->slot]) ? n->cell : NULL;
    case N_UNARY:
        return pending_cell(m, s, bits, n->a);
    case N_BINARY:
    case N_PTRADD:
    case N_COND: {
        const struct cell *c = pending_cell(m, s, bits, n->a);
        c = c ? c : pending_cell(m, s, bits, n->b);
        return c || n->kind != N_COND ? c : pending_cell(m, s, bits, n->c);
    }
    default:
        return NULL;
    }
}

/* All pending inputs that occur in a value, in indices and addresses too. */
uint32_t avm_pending_in(const struct avm *m, const struct work *s, const struct node *n)
{
    if (!n || !s->w[W_PENDING])
        return 0;
    if (n->kind == N_BOUND)
        return avm_pending_in(m, s, avm_bound(m, n));
    if (n->kind == N_SLOT)
        return s->w[W_PENDING] & input_bit(s, n->cell);
    return avm_pending_in(m, s, n->a) | avm_pending_in(m, s, n->b) | avm_pending_in(m, s, n->c);
}

/* What an input of the type may be on a machine, too. */
static vs on_machine(struct avm *m, struct vs_type t, vs v)
{
    bool is_unsigned = t.range == VS_UNBOUNDED_UNSIGNED;
    int64_t most = t.bits - !is_unsigned >= 63 ? INT64_MAX - 1 : (INT64_C(1) << (t.bits - !is_unsigned)) - 1;
    return t.range ? vs_meet(m->pool, t, v, vs_interval(m->pool, t, is_unsigned ? 0 : -most - 1, most)) : v;
}

/* Whether some value of the one pending input makes `n` lie in `wanted`: then every concrete state has that successor.
 * The sets may be larger than what can happen, so a value is tried. */
bool avm_witness(struct avm *m, const struct work *s, const struct node *n, vs wanted)
{
    uint32_t bits;
    if (!avm_only_input(m, s, n, &bits) || !bits)
        return false;
    const struct cell *c = pending_cell(m, s, bits, n);
    if (!c || c->t.kind != VS_INT)
        return false;
    struct work *t = avm_fork(m, s);
    vs all = t->w[c->slot];
    bool found = false;
    if (avm_narrow(m, t, n, wanted)) {
        int64_t values[WITNESSES];
        vs narrowed = on_machine(m, c->t, t->w[c->slot]);
        size_t count = narrowed == VS_BOTTOM ? 0 : vs_values(m->pool, c->t, narrowed, values, WITNESSES - 2);
        if (count > WITNESSES - 2) {
            values[0] = vs_min(m->pool, c->t, narrowed);
            values[1] = vs_max(m->pool, c->t, narrowed);
            count = 2;
        }
        load_words(t, 0, s->w, m->scratch_max);
        for (size_t i = 0; i < count && !found; i++) {
            if (!vs_contains(m->pool, c->t, all, values[i]))
                continue;
            refine_word(t, c->slot, vs_const(m->pool, c->t, values[i]));
            t->partial = false;
            vs v = avm_eval(m, t, n);
            found = !t->partial && v > VS_TOP && vs_leq(m->pool, n->t, v, wanted);
        }
    }
    avm_drop(m, t);
    return found;
}

void avm_chosen(struct work *s, bool by_environment, const struct cwi_expr *blame, const struct cwi_stmt *stmt,
                int outcome)
{
    if (by_environment && !s->lost)
        s->chose_input = true;
    else if (!by_environment)
        s->lost = true;
    else
        return;
    s->blame = blame;
    s->stmt = stmt;
    s->outcome = outcome;
}

int avm_truth_of(struct avm *m, struct vs_type t, vs v)
{
    if (v == VS_BOTTOM)
        return 0;
    vs zero = avm_zero(m, t);
    if (v == zero)
        return 0;
    if (t.kind == VS_FLOAT)
        return vs_contains(m->pool, t, v, 0) ? -1 : 1;
    if (vs_is_small(v))
        return 1;
    return vs_meet(m->pool, t, v, zero) == VS_BOTTOM ? 1 : -1;
}

int avm_truth(struct avm *m, struct work *s, const struct node *cond)
{
    return cond ? avm_truth_of(m, cond->t, avm_eval(m, s, cond)) : 1;
}

vs avm_note_value(struct avm *m, struct work *s, const struct node *n, bool *lacks)
{
    const struct trap *trap = m->trap;
    const struct cwi_expr *trap_at = m->trap_at;
    bool partial = s->partial, was_partial = s->was_partial, in_note = m->in_note;
    m->trap = NULL;
    m->in_note = true;
    s->partial = false;
    vs v = avm_eval(m, s, n);
    *lacks = s->partial || m->trap || v == VS_BOTTOM;
    m->trap = trap;
    m->trap_at = trap_at;
    m->in_note = in_note;
    s->partial = partial;
    s->was_partial = was_partial;
    return v;
}

struct work *avm_split(struct avm *m, struct work *s, const struct node *cond, const struct cwi_stmt *stmt,
                       bool *else_feasible)
{
    struct vs_type t = cond->t;
    vs zero = avm_zero(m, t);
    bool yes_input = t.kind != VS_FLOAT && avm_witness(m, s, cond, vs_complement(m->pool, t, zero));
    bool no_input = t.kind != VS_FLOAT && avm_witness(m, s, cond, zero);
    uint32_t bits = avm_pending_in(m, s, cond);
    struct work *yes = avm_fork(m, s);
    bool yes_feasible = avm_constrain(m, yes, cond, true);
    *else_feasible = avm_constrain(m, s, cond, false);
    /* An input stays free to be chosen only within a set all of whose values have this outcome. */
    if (bits && (!yes_input || avm_truth(m, yes, cond) != 1))
        drop_pending(yes, bits);
    if (bits && (!no_input || avm_truth(m, s, cond) != 0))
        drop_pending(s, bits);
    if (yes_feasible && *else_feasible) {
        avm_chosen(yes, yes_input, cond->src, stmt, 1);
        avm_chosen(s, no_input, cond->src, stmt, 0);
        if (yes->lost)
            avm_undecide(m, s, stmt, cond);
    }
    if (!yes_feasible) {
        avm_drop(m, yes);
        yes = NULL;
    }
    return yes;
}

/* True when the bits of `v` pass unchanged through the conversions in `n` from a pending temporary. */
const struct cell *avm_moved_input(struct avm *m, const struct work *s, const struct node *n)
{
    if (n->kind == N_SLOT)
        return s->w[W_PENDING] & input_bit(s, n->cell) ? n->cell : NULL;
    if (n->kind != N_UNARY || n->op != VS_CONVERT || n->t.kind != VS_INT || n->ta.kind != VS_INT)
        return NULL;
    const struct cell *c = avm_moved_input(m, s, n->a);
    if (!c)
        return NULL;
    struct work copy = *s;
    vs from = avm_eval(m, &copy, n->a), to = vs_unary(m->pool, VS_CONVERT, n->t, from, n->ta);
    bool same = vs_count(m->pool, n->ta, from) == vs_count(m->pool, n->t, to) &&
                vs_min(m->pool, n->ta, from) == vs_min(m->pool, n->t, to) &&
                vs_max(m->pool, n->ta, from) == vs_max(m->pool, n->t, to);
    return same ? c : NULL;
}

/* A byte is split entirely; of an int that holds one (getchar) the end of the input is a part of its own already. */
size_t avm_most_parts(const struct avm *m, const struct cell *c)
{
    size_t limit = m->cfg.split_limit < PARTS_MAX ? m->cfg.split_limit : PARTS_MAX;
    return c->t.kind == VS_INT && c->t.bits > 8 && limit > 1 ? limit - 1 : limit;
}

/* Cuts the value over the parts of the cell's abstraction, into `out`; false when there is nothing to cut. */
static bool cut_parts(struct avm *m, struct work *s, const struct op *op, const struct cell *c, const struct cell *leaf,
                      struct split_memo *out, uint32_t pc)
{
    vs v = avm_eval(m, s, op->value), parts[PARTS_MAX];
    out->count = 0;
    if (memcmp(&op->value->t, &c->t, sizeof c->t) || vs_is_small(v))
        return false;
    size_t n = abs_parts(m->pool, c->abs, c->t, v, parts, avm_most_parts(m, c));
    if (n == 0)
        avm_lose(m, op->stmt->at, m->code.items[pc].fn->func,
                 "an input has too many parts to be split over: its value is kept as one set");
    if (n <= 1)
        return false;
    out->parts = arena_alloc(op->memo == out ? m->arena : m->step_arena, n * sizeof *out->parts);
    for (size_t i = 0; i < n; i++) {
        struct work *f = avm_fork(m, s);
        bool must = avm_witness(m, s, op->value, parts[i]);
        if (avm_narrow(m, f, op->value, parts[i])) {
            vs part = vs_meet(m->pool, c->t, avm_eval(m, f, op->value), parts[i]);
            if (part != VS_BOTTOM) {
                out->parts[out->count].leaf = leaf ? f->w[leaf->slot] : VS_TOP;
                out->parts[out->count].stored = avm_round(m, c, part);
                out->parts[out->count++].must = must;
            }
        }
        avm_drop(m, f);
    }
    return out->count > 0;
}

bool avm_split_parts(struct avm *m, struct work *s, const struct op *op, const struct cell *c, struct at at)
{
    uint32_t bits;
    if (!m->policy.splits_inputs || !s->w[W_PENDING] || !avm_only_input(m, s, op->value, &bits) || !bits)
        return false;
    struct split_memo once = {0}, *memo = op->memo ? op->memo : &once;
    const struct cell *leaf = memo->leaf ? memo->leaf : pending_cell(m, s, bits, op->value);
    if (memo == &once) {
        if (!cut_parts(m, s, op, c, leaf, memo, at.pc))
            return false;
    } else if (memo->in != s->w[leaf->slot] || memo->cell != c) {
        memo->in = s->w[leaf->slot];
        memo->cell = c;
        cut_parts(m, s, op, c, leaf, memo, at.pc);
    }
    if (!memo->count)
        return false;
    if (avm_give_up(m))
        return true;
    for (uint32_t i = 0; i < memo->count; i++) {
        struct work *f = avm_fork(m, s);
        if (leaf)
            refine_word(f, leaf->slot, memo->parts[i].leaf);
        set_cell(f, c, memo->parts[i].stored);
        drop_pending(f, bits);
        avm_chosen(f, memo->parts[i].must, op->to.src, op->stmt, -1);
        avm_go_after(m, f, at);
    }
    return true;
}
