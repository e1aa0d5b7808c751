/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One step: all successors of a state, in a fixed order.
 *
 * A step runs one code block on a working state. Where there is a choice the working state is copied and each copy goes on by
 * itself; what was chosen, and by whom, travels with it and decides in the end whether the edge is must. Labels collect in order
 * and become a chain of states. Source: DuVarney 2002, table 3.10 to 3.11; DESIGN sections 8 and 9.
 */
#include "machine.h"

#include <stdlib.h>

/* Where running on never succeeded so often, it is not tried any more. */
enum { GAVE_UP_MAX = 20, GAVE_UP_NEVER = 255 };
#define NO_PC UINT32_MAX
enum { WITNESSES = 300, SETTLE_MAX = 64, SETTLE_BACK = 2 };

/* ---- working states ------------------------------------------------------------------------------------------------ */

struct work *avm_fork(struct avm *m, const struct work *s)
{
    if (m->work_depth == m->works.count) {
        struct work *fresh = ARENA_NEW(m->arena, struct work);
        fresh->w = ARENA_ARRAY(m->arena, vs, m->scratch_max);
        vec_push(&m->works, fresh);
    }
    struct work *f = m->works.items[m->work_depth++];
    vs *w = f->w;
    if (s) {
        *f = *s;
        memcpy(w, s->w, m->scratch_max * sizeof *w);
    } else {
        *f = (struct work){0};
    }
    f->w = w;
    return f;
}

void avm_drop(struct avm *m, struct work *s)
{
    (void)s;
    m->work_depth--;
}

/* While running on, a choice is the end of it: true when the caller need not work out what would follow. */
static bool give_up(struct avm *m)
{
    if (m->probe.on)
        m->probe.count = 2;
    return m->probe.on;
}

/* ---- did the environment choose? ----------------------------------------------------------------------------------- */

static const struct cell *pending_cell(const struct avm *m, const struct work *s, uint32_t bits, const struct node *n)
{
    switch (n->kind) {
    case N_BOUND:
        return avm_bound(m, n) ? pending_cell(m, s, bits, avm_bound(m, n)) : NULL;
    case N_SLOT:
        return n->cell->pending_bit && (bits >> n->cell->pending_bit & 1) && !vs_is_small(s->w[n->cell->slot]) ? n->cell : NULL;
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
        return n->cell->pending_bit ? s->w[W_PENDING] & 1u << n->cell->pending_bit : 0;
    return avm_pending_in(m, s, n->a) | avm_pending_in(m, s, n->b) | avm_pending_in(m, s, n->c);
}

/* Whether some value of the one pending input makes `n` lie in `wanted`: then every concrete state has that successor. The
 * sets may be larger than what can happen, so a value is tried. */
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
        vs narrowed = t->w[c->slot];
        size_t count = vs_values(m->pool, c->t, narrowed, values, WITNESSES - 2);
        if (count > WITNESSES - 2) {
            values[0] = vs_min(m->pool, c->t, narrowed);
            values[1] = vs_max(m->pool, c->t, narrowed);
            count = 2;
        }
        memcpy(t->w, s->w, m->scratch_max * sizeof *t->w);
        for (size_t i = 0; i < count && !found; i++) {
            if (!vs_contains(m->pool, c->t, all, values[i]))
                continue;
            t->w[c->slot] = vs_const(m->pool, c->t, values[i]);
            t->partial = false;
            vs v = avm_eval(m, t, n);
            found = !t->partial && v > VS_TOP && vs_leq(m->pool, n->t, v, wanted);
        }
    }
    avm_drop(m, t);
    return found;
}

void avm_chosen(struct work *s, bool by_environment, const struct cwi_expr *blame, const struct cwi_stmt *stmt, int outcome)
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

static void note_line(struct work *s, const struct cwi_stmt *stmt)
{
    if (stmt && stmt->at.line) {
        s->from_line = stmt->at.line;
        s->from_file = stmt->at.file;
    }
}

/* ---- emission ------------------------------------------------------------------------------------------------------ */

