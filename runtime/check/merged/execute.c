/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Control: blocks in reverse postorder, each when all that leads to it has come; loops turn by turn, or, those that are
 * cut, one turn from any state of theirs.
 */
#include "private.h"

/* ---- ways -------------------------------------------------------------------------------------------------------- */

static void deliver(struct merged *m, struct frame *f, uint32_t from, uint32_t to, struct state *s)
{
    struct state **at = &f->in[to];
    if (check_merged_is_nowhere(m, s)) {
        check_merged_release(m, s);
        return;
    }
    for (uint32_t i = 0; i < f->flow->loops.count; i++) {
        const struct loop *l = &f->flow->loops.items[i];
        if (l->head == to && l->blocks[from])
            at = &f->back[i];
        f->has_left[i] |= l->blocks[from] && !l->blocks[to];
    }
    *at = check_merged_meet(m, *at, s);
}

/* Where the condition holds one goes there; what is left is the result. */
static struct state *part(struct merged *m, struct frame *f, uint32_t from, uint32_t to, struct state *s,
                          smt_term condition)
{
    struct state *gone = check_merged_clone(m, s);
    gone->guard = check_merged_guarded(m, s->guard, condition);
    s->guard = check_merged_guarded(m, s->guard, check_merged_not(m, condition));
    deliver(m, f, from, to, gone);
    return s;
}

static void take_switch(struct merged *m, struct frame *f, uint32_t block, const struct cwi_stmt *x, struct state *s)
{
    smt_term v = check_merged_eval(m, s, x->rhs).term;
    const struct cwi_type *t = cwi_type_of(m->q->u, x->rhs->type);
    for (uint32_t i = 0; i < x->case_count; i++) {
        smt_term lo = check_merged_const(m, (uint64_t)x->cases[i].lo, t->bits);
        smt_term hi = check_merged_const(m, (uint64_t)x->cases[i].hi, t->bits);
        smt_term is_in = lo == hi ? check_merged_equal(m, v, lo)
                                  : check_merged_and(m, check_merged_binary(m, CWI_LE, t->is_signed, lo, v),
                                                     check_merged_binary(m, CWI_LE, t->is_signed, v, hi));
        s = part(m, f, block, x->cases[i].target, s, is_in);
    }
    deliver(m, f, block, x->targets[0], s);
}

static void give_back(struct merged *m, struct frame *f, uint32_t block, const struct cwi_stmt *x, struct state *s)
{
    for (uint32_t i = 0; i < f->flow->loops.count; i++)
        f->has_left[i] |= f->flow->loops.items[i].blocks[block];
    if (x->rhs) {
        uint32_t cell = check_merged_result(m, f->func);
        struct value v = check_merged_eval(m, s, x->rhs);
        struct kind k = check_merged_kind(m, x->rhs->type);
        if (k.width != m->cells.items[cell].kind.width || k.is_pointer != m->cells.items[cell].kind.is_pointer)
            check_merged_give_up(m, "a result of another type");
        *check_merged_value(m, s, cell) = v;
    }
    f->returned = check_merged_meet(m, f->returned, s);
}

