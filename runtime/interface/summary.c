/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The three-valued transition relation between macro states, one call each, read off the engine's graph: what may
 * follow is what some path leads to; what must follow is what a path of must edges leads to. A must path to an error
 * says that each concrete state of its source errs for some arguments, so that is the paper's Pre_M; that there is no
 * path says that none does, Pre_m.
 *
 * In a graph that is not complete a path may end where the run did: it counts as one to an error. Source: Roy 2010,
 * 2.4, with the must predecessor mended (ERRATA: 004).
 */
#include "runtime/interface/private.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEEN = 1, SURELY = 2 };

struct summing {
    struct summary *s;
    const struct iface_client *c;
    const struct lts *g;
    uint32_t *macro;   /* of each state; LTS_NONE */
    uint32_t *call_of; /* by label; LTS_NONE */
    uint32_t failure;  /* label */
    uint32_t *stamp;   /* of each state: the search that saw it last */
    uint8_t *flags;    /* SEEN, SURELY: in that search */
    uint64_t *parent;  /* the transition that found it */
    uint32_t *entered; /* edges into each state, while is_acyclic looks */
    uint32_t search;
    struct VEC(uint32_t) queue;
};

static bool is_dead_end(const struct summing *x, uint32_t state)
{
    return x->g->first[state] == x->g->first[state + 1];
}

/* Of its transitions some may be missing. */
static bool is_unfinished(const struct summing *x, uint32_t state)
{
    return x->s->model->end != AVM_COMPLETE && state >= x->s->model->stepped;
}

static bool is_error(const struct summing *x, uint32_t state)
{
    const uint8_t *p = x->g->prop + (size_t)state * x->g->props;
    return state == x->s->model->error || (is_dead_end(x, state) && avm_is_given_up(x->s->model, state)) ||
           p[PROP_CONDITION] != LTS_FALSE || p[PROP_ASSERT] != LTS_FALSE || p[PROP_MEMORY] != LTS_FALSE ||
           p[PROP_DIVISION] != LTS_FALSE;
}

/* Every state that it stands for errs. What the model does not have may be one. */
static bool is_sure_error(const struct summing *x, uint32_t state)
{
    const uint8_t *p = x->g->prop + (size_t)state * x->g->props;
    return p[PROP_CONDITION] == LTS_TRUE || p[PROP_ASSERT] == LTS_TRUE || p[PROP_MEMORY] == LTS_TRUE ||
           p[PROP_DIVISION] == LTS_TRUE;
}

/* Marks a state as reached; it is looked at again when it is sure for the first time. */
static void reach(struct summing *x, uint32_t state, bool surely, uint64_t by)
{
    uint8_t flags = x->stamp[state] == x->search ? x->flags[state] : 0, now = flags | SEEN | (surely ? SURELY : 0);
    if (now == flags)
        return;
    if (!flags)
        x->parent[state] = by;
    x->stamp[state] = x->search;
    x->flags[state] = now;
    vec_push(&x->queue, state);
}

static struct graph_path path_back(struct summing *x, uint32_t state)
{
    struct graph_path p = {NULL, 0};
    struct VEC(uint64_t) steps = {0};
    for (uint64_t t; (t = x->parent[state]) != UINT64_MAX;) {
        vec_push(&steps, t);
        uint32_t low = 0, high = x->g->states;
        while (high - low > 1) {
            uint32_t middle = low + (high - low) / 2;
            *(x->g->first[middle] <= t ? &low : &high) = middle;
        }
        state = low;
        if (x->macro[state] != LTS_NONE)
            break;
    }
    p.count = steps.count;
    p.steps = ARENA_ARRAY(x->s->arena, uint64_t, p.count + 1);
    for (size_t i = 0; i < p.count; i++)
        p.steps[i] = steps.items[p.count - 1 - i];
    vec_free(&steps);
    return p;
}

/* ---- one call ---------------------------------------------------------------------------------------------------- */

struct found {
    bool may_err, must_err;
    struct graph_path path; /* to the first error that is not sure */
};

