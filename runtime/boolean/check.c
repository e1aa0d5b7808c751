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

/* A node has 20 bytes, and its share of the six caches about as many again. BuDDy's caches tell sets of quantified
 * variables apart by the low 24 bits of their node (bdd_appex shifts it by 8 in 32 bits, marked FIXME there): with more
 * nodes one set could be taken for another, and an answer be wrong. */
enum { MOST_NODES = 1 << 24, NODE_BYTES = 44, FIRST_NODES = 100000, NODES_PER_CACHE_ENTRY = 4, MOST_VARIABLES = 20000 };

/* The run that the library's hooks belong to: the library has one state for the process. */
static struct bebop *running;

static void leave(struct bebop *b, enum status st, const char *why)
{
    b->end = st;
    diag_set(&b->why, st, (struct place){b->program->file, 0, 0}, "%s", why);
    longjmp(b->out, 1);
}

void bebop_ask_budget(struct bebop *b)
{
    switch (base_budget_ask(b->options->budget)) {
    case BUDGET_LEFT:
        return;
    case BUDGET_TIME:
        leave(b, ST_LIMIT, "the time is used up");
        return;
    case BUDGET_STOPPED:
        leave(b, ST_STOPPED, "interrupted");
    }
}

static void on_error(int code)
{
    bool memory = code == BDD_MEMORY || code == BDD_NODENUM;
    running->broken = true;
    leave(running, ST_LIMIT, memory ? "the memory for BDD nodes is used up" : bdd_errstring(code));
}

/* A garbage collection begins: the only place where the library can be left within one operation. */
static void on_collection(int before, bddGbcStat *statistics)
{
    (void)statistics;
    if (before)
        bebop_ask_budget(running);
}

/* ---- path edges -------------------------------------------------------------------------------------------------- */

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

/* The smallest Cartesian product that contains the path edges: one trivector. */
static bdd product_of(const struct bebop *b, const struct proc *f, bdd edges)
{
    bdd out = bddtrue;
    for (uint32_t i = b->program->global_count + f->proc->local_count; i-- > 0;)
        for (int of_entry = 0; of_entry < 2; of_entry++) {
            int v = of_entry ? b->entry[i] : b->current[i];
            if (v < 0 || (of_entry && !f->called))
                continue;
            bdd low = literal(keep(edges), v, false), high = literal(keep(edges), v, true);
            if (low == bddfalse || high == bddfalse)
                out = literal(out, v, low == bddfalse);
            bdd_delref(low);
            bdd_delref(high);
        }
    bdd_delref(edges);
    return out;
}

/* Path edges that come to a node from another one. */
static void flow(struct bebop *b, uint32_t node, bdd states, uint32_t source, bool entry)
{
    struct node *n = &b->nodes[node];
    states = without(both(states, keep(b->procs[n->proc].enforce)), keep(n->reach));
    if (states == bddfalse)
        return;
    if (b->options->joins)
        states = without(product_of(b, &b->procs[n->proc], either(states, keep(n->reach))), keep(n->reach));
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
    entries = without(entries, keep(f->entries));
    f->entries = either(f->entries, keep(entries));
    if (f->called)
        entries = both(entries, keep(f->identity));
    flow(b, f->first, entries, source, true);
}

