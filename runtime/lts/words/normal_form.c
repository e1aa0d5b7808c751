/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a node with several minimal acceptances becomes states. An acceptance A of node n becomes a state that offers A
 * and nothing else, and goes on with what follows n. Where the acceptances are not all labels of n, one state more has
 * the rest. A step to n is a step to each of its states: nobody but the system chooses.
 *
 * Without silent steps the state for the rest offers all labels of n, by which nothing new is refused. A word leads to
 * as few states as in any equivalent system: each needs for each A a state that offers just that, and one more when
 * there is a rest.
 *
 * With silent steps that state, the chooser, is in front of the others: it has the rest and a silent step to each of
 * them. One without a rest stands for a node that has no acceptance (then with a silent loop), for the initial node
 * when that has several states, and where it saves transitions: there is at most one state more than any equivalent
 * system needs.
 *
 * A state is made once for all nodes that have one with equal steps. Two states of the result differ in what can be
 * observed from them: in A, or by a step that leads to different nodes.
 */
#include "runtime/lts/words/normal_form.h"
#include "runtime/base/sorted.h"

#include <stdlib.h>

/* The rows are by node where they lead, not by state. */
struct unfolding {
    const struct graph *n;
    const struct acceptances *x;
    bool modal;
    struct intern *seen; /* rows of states that offer all they can do, with their colours: number of the state */
    struct u32s node;    /* by state: a node it is of */
    struct u64s first;   /* its row in label and target */
    struct u32s label, target;
    struct u32s part; /* states that offer, node by node */
    struct u64s part_at;
    struct u32s chooser; /* by node: its number among the choosers, or LTS_NONE */
    uint32_t choosers;
    struct u64s rest_at; /* by chooser: its visible steps in rest_label and rest_target */
    struct u32s rest_label, rest_target;
    struct u32s kind, labels, key; /* scratch */
};

/* The state of node v that has its steps with the chosen labels (all: NULL); marks the steps. */
static uint32_t offering_state(struct unfolding *u, uint32_t v, const struct u32s *chosen, bool *covered)
{
    const struct graph *n = u->n;
    uint64_t from = n->first[v];
    u->key.count = 0;
    vec_push(&u->key, u->kind.items[0]);
    for (uint64_t t = from; t < n->first[v + 1]; t++)
        if (!chosen || sorted_has_u32(chosen->items, chosen->count, n->label[t])) {
            vec_push(&u->key, n->label[t]);
            vec_push(&u->key, n->target[t]);
            covered[t - from] = true;
        }
    uint32_t known = base_intern_count(u->seen);
    uint32_t state = base_intern_add(u->seen, (const char *)u->key.items, u->key.count * sizeof *u->key.items);
    if (state < known)
        return state;
    for (size_t i = 1; i < u->key.count; i += 2) {
        vec_push(&u->label, u->key.items[i]);
        vec_push(&u->target, u->key.items[i + 1]);
    }
    vec_push(&u->first, u->label.count);
    vec_push(&u->node, v);
    return state;
}

static void add_chooser(struct unfolding *u, uint32_t v, const bool *covered, bool all)
{
    const struct graph *n = u->n;
    for (uint64_t t = n->first[v]; t < n->first[v + 1]; t++)
        if (all || !covered[t - n->first[v]]) {
            vec_push(&u->rest_label, n->label[t]);
            vec_push(&u->rest_target, n->target[t]);
        }
    vec_push(&u->rest_at, u->rest_label.count);
    u->chooser.items[v] = u->choosers++;
}

static void unfold_node(struct unfolding *u, uint32_t v, bool *covered)
{
    size_t steps = (size_t)(u->n->first[v + 1] - u->n->first[v]);
    bool rest = u->modal;
    memset(covered, 0, steps);
    words_acceptances_of_kind(u->x, u->n->colour[v], &u->kind);
    size_t offers = u->kind.count - 1;
    for (size_t i = 0; i < offers; i++) {
        words_acceptances_labels(u->x, u->kind.items[i + 1], &u->labels);
        uint32_t state = offering_state(u, v, &u->labels, covered);
        vec_push(&u->part, state);
    }
    for (size_t i = 0; i < steps; i++)
        rest |= !covered[i];
    vec_push(&u->chooser, LTS_NONE);
    if (u->x->weak && (rest || offers != 1))
        add_chooser(u, v, covered, u->modal);
    else if (rest) {
        uint32_t state = offering_state(u, v, NULL, covered);
        if (offers != 1 || u->part.items[u->part.count - 1] != state)
            vec_push(&u->part, state);
    }
    vec_push(&u->part_at, u->part.count);
}