static void note_error(struct summing *x, struct found *f, uint32_t state, bool surely)
{
    f->may_err = true;
    f->must_err |= surely;
    if (!surely && !f->path.steps)
        f->path = path_back(x, state);
}

/* From where a call begins to where the next one does. */
static void follow(struct summing *x, uint32_t from, bool surely, uint64_t by, struct found *f)
{
    x->queue.count = 0;
    reach(x, from, surely, UINT64_MAX);
    x->parent[from] = by; /* the path begins with it */
    for (size_t head = 0; head < x->queue.count; head++) {
        uint32_t state = x->queue.items[head];
        bool sure = x->flags[state] & SURELY;
        if (is_error(x, state)) {
            note_error(x, f, state, sure && is_sure_error(x, state));
            continue;
        }
        if (x->macro[state] != LTS_NONE)
            continue;
        if (is_unfinished(x, state))
            note_error(x, f, state, false);
        for (uint64_t t = x->g->first[state]; t < x->g->first[state + 1]; t++) {
            bool is_sure = sure && lts_is_must(x->g, t);
            size_t known = x->queue.count;
            reach(x, x->g->target[t], is_sure, t);
            if (x->g->label[t] != x->failure)
                continue;
            note_error(x, f, x->g->target[t], is_sure);
            x->queue.count = known; /* what an exit does is not looked at */
        }
    }
}

/* Whether a call that makes a handle made none, where it ended. */
static bool made_none(const struct summing *x, uint32_t call, uint32_t state)
{
    uint32_t kinds[MOST_ARGUMENTS];
    const struct iface_client *c = x->c;
    uint32_t raw = call < c->call_count ? call : c->probes.items[call - c->call_count].call;
    const struct iface_function *f = iface_client_call(c, raw, kinds);
    int64_t lo, hi;
    if (!f->is_null)
        return false;
    return avm_bounds(x->s->model, state, f->is_null, &lo, &hi) && lo == 1 && hi == 1;
}

/* No path of the search goes around: what is looked at comes to an end. */
static bool is_acyclic(struct summing *x)
{
    size_t done = 0;
    struct VEC(uint32_t) ready = {0};
    for (size_t i = 0; i < x->queue.count; i++)
        x->entered[x->queue.items[i]] = 0;
    for (size_t i = 0; i < x->queue.count; i++)
        for (uint64_t t = x->g->first[x->queue.items[i]]; t < x->g->first[x->queue.items[i] + 1]; t++)
            x->entered[x->g->target[t]] += x->macro[x->queue.items[i]] == LTS_NONE;
    for (size_t i = 0; i < x->queue.count; i++)
        if (!x->entered[x->queue.items[i]])
            vec_push(&ready, x->queue.items[i]);
    for (; done < ready.count; done++)
        for (uint64_t t = x->g->first[ready.items[done]]; t < x->g->first[ready.items[done] + 1]; t++)
            if (x->macro[ready.items[done]] == LTS_NONE && !--x->entered[x->g->target[t]])
                vec_push(&ready, x->g->target[t]);
    vec_free(&ready);
    return done == x->queue.count;
}

/* What a failing exit leads to is no end that is good. */
static void take_targets(struct summing *x, uint32_t from, uint32_t call)
{
    for (size_t i = 0; i < x->queue.count; i++) {
        uint32_t state = x->queue.items[i], to = x->macro[state];
        bool is_end = to == LTS_NONE && is_dead_end(x, state) && !is_unfinished(x, state) && !is_error(x, state);
        if (to == LTS_NONE && !is_end)
            continue;
        struct summary_edge e = {from, call, is_end ? SUMMARY_END : to, (x->flags[state] & SURELY) != 0, false};
        e.is_null = !is_end && made_none(x, call, state);
        bool is_known = false;
        for (size_t k = x->s->outcomes[(size_t)from * x->s->row + call].first; k < x->s->edges.count; k++)
            if (x->s->edges.items[k].to == e.to) {
                x->s->edges.items[k].must |= e.must;
                is_known = true;
            }
        if (!is_known)
            vec_push(&x->s->edges, e);
    }
}

