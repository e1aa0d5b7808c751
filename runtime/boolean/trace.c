/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace to a state that was reached: a walk back over the rings, from concrete state to concrete state.
 *
 * Invariant: the state that the walk is at lies in a ring of its node. Where it came over a summary, the walk goes on
 * within the callee and comes back to the call (struct frame); where a procedure began without such a call, a caller is
 * looked for. Each step finds its predecessor in a ring with a smaller stamp, so the walk ends; of several it takes the
 * earliest, so that the trace is short.
 */
#include "runtime/boolean/bebop.h"

/* The caller's state before a call that is walked back through. */
struct frame {
    uint32_t node;
    uint8_t *entry, *current;
};
struct walk {
    struct bebop *b;
    uint32_t node;
    uint8_t *entry, *current; /* of the state, by slot; the entry's globals and parameters */
    const struct ring *ring;  /* that it lies in */
    struct VEC(struct frame) frames;
    struct VEC(struct bool_step) steps; /* backwards */
    uint8_t *model;                     /* scratch: an assignment of BDD variables */
};

static const struct proc *proc_of(const struct walk *w, uint32_t node)
{
    return &w->b->procs[w->b->nodes[node].proc];
}

static bool contains(bdd x, const uint8_t *model)
{
    while (x != bddfalse && x != bddtrue)
        x = model[bdd_var(x)] ? bdd_high(x) : bdd_low(x);
    return x == bddtrue;
}

/* Some element of a set that is not empty; variables that do not matter are 0. Consumes x. */
static void pick(const struct walk *w, bdd x)
{
    bdd at = x;
    memset(w->model, 0, (size_t)w->b->variables);
    while (at != bddtrue) {
        bool high = bdd_low(at) == bddfalse;
        w->model[bdd_var(at)] = high;
        at = high ? bdd_high(at) : bdd_low(at);
    }
    bdd_delref(x);
}

/* The values of the picked element, by slot. */
static uint8_t *picked(const struct walk *w, const int *variables)
{
    uint8_t *values = ARENA_ARRAY(w->b->arena, uint8_t, w->b->slots + 1);
    for (uint32_t i = 0; i < w->b->slots; i++)
        values[i] = variables[i] >= 0 && w->model[variables[i]];
    return values;
}

/* x where the variables of slots from..to have these values. */
static bdd with_values(bdd x, const int *variables, const uint8_t *values, uint32_t from, uint32_t to)
{
    while (to > from) {
        to--;
        x = literal(x, variables[to], values[to]);
    }
    return x;
}

/* x at the entry values of the walk, in a procedure whose entry values are kept. */
static bdd at_entry(const struct walk *w, const struct proc *f, bdd x)
{
    uint32_t count = w->b->program->global_count + f->proc->parameter_count;
    return f->called ? with_values(x, w->b->entry, w->entry, 0, count) : x;
}

static void step(struct walk *w, enum bool_step_kind kind, uint32_t node, uint32_t at, const uint8_t *values)
{
    struct bool_step s = {.kind = kind, .values = values, .proc = proc_of(w, at)->proc};
    s.stmt = node == NO_NODE ? NULL : w->b->nodes[node].stmt;
    vec_push(&w->steps, s);
}

/* The earliest ring of the node before `stamp` that has states in common with `x` (not consumed); picks one. */
static bool pick_earliest(struct walk *w, uint32_t node, uint64_t stamp, bdd x)
{
    for (const struct ring *r = w->b->nodes[node].rings; r && r->stamp < stamp; r = r->next) {
        bdd common = both(keep(r->states), keep(x));
        if (common == bddfalse)
            continue;
        pick(w, common);
        return true;
    }
    return false;
}

/* The walk is at this state; finds its ring. */
static void arrive(struct walk *w, uint32_t node, uint8_t *entry, uint8_t *current)
{
    const struct bebop *b = w->b;
    w->node = node;
    w->entry = entry;
    w->current = current;
    for (uint32_t i = 0; i < b->slots; i++) {
        if (b->entry[i] >= 0)
            w->model[b->entry[i]] = entry[i];
        w->model[b->current[i]] = current[i];
    }
    w->ring = b->nodes[node].rings;
    while (w->ring && !contains(w->ring->states, w->model))
        w->ring = w->ring->next;
}