static uint64_t parts(const struct unfolding *u, uint32_t v)
{
    return u->part_at.items[v + 1] - u->part_at.items[v];
}

/* Takes out the choosers that save no transitions: one with p states behind it and i steps into it stands for i * p. */
static void drop_choosers(struct unfolding *u)
{
    uint64_t *in = base_mem_zalloc(u->n->states * sizeof *in);
    struct u64s rest_at = {0};
    uint32_t kept = 0;
    for (size_t t = 0; t < u->target.count; t++)
        in[u->target.items[t]]++;
    for (size_t t = 0; t < u->rest_target.count; t++)
        in[u->rest_target.items[t]]++;
    vec_push(&rest_at, 0);
    for (uint32_t v = 0; v < u->n->states; v++) {
        uint32_t h = u->chooser.items[v];
        if (h == LTS_NONE)
            continue;
        bool plain = !u->modal && parts(u, v) && u->rest_at.items[h] == u->rest_at.items[h + 1];
        if (plain && v != u->n->root[0] && in[v] * parts(u, v) <= in[v] + parts(u, v)) {
            u->chooser.items[v] = LTS_NONE;
        } else {
            u->chooser.items[v] = kept++;
            vec_push(&rest_at, u->rest_at.items[h + 1]); /* what is left out has no rest: the others' stay in place */
        }
    }
    u->choosers = kept;
    vec_free(&u->rest_at);
    u->rest_at = rest_at;
    free(in);
}

/* `rows`: transitions that there is room for in the result. */
static enum status check_budget(const struct unfolding *u, size_t rows, const struct lts_control *c, struct diag *d)
{
    uint64_t states = u->first.count - 1 + u->choosers;
    uint64_t words = rows * 2 + u->label.capacity * 4 + u->part.capacity + u->rest_label.capacity * 2 + states * 6;
    if (states > control_states(c))
        return diag_set(d, ST_LIMIT, (struct place){0}, "the normal form has more than %u states", control_states(c));
    enum status st = lts_control_memory(c, words * sizeof(uint32_t), "the normal form", d);
    return !st && control_stops(c) ? lts_control_stopped(d) : st;
}

/* Adds a step to a node: to its chooser or to all its states. */
static void add_step(const struct unfolding *u, uint32_t by, uint32_t v, struct u32s *label, struct u32s *target)
{
    if (u->chooser.items[v] != LTS_NONE) {
        vec_push(label, by);
        vec_push(target, (uint32_t)u->first.count - 1 + u->chooser.items[v]);
        return;
    }
    for (uint64_t i = u->part_at.items[v]; i < u->part_at.items[v + 1]; i++) {
        vec_push(label, by);
        vec_push(target, u->part.items[i]);
    }
}

static void add_chooser_row(const struct unfolding *u, uint32_t v, struct u32s *label, struct u32s *target)
{
    uint32_t h = u->chooser.items[v];
    if (u->modal || !parts(u, v)) {
        vec_push(label, GRAPH_SILENT);
        vec_push(target, (uint32_t)u->first.count - 1 + h);
    }
    for (uint64_t i = u->part_at.items[v]; i < u->part_at.items[v + 1]; i++) {
        vec_push(label, GRAPH_SILENT);
        vec_push(target, u->part.items[i]);
    }
    for (uint64_t t = u->rest_at.items[h]; t < u->rest_at.items[h + 1]; t++)
        add_step(u, u->rest_label.items[t], u->rest_target.items[t], label, target);
}