/* ---- one macro state --------------------------------------------------------------------------------------------- */

/* Where a call begins, and the transition that leads there. */
struct begin {
    uint32_t state, call;
    bool must;
    uint64_t by;
};

/* Before the mark of a call, only the client's choice lies. */
static void sum_macro(struct summing *x, uint32_t macro)
{
    struct summary *s = x->s;
    struct VEC(struct begin) begins = {0};
    bool errs = false; /* or it is not known */
    x->search++;
    x->queue.count = 0;
    reach(x, s->states[macro], true, UINT64_MAX);
    for (size_t head = 0; head < x->queue.count; head++) {
        uint32_t state = x->queue.items[head];
        errs |= is_unfinished(x, state);
        for (uint64_t t = x->g->first[state]; t < x->g->first[state + 1]; t++) {
            bool must = (x->flags[state] & SURELY) && lts_is_must(x->g, t);
            uint32_t call = x->call_of[x->g->label[t]];
            errs |= is_error(x, x->g->target[t]);
            if (call != LTS_NONE)
                vec_push(&begins, ((struct begin){x->g->target[t], call, must, t}));
            else
                reach(x, x->g->target[t], must, t);
        }
    }
    for (uint32_t call = 0; call < s->row; call++) {
        struct summary_outcome *o = &s->outcomes[(size_t)macro * s->row + call];
        struct found f = {0};
        bool is_surely_made = true;
        uint32_t begun = 0;
        o->first = (uint32_t)s->edges.count;
        for (size_t i = 0; i < begins.count; i++) {
            struct begin b = begins.items[i];
            if (b.call != call)
                continue;
            x->search++;
            follow(x, b.state, b.must, b.by, &f);
            take_targets(x, macro, call);
            begun++;
            is_surely_made &= b.must && is_acyclic(x);
        }
        o->count = (uint32_t)s->edges.count - o->first;
        if (begun == 1 && is_surely_made && !f.may_err && o->count == 1) /* wherever it goes, there it ends */
            s->edges.items[o->first].must = true;
        f.may_err |= errs; /* before a call begins nothing can err; if it did, it would be anybody's */
        o->is = !begun || (f.may_err && !f.must_err) ? IFACE_UNDECIDED : f.may_err ? IFACE_ERROR : IFACE_GOOD;
        o->path = f.path;
    }
    vec_free(&begins);
}

/* What a probe surely leads to, its raw call does. */
static void take_probe(struct summary *s, uint32_t macro, uint32_t call, uint32_t probe)
{
    struct summary_outcome *row = &s->outcomes[(size_t)macro * s->row], *o = &row[call], *by = &row[probe];
    if (by->is == IFACE_ERROR)
        o->is = IFACE_ERROR;
    for (uint32_t p = by->first; p < by->first + by->count; p++)
        for (uint32_t e = o->first; e < o->first + o->count; e++)
            if (s->edges.items[e].to == s->edges.items[p].to)
                s->edges.items[e].must |= s->edges.items[p].must;
}

static void find_initial(struct summing *x)
{
    struct VEC(uint32_t) found = {0};
    x->search++;
    x->queue.count = 0;
    reach(x, x->g->initial, true, UINT64_MAX);
    for (size_t head = 0; head < x->queue.count; head++) {
        uint32_t state = x->queue.items[head];
        if (x->macro[state] != LTS_NONE) {
            vec_push(&found, x->macro[state]);
            continue;
        }
        if (is_error(x, state))
            x->s->lost = "what runs before the first call may err";
        else if (is_unfinished(x, state))
            x->s->lost = "the run ended before the first call";
        for (uint64_t t = x->g->first[state]; t < x->g->first[state + 1]; t++)
            reach(x, x->g->target[t], false, t);
    }
    if (!found.count && !x->s->lost)
        x->s->lost = "the first call is never come to";
    x->s->initial_count = (uint32_t)found.count;
    x->s->initial = vec_to_arena(&found, x->s->arena);
    vec_free(&found);
}

