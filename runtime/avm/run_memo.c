/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memoised runs: the trees, what may be recorded when, and the memory that it takes.
 */
#include "run_memo.h"

#include "step.h"

#include <stdlib.h>

enum { START_CREDIT = 400, RECORDING_COSTS = 3, SEEN_BEFORE = 8 };
enum {
    FIRST_SHIFT = 64 - 8,
    MOST_EDGES = 1 << 17,
    MOST_RUNS = 1 << 17,
    MOST_WRITTEN = 1 << 20 /* about 20 MB in all; what is known by then is used on */
};

/* What is left of the code behind its operation `op` is silent stores and a way that values decide. */
static bool has_rest(const struct code *c, uint32_t op)
{
    const struct op *done = &c->ops[op];
    bool has = !c->is_plain && done->kind == OP_STORE && !done->events && done->to.kind == P_CELL &&
               c->end <= END_SWITCH && !(c->stmt && c->stmt->is_note);
    for (uint32_t i = op + 1; i < c->op_count && has; i++)
        has = c->ops[i].kind == OP_STORE && !c->ops[i].events && !(c->ops[i].stmt && c->ops[i].stmt->is_note);
    return has;
}

static uint32_t number_rests(struct avm *m)
{
    uint32_t count = (uint32_t)m->code.count;
    for (size_t pc = 0; pc < m->code.count; pc++)
        for (uint32_t i = 0; i < m->code.items[pc].op_count; i++)
            if (has_rest(&m->code.items[pc], i))
                m->code.items[pc].ops[i].rest = count++;
    return count;
}

void avm_memo_new(struct avm *m)
{
    if (!m->cfg.peephole || m->cfg.relates || m->cfg.forgets_runs)
        return;
    struct run_memo *r = m->run_memo = ARENA_NEW(m->arena, struct run_memo);
    uint32_t starts = number_rests(m);
    r->starts = ARENA_ARRAY(m->arena, struct start, starts);
    for (uint32_t i = 0; i < starts; i++)
        r->starts[i] = (struct start){.next.slot = NEXT_UNKNOWN, .credit = START_CREDIT};
    r->shift = FIRST_SHIFT;
    r->edges = base_mem_zalloc(memo_places(r) * sizeof *r->edges);
    r->trace.slots = m->scratch_max;
    r->trace.touched = ARENA_ARRAY(m->arena, uint32_t, m->scratch_max);
}

void avm_memo_free(struct avm *m)
{
    if (!m->run_memo)
        return;
    free(m->run_memo->edges);
    vec_free(&m->run_memo->runs);
    vec_free(&m->run_memo->written);
}

size_t avm_memo_bytes(const struct avm *m)
{
    const struct run_memo *r = m->run_memo;
    return r ? memo_places(r) * sizeof *r->edges + r->runs.capacity * sizeof *r->runs.items +
                   r->written.capacity * sizeof *r->written.items
             : 0;
}

/* ---- the trees --------------------------------------------------------------------------------------------------- */

static struct edge *edge_of(struct run_memo *r, uint64_t key)
{
    size_t mask = memo_places(r) - 1, i = edge_home(r, key);
    while (r->edges[i].key && r->edges[i].key != key)
        i = (i + 1) & mask;
    return &r->edges[i];
}

static void make_room(struct run_memo *r, uint32_t edges)
{
    size_t count = memo_places(r);
    if (4 * (r->edge_count + edges) <= count)
        return;
    struct edge *old = r->edges;
    r->shift--;
    r->edges = base_mem_zalloc(memo_places(r) * sizeof *r->edges);
    for (size_t i = 0; i < count; i++)
        if (old[i].key)
            *edge_of(r, old[i].key) = old[i];
    free(old);
}

/* The place in the start's tree that the reads lead to; NULL: it is not as they say it is, which happens where a run
 * ends because what follows was given up since. */
static struct next *path_of(struct run_memo *r, const struct trace *t)
{
    struct next *at = &t->start->next;
    for (uint32_t i = 0; i < t->read_count; i++) {
        if (at->slot == NEXT_UNKNOWN)
            *at = (struct next){t->reads[i].slot, ++r->node_count};
        else if (at->slot != t->reads[i].slot)
            return NULL;
        uint64_t key = edge_key(at->id, t->reads[i].value);
        struct edge *e = edge_of(r, key);
        if (!e->key) {
            *e = (struct edge){key, {NEXT_UNKNOWN, 0}};
            r->edge_count++;
        }
        at = &e->next;
    }
    return at->slot == NEXT_UNKNOWN ? at : NULL;
}

static bool is_full(const struct run_memo *r)
{
    return r->edge_count + TRACE_READS > MOST_EDGES || r->runs.count == MOST_RUNS ||
           r->written.count + TRACE_WRITES > MOST_WRITTEN;
}

/* Of the words that it wrote the last values. */
static void keep_written(struct run_memo *r, struct trace *t)
{
    t->run.first = (uint32_t)r->written.count;
    for (uint32_t i = 0; i < t->run.count; i++) {
        bool is_last = true;
        for (uint32_t k = i + 1; k < t->run.count && is_last; k++)
            is_last = t->writes[k].slot != t->writes[i].slot;
        if (is_last)
            vec_push(&r->written, t->writes[i]);
    }
    t->run.count = (uint32_t)r->written.count - t->run.first;
}

/* ---- recording --------------------------------------------------------------------------------------------------- */

/* Without credit it is left alone. */
static void spend(struct start *start, int credit)
{
    start->credit -= credit;
    if (start->credit < 0)
        start->next.slot = NEXT_NEVER;
}

struct trace *avm_memo_begin(struct avm *m, struct start *start, uint32_t pc)
{
    struct run_memo *r = m->run_memo;
    if (start->seen++ < SEEN_BEFORE || m->in_note)
        return NULL;
    if (is_full(r)) {
        spend(start, 1);
        return NULL;
    }
    struct trace *t = &r->trace;
    if (++t->number == 0) { /* they have all been used */
        memset(t->touched, 0, t->slots * sizeof *t->touched);
        t->number = 1;
    }
    t->start = start;
    t->is_cut = false;
    t->read_count = t->write_count = 0;
    t->from = pc;
    t->run = (struct run){.pc = pc};
    return t;
}

void avm_memo_end(struct avm *m, struct trace *t)
{
    struct run_memo *r = m->run_memo;
    bool is_empty = t->run.pc == t->from && !t->run.codes && t->run.end == RUN_GOES_ON;
    spend(t->start, RECORDING_COSTS * (t->run.codes + 2));
    if (is_empty && !t->read_count)
        spend(t->start, INT32_MAX); /* so it is always */
    make_room(r, t->read_count);
    struct next *at = is_empty || t->start->next.slot == NEXT_NEVER ? NULL : path_of(r, t);
    if (!at)
        return;
    keep_written(r, t);
    *at = (struct next){NEXT_RUN, (uint32_t)r->runs.count};
    vec_push(&r->runs, t->run);
}