/* First the states that offer, then the choosers. */
static enum status make_rows(const struct unfolding *u, struct graph *out, const struct lts_control *c, struct diag *d)
{
    struct u32s label = {0}, target = {0};
    uint32_t offering = (uint32_t)u->first.count - 1, at = offering;
    enum status st = ST_OK;
    for (uint32_t s = 0; s < offering && !st; s++) {
        for (uint64_t t = u->first.items[s]; t < u->first.items[s + 1]; t++)
            add_step(u, u->label.items[t], u->target.items[t], &label, &target);
        out->first[s + 1] = label.count;
        out->old[s] = u->node.items[s];
        if (!(s & 255))
            st = check_budget(u, label.capacity, c, d);
    }
    for (uint32_t v = 0; v < u->n->states && !st; v++) {
        if (u->chooser.items[v] == LTS_NONE)
            continue;
        add_chooser_row(u, v, &label, &target);
        out->old[at] = v;
        out->first[++at] = label.count;
    }
    out->label = label.items;
    out->target = target.items;
    return st ? st : check_budget(u, label.capacity, c, d);
}

/* The states' colours and the states of the system that they stand for, by their nodes. */
static void name_states(struct unfolding *u, struct graph *out)
{
    for (uint32_t s = 0; s < out->states; s++) {
        uint32_t v = out->old[s];
        words_acceptances_of_kind(u->x, u->n->colour[v], &u->kind);
        out->colour[s] = u->kind.items[0];
        out->old[s] = u->n->old[v];
    }
}

static void unfolding_free(struct unfolding *u)
{
    base_intern_free(u->seen);
    vec_free(&u->node);
    vec_free(&u->first);
    vec_free(&u->label);
    vec_free(&u->target);
    vec_free(&u->part);
    vec_free(&u->part_at);
    vec_free(&u->chooser);
    vec_free(&u->rest_at);
    vec_free(&u->rest_label);
    vec_free(&u->rest_target);
    vec_free(&u->kind);
    vec_free(&u->labels);
    vec_free(&u->key);
}

static enum status unfold_nodes(struct unfolding *u, const struct lts_control *c, struct diag *d)
{
    const struct graph *n = u->n;
    uint64_t widest = 1;
    enum status st = ST_OK;
    for (uint32_t v = 0; v < n->states; v++)
        widest = n->first[v + 1] - n->first[v] > widest ? n->first[v + 1] - n->first[v] : widest;
    bool *covered = base_mem_alloc(widest * sizeof *covered);
    vec_push(&u->first, 0);
    vec_push(&u->part_at, 0);
    vec_push(&u->rest_at, 0);
    for (uint32_t v = 0; v < n->states && !st; v++) {
        unfold_node(u, v, covered);
        if (!(v & 255))
            st = check_budget(u, 0, c, d);
    }
    free(covered);
    return st;
}

/* Where the initial node is: one state, as it has one acceptance (it is a set of one state) or a chooser. */
static uint32_t initial_state(const struct unfolding *u)
{
    uint32_t root = u->n->root[0], chooser = u->chooser.items[root];
    return chooser != LTS_NONE ? (uint32_t)u->first.count - 1 + chooser : u->part.items[u->part_at.items[root]];
}

enum status words_normal_form_unfold(const struct graph *normal, const struct acceptances *x, bool modal,
                                     struct graph *out, const struct lts_control *c, struct diag *d)
{
    struct unfolding u = {.n = normal, .x = x, .modal = modal, .seen = base_intern_new()};
    *out = (struct graph){.colours = x->g->colours};
    enum status st = unfold_nodes(&u, c, d);
    if (!st) {
        drop_choosers(&u);
        out->states = (uint32_t)u.first.count - 1 + u.choosers;
        out->root[0] = initial_state(&u);
        out->first = base_mem_zalloc((out->states + (size_t)1) * sizeof *out->first);
        out->old = base_mem_zalloc(out->states * sizeof *out->old);
        st = make_rows(&u, out, c, d);
    }
    if (!st) {
        out->colour = base_mem_alloc(out->states * sizeof *out->colour);
        name_states(&u, out);
        lts_graph_dress(out, x->g);
        lts_graph_sort_rows(out);
    }
    unfolding_free(&u);
    return st;
}