static void find_labels(struct summing *x)
{
    uint32_t n = base_intern_count(x->g->labels);
    x->call_of = base_mem_alloc((n + 1) * sizeof *x->call_of);
    for (uint32_t i = 0; i < n; i++) {
        unsigned call;
        x->call_of[i] = sscanf(base_intern_str(x->g->labels, i), "call %u", &call) == 1 ? call : LTS_NONE;
    }
    x->failure = base_intern_find(x->g->labels, iface_client_failure, strlen(iface_client_failure));
}

void iface_summarise(struct summary *s, const struct iface_client *c, struct avm_model *m)
{
    struct summing x = {.s = s, .c = c, .g = m->graph};
    struct VEC(uint32_t) heads = {0};
    memset(s, 0, sizeof *s);
    s->arena = arena_new();
    s->model = m;
    s->call_count = c->call_count;
    s->row = c->call_count + (uint32_t)c->probes.count;
    s->probes = ARENA_ARRAY(s->arena, struct iface_probe, c->probes.count + 1);
    for (size_t p = 0; p < c->probes.count; p++)
        s->probes[p] = c->probes.items[p];
    x.macro = base_mem_alloc(((size_t)x.g->states + 1) * sizeof *x.macro);
    x.stamp = base_mem_zalloc(((size_t)x.g->states + 1) * sizeof *x.stamp);
    x.entered = base_mem_zalloc(((size_t)x.g->states + 1) * sizeof *x.entered);
    x.flags = base_mem_zalloc((size_t)x.g->states + 1);
    x.parent = base_mem_alloc(((size_t)x.g->states + 1) * sizeof *x.parent);
    for (uint32_t i = 0; i < x.g->states; i++) {
        bool is_head = x.g->prop[(size_t)i * x.g->props + PROP_HEAD] == LTS_TRUE;
        x.macro[i] = is_head ? (uint32_t)heads.count : LTS_NONE;
        if (is_head)
            vec_push(&heads, i);
    }
    s->count = (uint32_t)heads.count;
    s->states = vec_to_arena(&heads, s->arena);
    vec_free(&heads);
    s->outcomes = ARENA_ARRAY(s->arena, struct summary_outcome, (size_t)s->count * s->row + 1);
    find_labels(&x);
    for (uint32_t i = 0; i < s->count; i++) {
        sum_macro(&x, i);
        for (size_t p = 0; p < c->probes.count; p++)
            take_probe(s, i, c->probes.items[p].call, s->call_count + (uint32_t)p);
    }
    find_initial(&x);
    free(x.macro);
    free(x.call_of);
    free(x.stamp);
    free(x.flags);
    free(x.entered);
    free(x.parent);
    vec_free(&x.queue);
}

void iface_summary_free(struct summary *s)
{
    avm_model_free(s->model);
    vec_free(&s->edges);
    arena_free(s->arena);
    memset(s, 0, sizeof *s);
}

void iface_reach(const struct summary *s, bool through_undecided, uint8_t *reached)
{
    struct VEC(uint32_t) queue = {0};
    memset(reached, 0, s->count);
    for (uint32_t i = 0; i < s->initial_count; i++) {
        reached[s->initial[i]] = 1;
        vec_push(&queue, s->initial[i]);
    }
    for (size_t head = 0; head < queue.count; head++)
        for (uint32_t call = 0; call < s->row; call++) { /* probes lead to states of their own */
            const struct summary_outcome *row = &s->outcomes[(size_t)queue.items[head] * s->row], *o = &row[call];
            if (call >= s->call_count && row[s->probes[call - s->call_count].call].is == IFACE_ERROR)
                continue;
            if (call >= s->call_count && !through_undecided &&
                row[s->probes[call - s->call_count].call].is != IFACE_GOOD)
                continue;
            if (o->is == IFACE_ERROR || (o->is == IFACE_UNDECIDED && !through_undecided))
                continue;
            for (uint32_t e = o->first; e < o->first + o->count; e++) {
                uint32_t to = s->edges.items[e].to;
                if (to == SUMMARY_END || reached[to])
                    continue;
                reached[to] = 1;
                vec_push(&queue, to);
            }
        }
    vec_free(&queue);
}