static uint32_t chain_of(struct avm *m, uint32_t pc, const struct work *s, uint32_t origin, bool must)
{
    uint32_t rest = 0;
    for (uint32_t i = s->label_count; i-- > 1;) {
        uint64_t h = (uint64_t)pc << 32 | (uint64_t)rest << 1 | must;
        h = hash_u64(h) ^ hash_u64((uint64_t)s->labels[i] << 32 | origin);
        uint32_t found;
        /* Chains are few: a collision of the hash is resolved by probing the next key. */
        for (;; h++) {
            if (!map64_get(&m->chain_of, h, &found)) {
                struct chain c = {pc, s->labels[i], rest, origin, must};
                vec_push(&m->chains, c);
                found = (uint32_t)m->chains.count - 1;
                map64_put(&m->chain_of, h, found);
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

static void kill_dead(struct avm *m, struct work *s, uint32_t pc)
{
    const struct code *c = &m->code.items[pc];
    for (uint32_t i = 0; i < c->kill_count; i++)
        s->w[c->kills[i]] = VS_TOP;
    s->w[W_PENDING] &= c->live_pending;
    if (!c->is_return_point)
        s->w[W_RESULT] = VS_TOP;
}

static void add_label(struct avm *m, struct work *s, uint32_t label)
{
    if (label == LTS_TAU)
        return;
    if (s->label_count < LABELS_MAX)
        s->labels[s->label_count++] = label;
    else
        m->too_many_labels = true;
}

/* A code whose operations are silent stores and whose end is decided, run on `t` without ceremony: its one successor, or NO_PC when
 * it is more than that. Most of running on is this. */
static uint32_t run_plainly(struct avm *m, struct work *t, const struct code *c)
{
    if (!c->is_plain || t->w[W_PENDING])
        return NO_PC;
    for (uint32_t i = 0; i < c->op_count; i++) {
        vs v = avm_eval(m, t, c->ops[i].value);
        if (v == VS_BOTTOM)
            return NO_PC;
        avm_store(m, t, &c->ops[i].to, v);
    }
    if (c->end == END_GOTO)
        return c->next[0];
    vs v = avm_eval(m, t, c->value);
    if (!vs_is_small(v))
        return NO_PC;
    if (c->end == END_IF)
        return c->next[v == vs_small(0)];
    for (uint32_t i = 0; i < c->row_count; i++) {
        vs row = c->rows[i].values;
        if (row == v || (!vs_is_small(row) && vs_contains(m->pool, c->value->t, row, vs_small_value(v))))
            return c->rows[i].next;
    }
    return c->next[0];
}

/* Runs on while the target has one silent successor that is nobody's choice: such states need not be seen (DuVarney 2002, 4.6).
 * A state on a cycle of such states remains, and so does divergence: only so many steps back are taken. */
static uint32_t settle(struct avm *m, struct work *s, uint32_t pc)
{
    int back = 0;
    struct probe *p = &m->probe;
    for (int i = 0; i < SETTLE_MAX && pc != PC_HALT && !m->code.items[pc].is_stop; i++) {
        struct code *c = &m->code.items[pc];
        if (c->gave_up == GAVE_UP_MAX)
            break;
        if (c->is_plain) {
            struct work t = {.w = m->spare, .partial = s->partial};
            memcpy(t.w, s->w, m->scratch_max * sizeof *t.w);
            t.w[W_PC] = pc;
            uint32_t next = run_plainly(m, &t, c);
            if (next != NO_PC && !m->code.items[next].exec_count) {
                if (next <= pc && ++back > SETTLE_BACK)
                    break;
                m->spare = s->w;
                s->w = t.w;
                s->partial = t.partial;
                note_line(s, c->stmt);
                pc = next;
                kill_dead(m, s, pc);
                continue;
            }
        }
        struct work *t = avm_fork(m, s);
        t->w[W_PC] = pc;
        p->count = 0;
        p->on = true;
        avm_run_code(m, t, pc, 0);
        p->on = false;
        avm_drop(m, t);
        const struct work *end = p->end; /* dropped, but nothing was forked since */
        if (p->count != 1)
            c->gave_up += c->gave_up != GAVE_UP_NEVER;
        else
            c->gave_up = GAVE_UP_NEVER;
        if (p->count != 1 || end->label_count || end->lost != s->lost || end->chose_input != s->chose_input ||
            (p->pc <= pc && ++back > SETTLE_BACK))
            break;
        vs *w = s->w;
        s->w = end->w;
        p->end->w = w;
        s->partial = end->partial;
        s->from_line = end->from_line;
        s->from_file = end->from_file;
        pc = p->pc;
        if (pc != PC_HALT)
            kill_dead(m, s, pc);
    }
    return pc;
}

static uint32_t vector_length(const struct avm *m, uint32_t pc)
{
    return pc == PC_HALT ? m->frame_base : m->code.items[pc].fn->words;
}

void avm_emit(struct avm *m, struct work *s, uint32_t pc, enum avm_choice why)
{
    const struct code *from = &m->code.items[s->w[W_PC] < m->code.count ? s->w[W_PC] : PC_START];
    if (pc != PC_HALT) {
        const struct code *to = &m->code.items[pc];
        for (uint32_t i = 0; i < to->exec_count; i++)
            if (s->from_line != to->at.line || s->from_file != to->at.file)
                add_label(m, s, to->exec[i].label);
    }
    if (s->label_count)
        s->w[W_PENDING] = 0;
    if (m->probe.on) {
        if (m->probe.count++ == 0) {
            s->lost |= why != AVM_ONLY;
            m->probe.end = s;
            m->probe.pc = pc;
        }
        return;
    }
    if (why == AVM_ONLY)
        why = s->lost ? AVM_LOST : s->chose_input ? AVM_INPUT : AVM_ONLY;
    uint32_t origin = m->builder ? avm_origin(m, s, from, why) : 0;
    uint32_t was = s->w[W_PC];
    uint32_t labels = s->label_count;
    if (pc != PC_HALT)
        kill_dead(m, s, pc);
    if (m->cfg.peephole && pc != PC_HALT)
        s->label_count = 0, pc = settle(m, s, pc), s->label_count = labels;
    bool must = !s->partial && why != AVM_LOST && why != AVM_CALL_UNKNOWN;
    if (pc == PC_HALT)
        s->w[W_CTX] = s->w[W_PENDING] = 0;
    s->w[W_PC] = s->label_count > 1 ? chain_of(m, pc, s, origin, must) : pc;
    struct successor x = {.label = s->label_count ? s->labels[0] : LTS_TAU, .origin = origin, .must = must};
    x.state = avm_add_state(m, s->w, vector_length(m, pc));
    s->w[W_PC] = was;
    vec_push(&m->out, x);
}

/* ---- label rules ---------------------------------------------------------------------------------------------------- */

static uint32_t rule_label(struct avm *m, struct work *s, const struct rule *r)
{
    if (m->rule_fired && r->ev)
        m->rule_fired[r->ev->index] = 1;
    if (r->label != UINT32_MAX)
        return r->label;
    struct buf b = {0};
    const struct note *n = r->ev->note;
    buf_printf(&b, "%s%s(", n->u.label.direction == DIR_INPUT ? "'" : "", n->u.label.name);
    for (uint32_t i = 0; i < n->u.label.arg_count; i++) {
        vs v = avm_eval(m, s, r->args[i]);
        if (i)
            buf_puts(&b, ", ");
        avm_print_value(m, r->args[i]->t, v, &b);
    }
    buf_putc(&b, ')');
    uint32_t label = intern_add(m->labels, buf_str(&b), b.size);
    buf_free(&b);
    return label;
}

/* 1: surely, 0: surely not, -1: undecided. */
static int truth(struct avm *m, struct work *s, const struct node *cond)
{
    if (!cond)
        return 1;
    vs v = avm_eval(m, s, cond);
    if (v == VS_BOTTOM)
        return 0;
    vs zero = cond->t.kind == VS_PTR ? vs_null(m->pool, cond->t) : vs_small(0);
    if (v == zero)
        return 0;
    if (vs_is_small(v))
        return 1;
    if (cond->t.kind == VS_FLOAT)
        return -1;
    return vs_meet(m->pool, cond->t, v, zero) == VS_BOTTOM ? 1 : -1;
}

/* Splits on an undecided condition: the copy takes it as true, `s` goes on with it false. Either may be NULL: not feasible. */
static struct work *split(struct avm *m, struct work *s, const struct node *cond, const struct cwi_stmt *stmt, bool *else_feasible)
{
    struct vs_type t = cond->t;
    vs zero = t.kind == VS_PTR ? vs_null(m->pool, t) : vs_small(0);
    bool yes_input = t.kind != VS_FLOAT && avm_witness(m, s, cond, vs_complement(m->pool, t, zero));
    bool no_input = t.kind != VS_FLOAT && avm_witness(m, s, cond, zero);
    uint32_t bits = avm_pending_in(m, s, cond);
    struct work *yes = avm_fork(m, s);
    bool yes_feasible = avm_constrain(m, yes, cond, true);
    *else_feasible = avm_constrain(m, s, cond, false);
    /* An input stays free to be chosen only within a set all of whose values have this outcome. */
    if (bits && (!yes_input || truth(m, yes, cond) != 1))
        yes->w[W_PENDING] &= ~bits;
    if (bits && (!no_input || truth(m, s, cond) != 0))
        s->w[W_PENDING] &= ~bits;
    if (yes_feasible && *else_feasible) {
        avm_chosen(yes, yes_input, cond->src, stmt, 1);
        avm_chosen(s, no_input, cond->src, stmt, 0);
    }
    if (!yes_feasible) {
        avm_drop(m, yes);
        yes = NULL;
    }
    return yes;
}

/* ---- operations ----------------------------------------------------------------------------------------------------- */

enum phase { PH_BEFORE, PH_DO, PH_WRITTEN, PH_WATCH, PH_NEXT };
struct at {
    uint32_t pc, op, rule;
    enum phase phase;
    const struct cell *fresh; /* just stored from a pending input */
    uint32_t fresh_bit;
};
static void go(struct avm *m, struct work *s, struct at at);

/* True when the bits of `v` pass unchanged through the conversions in `n` from a pending temporary. */
const struct cell *avm_moved_input(struct avm *m, const struct work *s, const struct node *n)
{
    if (n->kind == N_SLOT)
        return n->cell->pending_bit && (s->w[W_PENDING] >> n->cell->pending_bit & 1) ? n->cell : NULL;
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

/* Cuts the value over the parts of the cell's abstraction, into `out`; false when there is nothing to cut. */
static bool cut_parts(struct avm *m, struct work *s, const struct op *op, const struct cell *c, const struct cell *leaf,
                      struct split_memo *out, uint32_t pc)
{
    vs v = avm_eval(m, s, op->value), parts[PARTS_MAX];
    out->count = 0;
    if (memcmp(&op->value->t, &c->t, sizeof c->t) || vs_is_small(v))
        return false;
    size_t limit = m->cfg.split_limit < PARTS_MAX ? m->cfg.split_limit : PARTS_MAX, n = abs_parts(m->pool, c->abs, c->t, v, parts, limit);
    if (n == 0)
        avm_lose(m, op->stmt->at, m->code.items[pc].fn->func, "an input has too many parts to be split over: its value is kept as one set");
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

/* A pending input enters a tracked cell: the state splits over the parts of its abstraction. */
static bool split_parts(struct avm *m, struct work *s, const struct op *op, const struct cell *c, struct at at)
{
    uint32_t bits;
    if (m->cfg.merge != AVM_MERGE_NEVER || !s->w[W_PENDING] || !avm_only_input(m, s, op->value, &bits) || !bits)
        return false; /* where states are joined the parts would be joined again */
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
    if (give_up(m))
        return true;
    for (uint32_t i = 0; i < memo->count; i++) {
        struct work *f = avm_fork(m, s);
        if (leaf)
            f->w[leaf->slot] = memo->parts[i].leaf;
        f->w[c->slot] = memo->parts[i].stored;
        f->w[W_PENDING] &= ~bits;
        avm_chosen(f, memo->parts[i].must, op->to.src, op->stmt, -1);
        struct at next = at;
        next.phase = PH_WRITTEN;
        next.rule = 0;
        go(m, f, next);
        avm_drop(m, f);
    }
    return true;
}

/* Performs the store; false when the state went on in other copies. */
static bool do_store(struct avm *m, struct work *s, const struct op *op, struct at *at)
{
    const struct cell *c = s->w[W_PENDING] || op->events ? avm_sure_cell(m, s, &op->to) : NULL;
    if (c && !c->is_temp && split_parts(m, s, op, c, *at))
        return false;
    bool moves = c && s->w[W_PENDING] && (c->is_temp ? c->pending_bit != 0 : op->events != NULL);
    const struct cell *source = moves ? avm_moved_input(m, s, op->value) : NULL;
    vs v = avm_eval(m, s, op->value);
    if (v == VS_BOTTOM)
        return false; /* the statement traps in every concrete state */
    uint32_t bits = avm_pending_in(m, s, op->value) | avm_pending_in(m, s, op->to.index);
    avm_store(m, s, &op->to, v);
    if (source && s->w[c->slot] == v) {
        if (c->is_temp && c->pending_bit) {
            s->w[W_PENDING] &= ~(1u << source->pending_bit);
            s->w[W_PENDING] |= 1u << c->pending_bit;
        } else if (!c->is_temp && op->events) {
            at->fresh = c;
        }
    }
    /* What is in memory now is tied to the input: it is no longer free, unless nothing of it was kept. */
    bool forgotten = op->to.kind == P_NONE || (c && s->w[c->slot] == VS_TOP && !op->to.index) || (op->to.kind == P_CELL && op->to.cell->is_temp && source);
    if (bits && !forgotten)
        s->w[W_PENDING] &= ~bits;
    return true;
}

/* False when the work state ended or went on elsewhere. */
static bool do_op(struct avm *m, struct work *s, const struct op *op, struct at *at)
{
    note_line(s, op->stmt);
    switch (op->kind) {
    case OP_STORE:
        return do_store(m, s, op, at);
    case OP_COPY:
    case OP_ZERO:
        avm_copy(m, s, op);
        return true;
    case OP_FORGET:
        if (op->to.kind == P_NONE && !op->to.src)
            avm_forget_escaped(m, s);
        else
            avm_store(m, s, &op->to, VS_TOP);
        avm_lose(m, op->stmt->at, m->code.items[at->pc].fn->func, op->text);
        s->partial = true;
        return true;
    case OP_KILL:
        avm_forget_object(m, s, op->to.base);
        return true;
    case OP_SETJMP:
        s->w[W_RESULT] = vs_small(0);
        return true;
    case OP_CALL:
        return avm_external(m, s, op);
    default:
        return true;
    }
}

/* Every offset of x against every one of y: 1 they surely overlap, 0 surely not, -1 perhaps. */
static int overlap(struct avm *m, struct vs_type ot, vs x, uint64_t x_size, vs y, uint64_t y_size)
{
    enum { MOST = 64 };
    int64_t a[MOST], b[MOST];
    size_t n = x == VS_TOP ? MOST + 1 : vs_values(m->pool, ot, x, a, MOST);
    size_t k = y == VS_TOP ? MOST + 1 : vs_values(m->pool, ot, y, b, MOST);
    if (n > MOST || k > MOST || x_size == CWI_UNKNOWN || y_size == CWI_UNKNOWN)
        return -1;
    bool some = false;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            some |= a[i] < b[j] + (int64_t)y_size && b[j] < a[i] + (int64_t)x_size;
    return !some ? 0 : n == 1 && k == 1 ? 1 : -1;
}

static int meets(struct avm *m, struct work *s, const struct meeting *g)
{
    vs p = avm_eval(m, s, g->cell.address), q = avm_eval(m, s, g->access.address);
    if (p == VS_BOTTOM || q == VS_BOTTOM)
        return 0;
    size_t n = vs_ptr_targets(m->pool, p), k = vs_ptr_targets(m->pool, q);
    if (g->unsteady || n == SIZE_MAX || k == SIZE_MAX)
        return -1;
    int sure = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++) {
            uint32_t object = vs_ptr_object(m->pool, p, i);
            if (object != vs_ptr_object(m->pool, q, j))
                continue;
            vs x = vs_ptr_offsets(m->pool, p, i), y = vs_ptr_offsets(m->pool, q, j);
            int v = overlap(m, vs_offset_type(g->cell.address->t), x, g->cell.size, y, g->access.size);
            if (v)
                sure = v == 1 && n == 1 && k == 1 && object <= OBJECT_ID && !g->cell.is_bits && !g->access.is_bits ? 1 : -1;
        }
    return sure;
}

/* Whether an access touched a rule's cell: 1 surely, 0 surely not, -1 perhaps. */
static int touched(struct avm *m, struct work *s, const struct rule *r)
{
    int sure = r->meeting_count ? 0 : 1;
    for (uint32_t i = 0; i < r->meeting_count && sure != 1; i++) {
        int v = meets(m, s, &r->meetings[i]);
        sure = v ? v : sure;
    }
    return sure;
}

/* The copy in which a rule fires that may or may not have. */
static struct work *perhaps(struct avm *m, struct work *s, const struct op *op)
{
    struct work *yes = avm_fork(m, s);
    avm_chosen(yes, false, op->to.src, op->stmt, -1);
    avm_chosen(s, false, op->to.src, op->stmt, -1);
    return yes;
}

static void bind(struct avm *m, const struct op *op)
{
    static const uint32_t most = sizeof m->bound / sizeof *m->bound;
    m->bound[0] = op->bound;
    m->bound_count = 1;
    for (uint32_t i = 0; op->call && i < op->call->arg_count && m->bound_count < most; i++)
        m->bound[m->bound_count++] = op->call->args[i];
}

/* Rules that each may fire: before and written. False when the state went on elsewhere. */
static bool fire_all(struct avm *m, struct work *s, const struct op *op, const struct rule *rules, uint32_t count, struct at *at)
{
    for (; at->rule < count; at->rule++) {
        const struct rule *r = &rules[at->rule];
        int sure = touched(m, s, r);
        if (sure == 0)
            continue;
        bind(m, op);
        const struct node *conds[2] = {r->cond, r->when};
        int verdict = 1;
        const struct node *open = NULL;
        for (int i = 0; i < 2; i++) {
            int v = truth(m, s, conds[i]);
            if (v == 0)
                verdict = 0;
            else if (v < 0 && !open)
                open = conds[i];
        }
        if (!verdict)
            continue;
        if (open || sure < 0) {
            bool otherwise = true;
            struct work *yes = open ? split(m, s, open, op->stmt, &otherwise) : perhaps(m, s, op);
            if (yes) {
                add_label(m, yes, rule_label(m, yes, r));
                struct at next = *at;
                next.rule++;
                go(m, yes, next);
                avm_drop(m, yes);
            }
            if (!otherwise)
                return false;
            continue;
        }
        add_label(m, s, rule_label(m, s, r));
    }
    at->rule = 0;
    return true;
}

/* Watches: of one list the first that matches. */
static bool fire_first(struct avm *m, struct work *s, const struct op *op, struct at *at)
{
    const struct events *e = op->events;
    for (; at->rule < e->watch_count; at->rule++) {
        const struct rule *r = &e->watches[at->rule];
        int sure = touched(m, s, r);
        bind(m, op);
        int v = truth(m, s, r->cond), w = truth(m, s, r->when);
        if (v == 0 || w == 0 || sure == 0)
            continue;
        if (v == 1 && w == 1 && sure == 1) {
            add_label(m, s, rule_label(m, s, r));
            break;
        }
        if (at->fresh) {
            ((struct cell *)at->fresh)->pending_bit = FRESH_BIT;
            s->w[W_PENDING] |= 1u << FRESH_BIT;
        }
        bool otherwise = true;
        const struct node *open = v < 0 ? r->cond : w < 0 ? r->when : NULL;
        struct work *yes = open ? split(m, s, open, op->stmt, &otherwise) : perhaps(m, s, op);
        if (yes && open && sure < 0) {
            otherwise = true;
            avm_chosen(yes, false, op->to.src, op->stmt, -1);
            avm_chosen(s, false, op->to.src, op->stmt, -1);
        }
        if (at->fresh) {
            bool still = s->w[W_PENDING] >> FRESH_BIT & 1;
            ((struct cell *)at->fresh)->pending_bit = 0;
            s->w[W_PENDING] &= ~(1u << FRESH_BIT);
            if (!still)
                at->fresh = NULL;
        }
        if (yes) {
            yes->w[W_PENDING] &= ~(1u << FRESH_BIT);
            struct at next = *at;
            if (v < 0 && w < 0 && truth(m, yes, r->when) != 1)
                avm_chosen(yes, false, r->when->src, op->stmt, 1);
            add_label(m, yes, rule_label(m, yes, r));
            next.rule = e->watch_count;
            go(m, yes, next);
            avm_drop(m, yes);
        }
        if (!otherwise)
            return false;
    }
    at->rule = 0;
    return true;
}

static void end_of_code(struct avm *m, struct work *s, const struct code *c);

static void go(struct avm *m, struct work *s, struct at at)
{
    const struct code *c = &m->code.items[at.pc];
    for (; at.op < c->op_count; at.op++, at.phase = PH_BEFORE, at.rule = 0, at.fresh = NULL) {
        const struct op *op = &c->ops[at.op];
        const struct events *e = op->events;
        if (!e && at.phase == PH_BEFORE) {
            if (!do_op(m, s, op, &at))
                return;
            continue;
        }
        if (e && give_up(m))
            return;
        if (at.phase == PH_BEFORE) {
            if (e && !fire_all(m, s, op, e->before, e->before_count, &at))
                return;
            at.phase = PH_DO;
        }
        if (at.phase == PH_DO) {
            if (!do_op(m, s, op, &at))
                return;
            at.phase = PH_WRITTEN;
            at.rule = 0;
        }
        if (at.phase == PH_WRITTEN) {
            if (e && !fire_all(m, s, op, e->written, e->written_count, &at))
                return;
            at.phase = PH_WATCH;
        }
        if (at.phase == PH_WATCH && e && !fire_first(m, s, op, &at))
            return;
    }
    end_of_code(m, s, c);
}

void avm_run_code(struct avm *m, struct work *s, uint32_t pc, uint32_t op)
{
    go(m, s, (struct at){.pc = pc, .op = op});
}

/* ---- ends ------------------------------------------------------------------------------------------------------------ */

static void end_if(struct avm *m, struct work *s, const struct code *c)
{
    int v = truth(m, s, c->value);
    if (v >= 0) {
        if (!s->chose_input && !s->lost)
            s->outcome = v;
        avm_emit(m, s, c->next[v ? 0 : 1], AVM_ONLY);
        return;
    }
    bool otherwise;
    if (give_up(m))
        return;
    struct work *yes = split(m, s, c->value, c->stmt, &otherwise);
    if (yes && otherwise && yes->lost)
        avm_undecide(m, c, s, c->value);
    if (yes) {
        avm_emit(m, yes, c->next[0], AVM_ONLY);
        avm_drop(m, yes);
    }
    if (otherwise)
        avm_emit(m, s, c->next[1], AVM_ONLY);
}

static void end_switch(struct avm *m, struct work *s, const struct code *c)
{
    vs v = avm_eval(m, s, c->value);
    struct vs_type t = c->value->t;
    vs rest = v;
    uint32_t bits = avm_pending_in(m, s, c->value);
    size_t feasible = 0;
    for (uint32_t i = 0; i < c->row_count && rest != VS_BOTTOM; i++) {
        const struct switch_row *r = &c->rows[i];
        if (v == r->values || (vs_is_small(v) && !vs_is_small(r->values) && vs_contains(m->pool, t, r->values, vs_small_value(v)))) {
            avm_emit(m, s, r->next, AVM_ONLY);
            return;
        }
        if (!vs_is_small(v) && give_up(m))
            return;
        vs part = vs_is_small(v) ? VS_BOTTOM : vs_meet(m->pool, t, rest, r->values);
        if (part == VS_BOTTOM)
            continue;
        vs after = vs_minus(m->pool, t, rest, r->values);
        struct work *f = avm_fork(m, s);
        bool must = avm_witness(m, s, c->value, r->values);
        if (avm_narrow(m, f, c->value, part)) {
            if (feasible || after != VS_BOTTOM)
                avm_chosen(f, must, c->value->src, c->stmt, -1);
            if (f->lost)
                avm_undecide(m, c, s, c->value);
            if (bits && (!must || !vs_leq(m->pool, t, avm_eval(m, f, c->value), r->values)))
                f->w[W_PENDING] &= ~bits;
            feasible++;
            avm_emit(m, f, r->next, AVM_ONLY);
        }
        avm_drop(m, f);
        rest = after;
    }
    if (rest == VS_BOTTOM)
        return;
    bool must = feasible && avm_witness(m, s, c->value, rest);
    for (uint32_t i = 0; i < c->row_count && must; i++)
        must = vs_meet(m->pool, t, rest, c->rows[i].values) == VS_BOTTOM;
    if (!vs_is_small(v) && !avm_narrow(m, s, c->value, rest))
        return;
    if (bits && feasible && (!must || !vs_leq(m->pool, t, avm_eval(m, s, c->value), rest)))
        s->w[W_PENDING] &= ~bits;
    if (feasible)
        avm_chosen(s, must, c->value->src, c->stmt, -1);
    avm_emit(m, s, c->next[0], AVM_ONLY);
}

static void end_halt(struct avm *m, struct work *s, const struct code *c)
{
    if (c->op_count == 0 || c->ops[c->op_count - 1].kind != OP_LABEL)
        s->w[W_RESULT] = c->value ? avm_eval(m, s, c->value) : VS_TOP;
    avm_emit(m, s, PC_HALT, AVM_ONLY);
}

static void end_of_code(struct avm *m, struct work *s, const struct code *c)
{
    note_line(s, c->stmt);
    switch (c->end) {
    case END_GOTO:
        avm_emit(m, s, c->next[0], AVM_ONLY);
        return;
    case END_IF:
        end_if(m, s, c);
        return;
    case END_SWITCH:
        end_switch(m, s, c);
        return;
    case END_ANY:
        if (c->next_count > 1 && give_up(m))
            return;
        for (uint32_t i = 0; i < c->next_count; i++) {
            struct work *f = avm_fork(m, s);
            if (c->next_count > 1)
                avm_chosen(f, false, c->value ? c->value->src : NULL, c->stmt, -1);
            avm_emit(m, f, c->next[i], AVM_ONLY);
            avm_drop(m, f);
        }
        return;
    case END_CALL:
        avm_do_call(m, s, c);
        return;
    case END_RETURN:
        avm_do_return(m, s, c);
        return;
    case END_HALT:
        end_halt(m, s, c);
        return;
    case END_LONGJMP:
        avm_do_longjmp(m, s, c);
        return;
    default:
        return;
    }
}

/* ---- states ------------------------------------------------------------------------------------------------------------ */

static void step_chain(struct avm *m, const vs *w, const struct chain *c)
{
    struct work *s = avm_fork(m, NULL);
    memcpy(s->w, w, m->scratch_max * sizeof *w);
    s->w[W_PC] = c->rest ? c->rest : c->pc;
    struct successor x = {.label = c->label, .origin = c->origin, .must = c->must};
    x.state = avm_add_state(m, s->w, vector_length(m, c->pc));
    vec_push(&m->out, x);
    avm_drop(m, s);
}

void avm_step(struct avm *m, const vs *words, uint32_t n)
{
    m->out.count = 0;
    m->work_depth = 0;
    uint32_t pc = words[W_PC];
    if (pc == PC_HALT)
        return;
    struct work *s = avm_fork(m, NULL);
    memcpy(s->w, words, n * sizeof *words);
    for (uint32_t i = n; i < m->scratch_max; i++)
        s->w[i] = VS_TOP;
    s->outcome = -1;
    if (pc >= m->chain_base) {
        step_chain(m, s->w, &m->chains.items[pc - m->chain_base]);
    } else {
        m->some_code = true;
        avm_run_code(m, s, pc, 0);
    }
    avm_drop(m, s);
}
