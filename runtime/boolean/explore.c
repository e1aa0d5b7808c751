/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reachability in Boolean programs: path edges and summaries, as bebop computes them (Ball, Rajamani, SPIN 2000; the
 * algorithm is that of Reps, Horwitz and Sagiv).
 *
 * A work list of nodes, first in, first out, each with the path edges that it has not yet passed on. A call adds its
 * arguments to the callee's entries and passes on what the callee's summary says by now; a return adds to the summary
 * and queues all callers. It ends when nothing is new: sets only grow and are finite, so recursion ends too.
 */
#include "runtime/boolean/bebop.h"

static void enqueue(struct bebop *b, uint32_t node)
{
    if (b->nodes[node].queued)
        return;
    b->nodes[node].queued = true;
    b->queue[b->queue_tail] = node;
    b->queue_tail = b->queue_tail == b->node_count ? 0 : b->queue_tail + 1;
}

/* `states` (not consumed) violate the questions about `node`, asserts if `assert` is set. */
static void note_hit(struct bebop *b, uint32_t node, bdd states, bool assert)
{
    for (size_t i = 0; i < b->question_count; i++) {
        const struct bool_question *q = &b->questions[i];
        bool asked = assert && q->asserts;
        for (uint32_t k = 0; !assert &&k < q->target_count; k++)
            asked |= q->targets[k] == b->nodes[node].stmt;
        if (!asked || b->hits[i].node != NO_NODE)
            continue;
        b->hits[i] = (struct hit){node, keep(states)};
        b->open--;
    }
}

/* The smallest Cartesian product that contains the set: one trivector. */
static bdd product_of(bdd set)
{
    if (set == bddtrue || set == bddfalse)
        return set;
    bdd out = bddtrue, support = keep(bdd_support(set));
    for (bdd rest = support; rest != bddtrue; rest = bdd_high(rest)) {
        int v = bdd_var(rest);
        bdd low = literal(keep(set), v, false), high = literal(keep(set), v, true);
        if (low == bddfalse || high == bddfalse)
            out = literal(out, v, low == bddfalse);
        bdd_delref(low);
        bdd_delref(high);
    }
    bdd_delref(support);
    bdd_delref(set);
    return out;
}

/* Adds a trivector to a set of them. False, and it is consumed: one of the set contains it. */
static bool add_trivector(struct trivectors *set, bdd t)
{
    for (size_t i = 0; i < set->count; i++) {
        bdd rest = without(keep(t), keep(set->items[i]));
        bool is_new = rest != bddfalse;
        bdd_delref(rest);
        if (!is_new) {
            bdd_delref(t);
            return false;
        }
    }
    vec_push(set, t);
    return true;
}

/* Path edges that come to a node from another one. */
static void flow(struct bebop *b, uint32_t node, bdd states, uint32_t source, bool entry)
{
    struct node *n = &b->nodes[node];
    states = both(states, keep(b->procs[n->proc].enforce));
    if (b->options->states == BOOL_TRIVECTORS) {
        if (states == bddfalse)
            return;
        states = product_of(states);
        if (!add_trivector(&n->trivectors, keep(states))) {
            bdd_delref(states);
            return;
        }
    } else {
        states = without(states, keep(n->reach));
    }
    if (states == bddfalse)
        return;
    if (b->options->states == BOOL_JOIN)
        states = without(product_of(either(states, keep(n->reach))), keep(n->reach));
    struct ring *r = ARENA_NEW(b->arena, struct ring);
    *r = (struct ring){.states = keep(states), .stamp = b->stamp++, .source = source, .entry = entry};
    if (n->last)
        n->last->next = r;
    else
        n->rings = r;
    n->last = r;
    n->reach = either(n->reach, keep(states));
    n->delta = either(n->delta, keep(states));
    if (n->watched)
        note_hit(b, node, states, false);
    bdd_delref(states);
    enqueue(b, node);
}