/* Back over an assignment. */
static void walk_assignment(struct walk *w, uint32_t source)
{
    const struct bebop *b = w->b;
    const struct node *n = &b->nodes[source];
    const struct proc *f = proc_of(w, source);
    uint32_t slots = b->program->global_count + f->proc->local_count;
    uint8_t *changed = base_mem_zalloc(slots + 1);
    bdd before = keep(n->relation);
    for (uint32_t i = 0; i < n->stmt->name_count; i++) {
        changed[n->stmt->slots[i]] = 1;
        before = literal(before, b->next[n->stmt->slots[i]], w->current[n->stmt->slots[i]]);
    }
    for (uint32_t i = slots; i-- > 0;)
        if (!changed[i])
            before = literal(before, b->current[i], w->current[i]);
    free(changed);
    before = at_entry(w, f, before);
    bool found = pick_earliest(w, source, w->ring->stamp, before);
    bdd_delref(before);
    if (found)
        arrive(w, source, w->entry, picked(w, b->current));
    else
        w->ring = NULL;
}

/* How the state behind a call came about: the caller's states before it, and exits of the callee. */
struct exit_found {
    uint32_t node;           /* the return */
    const struct ring *ring; /* of it */
    bdd states;              /* of it that return so */
    bdd calls;               /* the caller's states and the arguments that lead there */
};

/* Those states of a return that lead to the walk's state behind the call `n`. */
static bdd exits_to(const struct walk *w, const struct node *n, const struct node *ret)
{
    const struct bebop *b = w->b;
    const struct bool_stmt *s = n->stmt;
    bdd x = keep(ret->relation);
    for (uint32_t i = 0; i < s->name_count; i++)
        x = literal(x, b->result[i], w->current[s->slots[i]]);
    for (uint32_t g = b->program->global_count; g-- > 0;) {
        bool overwritten = false;
        for (uint32_t i = 0; i < s->name_count; i++)
            overwritten |= s->slots[i] == g;
        if (!overwritten)
            x = literal(x, b->current[g], w->current[g]);
    }
    return x;
}

/* The caller's states before the call that can lead to the walk's state, with arguments; but for their globals. */
static bdd calls_to(const struct walk *w, uint32_t source)
{
    const struct bebop *b = w->b;
    const struct node *n = &b->nodes[source];
    const struct proc *f = proc_of(w, source);
    uint32_t globals = b->program->global_count;
    bdd before = at_entry(w, f, keep(n->relation)), reached = bddfalse;
    for (uint32_t i = globals + f->proc->local_count; i-- > globals;) {
        bool set = false;
        for (uint32_t k = 0; k < n->stmt->name_count; k++)
            set |= n->stmt->slots[k] == i;
        if (!set)
            before = literal(before, b->current[i], w->current[i]);
    }
    for (const struct ring *r = n->rings; r && r->stamp < w->ring->stamp; r = r->next)
        reached = either(reached, both(keep(r->states), keep(before)));
    bdd_delref(before);
    return reached;
}

/* The earliest exit of the callee that leads to the walk's state. */
static struct exit_found find_exit(const struct walk *w, uint32_t source)
{
    const struct bebop *b = w->b;
    const struct node *n = &b->nodes[source];
    const struct proc *callee = &b->procs[n->stmt->proc];
    struct exit_found best = {NO_NODE, NULL, bddfalse, bddfalse};
    bdd calls = calls_to(w, source);
    bdd set = both(keep(b->globals), keep(callee->locals));
    set = both(set, keep(b->result_set));
    for (uint32_t k = 0; k < callee->proc->stmt_count; k++) {
        const struct node *ret = &b->nodes[callee->first + k];
        if (ret->stmt->kind != BOOL_RETURN || !ret->rings)
            continue;
        bdd leading = exits_to(w, n, ret);
        uint64_t stamp = best.ring ? best.ring->stamp : w->ring->stamp;
        for (const struct ring *r = ret->rings; r && r->stamp < stamp; r = r->next) {
            bdd states = both(keep(r->states), keep(leading));
            bdd entries = renamed(exists(keep(states), set), b->pair_summary);
            bdd possible = both(entries, keep(calls));
            if (possible == bddfalse) {
                bdd_delref(states);
                continue;
            }
            replace(&best.states, states);
            replace(&best.calls, possible);
            best.node = callee->first + k;
            best.ring = r;
            break;
        }
        bdd_delref(leading);
    }
    bdd_delref(calls);
    bdd_delref(set);
    return best;
}

/* Back over a call that returned: to the end of the callee. */
static void walk_return(struct walk *w, uint32_t source)
{
    const struct bebop *b = w->b;
    const struct proc *callee = &b->procs[b->nodes[source].stmt->proc];
    uint32_t globals = b->program->global_count, parameters = callee->proc->parameter_count;
    struct exit_found x = find_exit(w, source);
    bool found = x.node != NO_NODE && pick_earliest(w, source, w->ring->stamp, x.calls);
    bdd_delref(x.calls);
    if (!found) {
        w->ring = NULL;
        return;
    }
    struct frame f = {source, w->entry, picked(w, b->current)};
    uint8_t *entry = picked(w, b->argument);
    memcpy(entry, f.current, globals);
    vec_push(&w->frames, f);
    step(w, BOOL_STEP_RETURN, x.node, source, w->current);
    pick(w, with_values(x.states, b->entry, entry, 0, globals + parameters));
    arrive(w, x.node, entry, picked(w, b->current));
}