static void leave_block(struct merged *m, struct frame *f, uint32_t block, const struct cwi_stmt *x, struct state *s)
{
    switch (x->kind) {
    case CWI_GOTO:
        deliver(m, f, block, x->targets[0], s);
        return;
    case CWI_IF:
        s = part(m, f, block, x->targets[0], s, check_merged_truth(m, check_merged_eval(m, s, x->rhs).term));
        deliver(m, f, block, x->targets[1], s);
        return;
    case CWI_SWITCH:
        take_switch(m, f, block, x, s);
        return;
    case CWI_RETURN:
        give_back(m, f, block, x, s);
        return;
    default: /* a computed goto, or the end in a way that is not said */
        check_merged_give_up(m, "a jump that is not followed");
    }
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

static void count_step(struct merged *m)
{
    enum { MOST = 400000, EACH = 64 };
    if (++m->steps > MOST)
        check_merged_run_out(m, "there are too many statements");
    if (m->steps % EACH == 0 && base_budget_ask(m->q->budget) != BUDGET_LEFT)
        check_merged_run_out(m, "time is up");
}

static void execute(struct merged *m, struct frame *f, uint32_t block, struct state *s)
{
    const struct cwi_block *b = &cwi_func_of(m->q->u, f->func)->blocks[block];
    uint32_t unused;
    for (uint32_t i = 0; i < b->count && s; i++) {
        const struct cwi_stmt *x = &b->stmts[i];
        count_step(m);
        m->at = x->at;
        if (base_map64_get(&m->points, (uintptr_t)x, &unused))
            check_merged_add_duty(m, s, check_merged_const(m, 1, 1), NULL);
        if (i + 1 < b->count)
            check_merged_statement(m, &s, x);
        else
            leave_block(m, f, block, x, s);
    }
}

static void run_loop(struct merged *m, struct frame *f, uint32_t loop);

static uint32_t next_block(const struct frame *f, uint32_t block_count, const bool *within)
{
    uint32_t r = UINT32_MAX;
    for (uint32_t b = 0; b < block_count; b++)
        if (f->in[b] && (!within || within[b]) && (r == UINT32_MAX || f->flow->order[b] < f->flow->order[r]))
            r = b;
    return r;
}

/* All that waits in the blocks; of the loop that they are, `itself`, the head is no loop any more. */
static void run_blocks(struct merged *m, struct frame *f, const bool *within, uint32_t itself)
{
    uint32_t block, count = cwi_func_of(m->q->u, f->func)->block_count;
    while ((block = next_block(f, count, within)) != UINT32_MAX) {
        uint32_t loop = LOOP_NONE;
        for (uint32_t i = 0; i < f->flow->loops.count; i++)
            if (f->flow->loops.items[i].head == block && i != itself)
                loop = i;
        struct state *s = f->in[block];
        if (loop != LOOP_NONE) {
            run_loop(m, f, loop);
            continue;
        }
        f->in[block] = NULL;
        execute(m, f, block, s);
    }
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

static void unroll(struct merged *m, struct frame *f, uint32_t loop)
{
    enum { MOST = 5000 };
    const struct loop *l = &f->flow->loops.items[loop];
    uint32_t decided = 0; /* turns that might have been the last */
    for (int turn = 0; f->in[l->head]; turn++) {
        f->has_left[loop] = false;
        run_blocks(m, f, l->blocks, loop);
        struct state *next = f->back[loop];
        f->back[loop] = NULL;
        if (next && f->has_left[loop] && !check_merged_is_possible(m, next)) { /* else numbers end it, in time */
            check_merged_release(m, next);
            next = NULL;
        }
        f->in[l->head] = next;
        decided += f->has_left[loop];
        if (decided > CUT_TURNS && l->cut != LOOP_NONE) {
            run_cut_note_turns(m->q->t, m->q->loops[l->cut].number, decided);
            check_merged_run_out(m, "a loop takes too many turns");
        }
        if (turn == MOST)
            check_merged_give_up(m, "a loop takes too many turns");
    }
}

static void put_byte(struct merged *m, uint32_t loop, uint32_t cell, bool is_unset, bool *is_new)
{
    struct writes *w = &m->writes[loop];
    while (w->written.count <= cell) {
        vec_push(&w->written, 0);
        vec_push(&w->unset, 0);
    }
    *is_new |= !w->written.items[cell] || (is_unset && !w->unset.items[cell]);
    w->written.items[cell] = 1;
    w->unset.items[cell] |= is_unset;
}

static bool is_there(const struct merged *m, cwi_id var)
{
    if (var >= m->q->u->vars.count)
        return false; /* the result of a call that is over */
    cwi_id owner = cwi_var_of(m->q->u, var)->owner;
    return check_merged_is_static(m, var) || m->is_active[owner];
}

/* Whatever a turn writes may hold anything. */
static void forget(struct merged *m, struct state *s, uint32_t loop)
{
    const struct writes *w = &m->writes[loop];
    for (uint32_t c = 0; c < w->written.count; c++) {
        struct value v = check_merged_held(m, s, c);
        if (!w->written.items[c])
            continue;
        bool is_unset = !v.term || v.unset || w->unset.items[c] || !is_there(m, m->cells.items[c].var);
        unsigned width = m->cells.items[c].kind.width;
        *check_merged_value(m, s, c) = is_unset ? check_merged_nothing(m, width)
                                                : (struct value){.term = check_merged_unknown(m, width), .multiple = 1};
    }
}

/* What the turn wrote that was not thought of; `after` is the state that it ends with, or NULL. */
static bool note_writes(struct merged *m, uint32_t loop, const struct state *after)
{
    bool is_new = false;
    for (size_t i = m->log_start; i < m->log.count; i++)
        put_byte(m, loop, m->log.items[i], false, &is_new);
    for (uint32_t c = 0; after && c < m->writes[loop].written.count; c++) {
        struct value v = check_merged_held(m, after, c);
        if (m->writes[loop].written.items[c] && (!v.term || v.unset))
            put_byte(m, loop, c, true, &is_new);
    }
    return is_new;
}

/* What waits elsewhere, while one turn is tried. */
struct waiting {
    struct state **in, **back, *returned;
    size_t duties, arrivals, log_start, oldest;
};

static struct waiting set_aside(struct merged *m, struct frame *f, uint32_t blocks)
{
    struct waiting w = {f->in, f->back, f->returned, m->duties.count, m->arrivals.count, m->log_start, m->oldest};
    f->in = arena_zalloc(m->round, blocks * sizeof *f->in);
    f->back = arena_zalloc(m->round, (f->flow->loops.count + 1) * sizeof *f->back);
    f->returned = NULL;
    m->log_start = m->log.count;
    m->oldest = m->objects.count;
    return w;
}

/* What came out of the turn joins what waits, or is dropped. */
static void take_back(struct merged *m, struct state **waiting, struct state *s, bool is_kept)
{
    if (is_kept)
        *waiting = check_merged_meet(m, *waiting, s);
    else
        check_merged_release(m, s);
}

static void put_back(struct merged *m, struct frame *f, struct waiting w, uint32_t blocks, bool is_kept)
{
    for (uint32_t b = 0; b < blocks; b++)
        take_back(m, &w.in[b], f->in[b], is_kept);
    for (uint32_t l = 0; l < f->flow->loops.count; l++)
        take_back(m, &w.back[l], f->back[l], is_kept); /* of loops around this one */
    take_back(m, &w.returned, f->returned, is_kept);
    if (!is_kept) {
        m->duties.count = w.duties;
        m->arrivals.count = w.arrivals;
    }
    f->in = w.in;
    f->back = w.back;
    f->returned = w.returned;
    m->log_start = w.log_start;
    m->oldest = w.oldest;
}

/* One turn from any state that the candidates allow, until it is known what a turn writes. */
static void cut(struct merged *m, struct frame *f, uint32_t loop)
{
    const struct loop *l = &f->flow->loops.items[loop];
    uint32_t blocks = cwi_func_of(m->q->u, f->func)->block_count, number = l->cut;
    struct state *entry = f->in[l->head];
    f->in[l->head] = NULL;
    check_merged_arrive(m, entry, number);
    for (bool is_settled = false; !is_settled;) {
        struct waiting w = set_aside(m, f, blocks);
        struct state *s = check_merged_clone(m, entry);
        forget(m, s, number);
        check_merged_assume(m, s, number);
        f->in[l->head] = s;
        run_blocks(m, f, l->blocks, loop);
        struct state *after = f->back[loop];
        is_settled = !note_writes(m, number, after);
        if (is_settled && after)
            check_merged_arrive(m, after, number);
        check_merged_release(m, after);
        f->back[loop] = NULL;
        put_back(m, f, w, blocks, is_settled);
    }
    check_merged_release(m, entry);
}

static void run_loop(struct merged *m, struct frame *f, uint32_t loop)
{
    uint32_t number = f->flow->loops.items[loop].cut;
    if (number == LOOP_NONE || !m->q->loops[number].is_cut)
        unroll(m, f, loop);
    else
        cut(m, f, loop);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

uint32_t check_merged_result(struct merged *m, cwi_id func)
{
    cwi_id type = cwi_type_of(m->q->u, cwi_func_of(m->q->u, func)->type)->of;
    return check_merged_cell(m, (cwi_id)m->q->u->vars.count + func, 0, check_merged_kind(m, type));
}

static void end_locals(struct merged *m, struct state *s, cwi_id func)
{
    for (cwi_id v = 1; v < m->q->u->vars.count; v++)
        if (cwi_var_of(m->q->u, v)->owner == func && !check_merged_is_static(m, v))
            check_merged_end_object(m, v);
    for (uint32_t c = 0; s && c < s->count; c++) {
        cwi_id var = m->cells.items[c].var;
        if (var < m->q->u->vars.count && cwi_var_of(m->q->u, var)->owner == func && !check_merged_is_static(m, var))
            s->values[c] = (struct value){0};
    }
}

struct state *check_merged_call(struct merged *m, struct state *s, cwi_id func)
{
    const struct cwi_func *x = cwi_func_of(m->q->u, func);
    struct frame f = {.func = func, .flow = check_merged_flow(m, func)};
    struct cwi_place at = m->at;
    f.in = arena_zalloc(m->round, x->block_count * sizeof *f.in);
    f.back = arena_zalloc(m->round, (f.flow->loops.count + 1) * sizeof *f.back);
    f.has_left = arena_zalloc(m->round, f.flow->loops.count + 1);
    m->is_active[func] = true;
    f.in[0] = s;
    run_blocks(m, &f, NULL, LOOP_NONE);
    m->is_active[func] = false;
    m->at = at;
    end_locals(m, f.returned, func);
    return f.returned;
}