/* Entries of a procedure, as a set over its entry variables. */
static void enter(struct bebop *b, uint32_t proc, bdd entries, uint32_t source)
{
    struct proc *f = &b->procs[proc];
    if (b->options->states != BOOL_TRIVECTORS)
        entries = without(entries, keep(f->entries));
    f->entries = either(f->entries, keep(entries));
    if (f->called)
        entries = both(entries, keep(f->identity));
    flow(b, f->first, entries, source, true);
}

/* What the call does as a relation of current and next variables, by a summary of the callee (not consumed). */
static bdd effect_of(struct bebop *b, const struct node *n, bdd summary)
{
    const struct bool_stmt *s = n->stmt;
    bdd lost = bddtrue, results = bddtrue;
    for (uint32_t i = 0; i < s->name_count; i++) {
        int x = b->next[s->slots[i]];
        if (s->slots[i] < b->program->global_count) /* what the callee left there is overwritten */
            lost = literal(lost, x, true);
        results = both(results, keep(bdd_biimp(bdd_ithvar(x), bdd_ithvar(b->result[i]))));
    }
    summary = exists(keep(summary), lost);
    bdd_delref(lost);
    summary = project(summary, results, b->result_set);
    return project(summary, keep(n->relation), b->argument_set);
}

static void process_call(struct bebop *b, uint32_t node, bdd delta)
{
    struct node *n = &b->nodes[node];
    struct proc *callee = &b->procs[n->stmt->proc];
    bdd set = keep(b->procs[n->proc].locals);
    set = both(set, keep(b->entry_set));
    bdd entries = project(keep(delta), keep(n->relation), set);
    bdd_delref(set);
    enter(b, n->stmt->proc, renamed(entries, b->pair_call), node);
    if (b->options->states == BOOL_TRIVECTORS) {
        for (size_t i = 0; i < callee->trivectors.count; i++) {
            bdd effect = effect_of(b, n, callee->trivectors.items[i]);
            flow(b, node + 1, renamed(project(keep(delta), keep(effect), n->moved), b->pair_next), node, false);
            bdd_delref(effect);
        }
        bdd_delref(delta);
        return;
    }
    if (n->summary_version != callee->summary_version) {
        n->summary_version = callee->summary_version;
        replace(&n->effect, effect_of(b, n, callee->summary));
        bdd_delref(delta);
        delta = keep(n->reach);
    }
    bdd after = renamed(project(delta, keep(n->effect), n->moved), b->pair_next);
    flow(b, node + 1, after, node, false);
}

static void process_return(struct bebop *b, const struct node *n, bdd delta)
{
    struct proc *f = &b->procs[n->proc];
    if (!f->called) {
        bdd_delref(delta);
        return;
    }
    bdd exits = renamed(project(delta, keep(n->relation), f->locals), b->pair_summary);
    bool is_new;
    if (b->options->states == BOOL_TRIVECTORS) {
        exits = product_of(exits);
        is_new = add_trivector(&f->trivectors, keep(exits));
    } else {
        exits = without(exits, keep(f->summary));
        is_new = exits != bddfalse;
    }
    if (is_new) {
        f->summary = either(f->summary, keep(exits));
        f->summary_version++;
        for (size_t i = 0; i < f->callers.count; i++)
            if (b->nodes[f->callers.items[i]].reach != bddfalse)
                enqueue(b, f->callers.items[i]);
    }
    bdd_delref(exits);
}