/* Back out of a procedure at its beginning: to the call that the walk came by, or to one that was not yet ended. */
static void walk_entry(struct walk *w)
{
    const struct bebop *b = w->b;
    uint32_t source = w->ring->source, globals = b->program->global_count;
    uint8_t *now = w->current;
    if (w->frames.count) {
        struct frame f = w->frames.items[--w->frames.count];
        step(w, BOOL_STEP_CALL, f.node, w->node, now);
        arrive(w, f.node, f.entry, f.current);
        return;
    }
    const struct proc *callee = proc_of(w, w->node);
    bdd before = keep(b->nodes[source].relation);
    before = with_values(before, b->current, w->entry, 0, globals);
    before = with_values(before, b->argument, w->entry, globals, globals + callee->proc->parameter_count);
    bool found = pick_earliest(w, source, w->ring->stamp, before);
    bdd_delref(before);
    step(w, BOOL_STEP_CALL, source, w->node, now);
    if (found)
        arrive(w, source, picked(w, b->entry), picked(w, b->current));
    else
        w->ring = NULL;
}

/* One step back; false at the beginning of the program. */
static bool walk_back(struct walk *w)
{
    const struct ring *r = w->ring;
    uint8_t *now = w->current;
    uint32_t node = w->node;
    if (r->entry) {
        if (r->source == NO_NODE && !w->frames.count) {
            step(w, BOOL_STEP_START, NO_NODE, node, now);
            return false;
        }
        walk_entry(w);
        return true;
    }
    switch (w->b->nodes[r->source].stmt->kind) {
    case BOOL_CALL:
        walk_return(w, r->source);
        return true;
    case BOOL_ASSIGN:
        step(w, BOOL_STEP, r->source, node, now);
        walk_assignment(w, r->source);
        return true;
    default:
        step(w, BOOL_STEP, r->source, node, now);
        arrive(w, r->source, w->entry, now);
        return true;
    }
}

/* The steps in the order of the program; the depths, from the first step's, which is 0 unless the trace was cut. */
static void finish(struct walk *w, struct bool_answer *out)
{
    size_t n = w->steps.count;
    struct bool_step *steps = ARENA_ARRAY(w->b->arena, struct bool_step, n);
    int64_t depth = 0, lowest = 0;
    for (size_t pass = 0; pass < 2; pass++) {
        depth = -lowest;
        for (size_t i = 0; i < n; i++) {
            steps[i] = w->steps.items[n - 1 - i];
            depth += (steps[i].kind == BOOL_STEP_CALL) - (steps[i].kind == BOOL_STEP_RETURN);
            lowest = depth < lowest ? depth : lowest;
            steps[i].depth = (uint32_t)(depth < 0 ? 0 : depth);
        }
    }
    out->steps = steps;
    out->count = n;
}

void bebop_trace(struct bebop *b, const struct hit *hit, struct bool_answer *out)
{
    struct walk w = {.b = b, .model = ARENA_ARRAY(b->arena, uint8_t, b->variables + 1)};
    size_t most = b->options->max_trace ? b->options->max_trace : 10000;
    bool more = true;
    out->cut = b->options->states != BOOL_EXACT; /* what was joined has no way back */
    if (out->cut)
        return;
    pick(&w, keep(hit->states));
    arrive(&w, hit->node, picked(&w, b->entry), picked(&w, b->current));
    while (more && w.ring && w.steps.count < most) {
        bebop_ask_budget(b);
        more = walk_back(&w);
    }
    out->cut = more;
    finish(&w, out);
    vec_free(&w.frames);
    vec_free(&w.steps);
}

void bool_print_changes(const struct bool_program *p, const struct bool_step *steps, size_t index, struct buf *out)
{
    const struct bool_step *now = &steps[index], *before = index ? &steps[index - 1] : NULL;
    bool same = before && now->kind == BOOL_STEP && before->proc == now->proc;
    uint32_t slots = p->global_count + now->proc->local_count;
    size_t start = out->size;
    for (uint32_t i = 0; i < slots; i++) {
        bool global = i < p->global_count;
        if (before && (same || global) && before->values[i] == now->values[i])
            continue;
        buf_puts(out, out->size > start ? ", " : "");
        bool_print_name(global ? p->globals[i].text : now->proc->locals[i - p->global_count].text, out);
        buf_printf(out, "=%d", now->values[i]);
    }
}