/* What the call does as a relation of current and next variables, by the summary as far as it is known. */
static bdd effect_of(struct bebop *b, const struct node *n, const struct proc *callee)
{
    const struct bool_stmt *s = n->stmt;
    bdd lost = bddtrue, summary, results = bddtrue;
    for (uint32_t i = 0; i < s->name_count; i++) {
        int x = b->next[s->slots[i]];
        if (s->slots[i] < b->program->global_count) /* what the callee left there is overwritten */
            lost = literal(lost, x, true);
        results = both(results, keep(bdd_biimp(bdd_ithvar(x), bdd_ithvar(b->result[i]))));
    }
    summary = exists(keep(callee->summary), lost);
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
    if (n->summary_version != callee->summary_version) {
        n->summary_version = callee->summary_version;
        replace(&n->effect, effect_of(b, n, callee));
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
    exits = without(exits, keep(f->summary));
    if (exits != bddfalse) {
        f->summary = either(f->summary, keep(exits));
        f->summary_version++;
        for (size_t i = 0; i < f->callers.count; i++)
            if (b->nodes[f->callers.items[i]].reach != bddfalse)
                enqueue(b, f->callers.items[i]);
    }
    bdd_delref(exits);
}

static void process(struct bebop *b, uint32_t node)
{
    struct node *n = &b->nodes[node];
    bdd delta = n->delta, failing;
    n->delta = bddfalse;
    if (!n->prepared)
        bebop_prepare(b, n);
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

static void watch(struct bebop *b, const struct bool_stmt *s)
{
    for (uint32_t i = 0; i < b->program->proc_count; i++) {
        const struct bool_proc *f = b->program->procs[i];
        if (s >= f->stmts && s < f->stmts + f->stmt_count)
            b->nodes[b->procs[i].first + (uint32_t)(s - f->stmts)].watched = true;
    }
}

static void explore(struct bebop *b, uint32_t entry)
{
    bebop_encode(b);
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
            leave(b, ST_LIMIT, "the limit of steps is reached");
        b->steps++;
        process(b, node);
    }
}

/* ---- one run ----------------------------------------------------------------------------------------------------- */

/* The tables that belong to the program's size; nothing of the library. */
static void allocate(struct bebop *b)
{
    const struct bool_program *p = b->program;
    b->procs = ARENA_ARRAY(b->arena, struct proc, p->proc_count);
    for (uint32_t i = 0; i < p->proc_count; i++) {
        const struct bool_proc *f = p->procs[i];
        b->procs[i].proc = f;
        b->procs[i].first = b->node_count;
        b->node_count += f->stmt_count;
        b->slots = f->local_count > b->slots ? f->local_count : b->slots;
        b->parameters = f->parameter_count > b->parameters ? f->parameter_count : b->parameters;
        b->results = f->return_count > b->results ? f->return_count : b->results;
    }
    b->slots += p->global_count;
    b->nodes = ARENA_ARRAY(b->arena, struct node, b->node_count);
    b->queue = ARENA_ARRAY(b->arena, uint32_t, b->node_count + 1);
    b->argument = ARENA_ARRAY(b->arena, int, b->slots);
    b->entry = ARENA_ARRAY(b->arena, int, b->slots);
    b->current = ARENA_ARRAY(b->arena, int, b->slots);
    b->next = ARENA_ARRAY(b->arena, int, b->slots);
    b->result = ARENA_ARRAY(b->arena, int, b->results);
    b->hits = ARENA_ARRAY(b->arena, struct hit, b->question_count);
    for (size_t i = 0; i < b->question_count; i++)
        b->hits[i].node = NO_NODE;
}

static enum status find_entry(const struct bool_program *p, const char *name, uint32_t *entry, struct diag *d)
{
    *entry = 0;
    for (uint32_t i = 0; i < p->proc_count; i++)
        if (!strcmp(p->procs[i]->name, name ? name : "main"))
            return *entry = i, ST_OK;
    if (!name)
        return ST_OK;
    return diag_set(d, ST_BAD, (struct place){p->file, 0, 0}, "no procedure '%s' to begin with", name);
}

static void start_library(const struct bebop *b)
{
    uint64_t bytes = b->options->max_memory;
    uint64_t most = bytes ? bytes / NODE_BYTES : MOST_NODES;
    bdd_init(FIRST_NODES, FIRST_NODES / NODES_PER_CACHE_ENTRY);
    bdd_error_hook(on_error);
    bdd_gbc_hook(on_collection);
    bdd_setmaxnodenum(most > MOST_NODES ? MOST_NODES : most < 2 * FIRST_NODES ? 2 * FIRST_NODES : (int)most);
    bdd_setmaxincrease(INT32_MAX / 64);
    bdd_setcacheratio(NODES_PER_CACHE_ENTRY);
}

/* Both parts of the work may be left in the middle: the first then leaves open what it has not found, the second
 * violations without a trace. */
static void run(struct bebop *b, uint32_t entry, struct bool_result *out)
{
    if (!setjmp(b->out))
        explore(b, entry);
    for (size_t i = 0; i < b->question_count; i++) {
        struct bool_answer *a = &out->answers[i];
        bool hit = b->hits[i].node != NO_NODE;
        a->verdict = hit ? BOOL_NO : b->end ? BOOL_MAYBE : BOOL_YES;
        a->reached = hit ? b->nodes[b->hits[i].node].stmt : NULL;
        a->cut = hit;
    }
    out->end = b->end;
    out->why = b->why;
    out->steps = b->steps;
    out->nodes = (uint64_t)bdd_getnodenum();
    if (b->broken)
        return;
    if (!setjmp(b->out))
        for (size_t i = 0; i < b->question_count; i++)
            if (b->hits[i].node != NO_NODE)
                bebop_trace(b, &b->hits[i], &out->answers[i]);
}

enum status bool_check(struct arena *a, const struct bool_program *p, const struct bool_question *questions,
                       size_t count, const struct bool_options *o, struct bool_result *out, struct diag *d)
{
    uint32_t entry;
    enum status st = find_entry(p, o->entry, &entry, d);
    if (st)
        return st;
    if (running || bdd_isrunning())
        return diag_set(d, ST_LIMIT, (struct place){p->file, 0, 0}, "another Boolean program is being checked");
    struct bebop *b = ARENA_NEW(a, struct bebop);
    *b = (struct bebop){.arena = a, .program = p, .options = o, .questions = questions, .question_count = count};
    b->open = count;
    *out = (struct bool_result){.answers = ARENA_ARRAY(a, struct bool_answer, count)};
    allocate(b);
    if ((uint64_t)b->slots * 4 + b->results > MOST_VARIABLES) {
        for (size_t i = 0; i < count; i++)
            out->answers[i].verdict = BOOL_MAYBE;
        out->end = diag_set(&out->why, ST_LIMIT, (struct place){p->file, 0, 0},
                            "too many variables: %u in one procedure with the globals", b->slots);
        return ST_OK;
    }
    running = b;
    start_library(b);
    run(b, entry, out);
    bdd_done();
    running = NULL;
    for (uint32_t i = 0; i < p->proc_count; i++)
        vec_free(&b->procs[i].callers);
    return ST_OK;
}