/* What a statement makes of path edges that reach it (consumed). */
static void process_states(struct bebop *b, uint32_t node, bdd delta)
{
    struct node *n = &b->nodes[node];
    bdd failing;
    switch (n->stmt->kind) {
    case BOOL_SKIP:
        flow(b, node + 1, delta, node, false);
        return;
    case BOOL_GOTO:
        for (uint32_t i = 0; i < n->stmt->target_count; i++)
            flow(b, b->procs[n->proc].first + n->stmt->targets[i].stmt, keep(delta), node, false);
        bdd_delref(delta);
        return;
    case BOOL_ASSERT:
        failing = both(keep(delta), keep(n->fails));
        if (failing != bddfalse)
            note_hit(b, node, failing, true);
        bdd_delref(failing);
        /* fall through */
    case BOOL_ASSUME:
        flow(b, node + 1, both(delta, keep(n->holds)), node, false);
        return;
    case BOOL_ASSIGN:
        flow(b, node + 1, renamed(project(delta, keep(n->relation), n->moved), b->pair_next), node, false);
        return;
    case BOOL_CALL:
        process_call(b, node, delta);
        return;
    case BOOL_RETURN:
        process_return(b, n, delta);
    }
}

/* The same for a trivector, split by the variables in focus from number `i` on. */
static void process_split(struct bebop *b, uint32_t node, bdd t, size_t i)
{
    const struct proc *f = &b->procs[b->nodes[node].proc];
    if (t == bddfalse)
        return;
    if (i == f->focus.count) {
        process_states(b, node, t);
        return;
    }
    process_split(b, node, literal(keep(t), f->focus.items[i], false), i + 1);
    process_split(b, node, literal(t, f->focus.items[i], true), i + 1);
}

static void process(struct bebop *b, uint32_t node)
{
    struct node *n = &b->nodes[node];
    bdd delta = n->delta;
    n->delta = bddfalse;
    if (!n->prepared)
        bebop_prepare(b, n);
    if (b->options->states != BOOL_TRIVECTORS) {
        process_states(b, node, delta);
        return;
    }
    bdd_delref(delta);
    if (n->stmt->kind == BOOL_CALL && n->summary_version != b->procs[n->stmt->proc].summary_version) {
        n->summary_version = b->procs[n->stmt->proc].summary_version;
        n->passed_on = 0;
    }
    while (n->passed_on < n->trivectors.count) {
        bebop_ask_budget(b);
        process_split(b, node, keep(n->trivectors.items[n->passed_on++]), 0);
    }
}

static void find_focus(struct bebop *b, struct proc *f)
{
    const struct bool_program *p = b->program;
    for (uint32_t i = 0; i < p->global_count + f->proc->local_count; i++) {
        const char *name = i < p->global_count ? p->globals[i].text : f->proc->locals[i - p->global_count].text;
        for (size_t k = 0; k < b->options->focus_count; k++)
            if (!strcmp(name, b->options->focus[k])) {
                vec_push(&f->focus, b->current[i]);
                break;
            }
    }
}

static void watch(struct bebop *b, const struct bool_stmt *s)
{
    for (uint32_t i = 0; i < b->program->proc_count; i++) {
        const struct bool_proc *f = b->program->procs[i];
        if (s >= f->stmts && s < f->stmts + f->stmt_count)
            b->nodes[b->procs[i].first + (uint32_t)(s - f->stmts)].watched = true;
    }
}

void bebop_explore(struct bebop *b, uint32_t entry)
{
    bebop_encode(b);
    for (uint32_t i = 0; i < b->program->proc_count; i++)
        find_focus(b, &b->procs[i]);
    for (size_t i = 0; i < b->question_count; i++)
        for (uint32_t k = 0; k < b->questions[i].target_count; k++)
            watch(b, b->questions[i].targets[k]);
    enter(b, entry, bddtrue, NO_NODE);
    while (b->open && b->queue_head != b->queue_tail) {
        uint32_t node = b->queue[b->queue_head];
        b->queue_head = b->queue_head == b->node_count ? 0 : b->queue_head + 1;
        b->nodes[node].queued = false;
        bebop_ask_budget(b);
        if (b->options->max_steps && b->steps >= b->options->max_steps)
            bebop_leave(b, ST_LIMIT, "the limit of steps is reached");
        b->steps++;
        process(b, node);
    }
}
