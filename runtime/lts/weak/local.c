/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Decides weak bisimulation block by block, from what few states can do at once.
 *
 * A block's sample is a member without a silent step inside the block. The partition is a weak bisimulation when in
 * each block
 * (1) what a member can do by one step, the sample can do weakly, and (2) what the sample can do by one step, every
 * member without a silent step inside the block can do weakly. For (2) then holds for all members; and silent steps
 * have no cycles, so by induction over them, a member that silently leaves for the block that the sample's weak
 * step leaves for stands lower, where it can do whatever is left of that step. Where (1) or (2) fails, the step
 * that fails splits the block.
 *
 * All blocks are looked at, then all are split by what was found, until nothing is. A step that was found possible is
 * kept with the state that it leads to: while that is in the block of the step's target, it need not be looked for
 * again. So what is looked at in all is little more than what changes.
 */
#include "runtime/lts/control.h"
#include "runtime/lts/weak/search.h"

#include <stdatomic.h>
#include <stdlib.h>

#define NO_LIMIT UINT64_MAX

/* A step that one of two states in a block has and the other cannot do weakly. */
struct difference {
    uint32_t member, sample, label, target;
};
struct differences VEC(struct difference);

/* What is known of a member: for each step that must be possible, where it leads. First those of the member, in order,
 * then those of the sample; for a divergent state one more each. */
struct proof {
    uint32_t member, sample, own, others; /* how many; no others when there is no need, or too many to keep */
    bool both;                            /* (2) must hold, too */
    bool apart;                           /* a difference was found */
    size_t at;
};
struct proofs VEC(struct proof);

struct local {
    struct weak_ground ground;
    struct blocks *p;
    struct workers *workers;
    struct weak_search *search;      /* by worker */
    struct differences *differences; /* by worker */
    struct proofs proofs, before;    /* blocks in order, the members of each together */
    struct u32s kept, kept_before;
    size_t *proof_of; /* by state: its place in `before`, or more than there are */
    size_t from;      /* the first proof that is not looked at */
    struct VEC(size_t) group; /* the first proof of each block */
    uint64_t budget;          /* 0: none */
    const struct lts_control *control;
    _Atomic uint64_t work;    /* as far as workers have told */
    atomic_bool halted;       /* the budget is used up, or the user wants no more */
};

static uint32_t steps_of(const struct local *x, uint32_t s)
{
    const struct weak_ground *g = &x->ground;
    return (uint32_t)(g->h->first[s + 1] - g->h->first[s]) + (g->loop && g->loop[s]);
}

static bool stays_inside(const struct local *x, uint32_t s)
{
    const struct graph *h = x->ground.h;
    for (uint64_t t = h->first[s]; weak_silent(h, s, t); t++)
        if (x->p->block[h->target[t]] == x->p->block[s])
            return true;
    return false;
}

/* A hub if one can be; else the lowest member, which the others are likely to do more than. */
static uint32_t sample_of(const struct local *x, uint32_t b)
{
    uint32_t least = LTS_NONE;
    for (uint32_t k = 0; k < x->ground.hubs; k++)
        if (x->p->block[x->ground.hub[k].state] == b && !stays_inside(x, x->ground.hub[k].state))
            return x->ground.hub[k].state;
    for (uint32_t i = x->p->start[b]; i < x->p->end[b]; i++)
        least = x->p->item[i] < least ? x->p->item[i] : least;
    return least;
}

/* ---- what is known ----------------------------------------------------------------------------------------------- */

static void prepare_member(struct local *x, uint32_t s, uint32_t sample)
{
    enum { MANY = 1 << 12 };
    const struct graph *h = x->ground.h;
    uint32_t others = steps_of(x, sample);
    struct proof f = {.member = s, .sample = sample, .own = steps_of(x, s), .both = !stays_inside(x, s)};
    bool room = x->kept.count < h->states + graph_transitions(h);
    f.others = f.both && others <= MANY && room ? others : 0;
    f.at = x->kept.count;
    size_t n = f.own + (size_t)f.others, same = 0;
    const struct proof *old = x->proof_of[s] < x->before.count ? &x->before.items[x->proof_of[s]] : NULL;
    vec_reserve(&x->kept, x->kept.count + n);
    if (old && old->member == s && old->sample == sample) {
        same = old->own + (size_t)(old->others < f.others ? old->others : f.others);
        memcpy(x->kept.items + f.at, x->kept_before.items + old->at, same * sizeof *x->kept.items);
    }
    for (; same < n; same++)
        x->kept.items[f.at + same] = LTS_NONE;
    x->kept.count += n;
    vec_push(&x->proofs, f);
}

/* Lists what must be proved, and what of it is known. */
static void prepare(struct local *x)
{
    struct proofs proofs = x->before;
    struct u32s kept = x->kept_before;
    x->before = x->proofs;
    x->kept_before = x->kept;
    x->proofs = proofs;
    x->kept = kept;
    x->proofs.count = x->kept.count = x->group.count = 0;
    for (size_t i = 0; i < x->before.count; i++)
        x->proof_of[x->before.items[i].member] = i;
    for (uint32_t b = 0; b < x->p->count; b++) {
        if (blocks_size(x->p, b) == 1)
            continue;
        uint32_t sample = sample_of(x, b);
        vec_push(&x->group, x->proofs.count);
        for (uint32_t i = x->p->start[b]; i < x->p->end[b]; i++)
            if (x->p->item[i] != sample)
                prepare_member(x, x->p->item[i], sample);
    }
}

/* ---- looking at blocks ------------------------------------------------------------------------------------------- */

enum verdict { CAN, CANNOT, UNSURE };

/* Whether looking is to end before all is known. Only the caller's thread asks the user. */
static bool halts(struct local *x, struct weak_search *w)
{
    enum { WORK_BETWEEN_QUESTIONS = 1 << 18 };
    if (w->total - w->told >= WORK_BETWEEN_QUESTIONS) {
        uint64_t more = w->total - w->told, all = atomic_fetch_add(&x->work, more) + more;
        w->told = w->total;
        if ((x->budget && all >= x->budget) || (w == x->search && control_stops(x->control)))
            x->halted = true;
    }
    return x->halted;
}

/* Whether the state that w looks from can weakly do all steps of s, as far as each can be told with so much work.
 * `known` has where they lead; NULL: nothing is told before it must be. */
static enum verdict can_do_all(struct local *x, struct weak_search *w, uint32_t s, uint32_t *known,
                               uint64_t limit, struct difference *out)
{
    const struct graph *h = x->ground.h;
    const uint32_t *block = x->p->block;
    uint32_t steps = steps_of(x, s), row = (uint32_t)(h->first[s + 1] - h->first[s]);
    enum verdict all = CAN;
    if (!known && limit < NO_LIMIT)
        return UNSURE;
    w->total += steps;
    for (uint32_t i = 0; i < steps; i++) {
        uint64_t t = h->first[s] + i;
        uint32_t label = i < row ? h->label[t] : h->labels, to = i < row ? h->target[t] : s;
        if (label == GRAPH_SILENT && block[to] == block[s])
            continue;
        if (known && known[i] != LTS_NONE && block[known[i]] == block[to])
            continue;
        if (halts(x, w))
            return UNSURE;
        uint32_t found = weak_search_ask(w, label, block[to], limit);
        if (found == LTS_NONE) {
            out->label = label;
            out->target = to;
            return CANNOT;
        }
        if (found == WEAK_UNKNOWN)
            all = UNSURE;
        else if (known)
            known[i] = found;
    }
    return all;
}

/* Puts the difference down where there is one: true when nothing is certain yet. */
static bool conclude(struct proof *f, enum verdict verdict, const struct difference *found, struct differences *out)
{
    if (verdict == CANNOT) {
        f->apart = true;
        vec_push(out, *found);
    }
    return verdict == UNSURE;
}

/* The proofs from .. to-1, which have one sample: true when some are not certain with so much work. */
static bool check_with(struct local *x, struct weak_search *w, struct differences *out, size_t from, size_t to,
                       uint64_t limit)
{
    bool unsure = false;
    weak_search_from(w, x->proofs.items[from].sample);
    for (size_t i = from; i < to; i++) {
        struct proof *f = &x->proofs.items[i];
        struct difference found = {.member = f->member, .sample = f->sample};
        if (!f->apart)
            unsure |= conclude(f, can_do_all(x, w, f->member, x->kept.items + f->at, limit, &found), &found, out);
    }
    for (size_t i = from; i < to; i++) {
        struct proof *f = &x->proofs.items[i];
        struct difference found = {.member = f->member, .sample = f->sample};
        uint32_t *known = f->others ? x->kept.items + f->at + f->own : NULL;
        if (f->apart || !f->both)
            continue;
        weak_search_from(w, f->member);
        unsure |= conclude(f, can_do_all(x, w, f->sample, known, limit, &found), &found, out);
    }
    return unsure;
}

/* What is told apart with little work need not be looked at with much. Ends early when looking halts. */
static void check_group(struct local *x, struct weak_search *w, struct differences *out, size_t from, size_t to)
{
    static const uint64_t limits[] = {1 << 6, 1 << 9, 1 << 12, NO_LIMIT};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (!check_with(x, w, out, from, to, limits[i]) || x->halted)
            return;
}

static size_t group_end(const struct local *x, size_t i)
{
    return i + 1 < x->group.count ? x->group.items[i + 1] : x->proofs.count;
}

/* Large blocks are left to the caller's thread, which can be interrupted in them. */
static bool is_large(const struct local *x, size_t i)
{
    enum { LARGE = 256 };
    return group_end(x, i) - x->group.items[i] >= LARGE;
}

static void check_groups(void *context, unsigned worker, size_t from, size_t to)
{
    struct local *x = context;
    for (size_t i = x->from + from; i < x->from + to && !x->halted; i++)
        if (!is_large(x, i))
            check_group(x, &x->search[worker], &x->differences[worker], x->group.items[i], group_end(x, i));
}

static uint64_t work_done(const struct local *x)
{
    uint64_t work = 0;
    for (unsigned i = 0; i < workers_count(x->workers); i++)
        work += x->search[i].total;
    return work;
}

static bool within_budget(const struct local *x)
{
    return !x->halted && (!x->budget || work_done(x) < x->budget);
}

static enum status check_all(struct local *x, struct diag *d)
{
    enum { TOGETHER = 512 };
    enum status st = ST_OK;
    for (x->from = 0; x->from < x->group.count && within_budget(x) && !st; x->from += TOGETHER) {
        size_t left = x->group.count - x->from, n = left < TOGETHER ? left : TOGETHER;
        workers_share(x->workers, n, 8, check_groups, x);
        for (size_t i = x->from; i < x->from + n && !x->halted; i++)
            if (is_large(x, i))
                check_group(x, &x->search[0], &x->differences[0], x->group.items[i], group_end(x, i));
        st = control_step(x->control, "refining", x->p->count, 0, d);
    }
    return st;
}

/* ---- splitting --------------------------------------------------------------------------------------------------- */

static void split_marked(struct local *x)
{
    struct blocks *p = x->p;
    for (size_t i = 0; i < p->touched.count; i++) {
        uint32_t fresh = blocks_split(p, p->touched.items[i]);
        if (fresh != LTS_NONE)
            weak_ground_split(&x->ground, p->touched.items[i], fresh);
    }
    p->touched.count = 0;
}

/* Marks the members of block b that can do the step. */
static void mark_members(struct local *x, uint32_t b, uint32_t label, uint32_t to)
{
    struct weak_search *w = &x->search[0];
    struct u32s can = {0};
    for (uint32_t i = x->p->start[b]; i < x->p->end[b]; i++) {
        weak_search_from(w, x->p->item[i]);
        if (weak_search_ask(w, label, to, NO_LIMIT) != LTS_NONE)
            vec_push(&can, x->p->item[i]);
    }
    for (size_t i = 0; i < can.count; i++)
        blocks_mark(x->p, can.items[i]);
    vec_free(&can);
}

/* A block of two is split; a small one by who can do the step; else all blocks are, when these are not too many to
 * list. */
static void split_by(struct local *x, const struct difference *f)
{
    enum { SMALL = 16, EACH = 256 };
    uint32_t b = x->p->block[f->member], to = x->p->block[f->target], size = blocks_size(x->p, b);
    const struct u32s *all = NULL;
    if (size > SMALL)
        all = weak_search_all(&x->search[0], f->label, to, (uint64_t)EACH * size);
    if (size == 2)
        blocks_mark(x->p, f->member);
    else if (!all)
        mark_members(x, b, f->label, to);
    for (size_t i = 0; all && i < all->count; i++)
        blocks_mark(x->p, all->items[i]);
    split_marked(x);
}

static enum status split_all(struct local *x, bool *any, struct diag *d)
{
    enum { WORK_BETWEEN_QUESTIONS = 1 << 20 };
    uint64_t asked = x->search[0].total;
    *any = false;
    for (unsigned i = 0; i < workers_count(x->workers); i++) {
        for (size_t k = 0; k < x->differences[i].count; k++) {
            const struct difference *f = &x->differences[i].items[k];
            *any = true;
            if (x->p->block[f->member] == x->p->block[f->sample])
                split_by(x, f);
            if (x->search[0].total - asked < WORK_BETWEEN_QUESTIONS)
                continue;
            asked = x->search[0].total;
            enum status st = control_step(x->control, "refining", x->p->count, 0, d);
            if (st)
                return st;
        }
        x->differences[i].count = 0;
    }
    return ST_OK;
}

enum status weak_local(const struct graph *h, const bool *loop, const struct weak_hub *hubs, uint32_t hub_count,
                       struct blocks *p, uint64_t budget, bool *done, const struct lts_control *c, struct diag *d)
{
    struct local x = {.p = p, .workers = weak_workers(h, c), .budget = budget, .control = c};
    unsigned n = workers_count(x.workers);
    enum status st = ST_OK;
    weak_ground_make(&x.ground, h, loop, hubs, hub_count && hubs->knows ? hub_count : 0, p);
    x.search = mem_zalloc(n * sizeof *x.search);
    x.differences = mem_zalloc(n * sizeof *x.differences);
    x.proof_of = mem_alloc((h->states + (size_t)1) * sizeof *x.proof_of);
    memset(x.proof_of, 0xff, h->states * sizeof *x.proof_of);
    for (unsigned i = 0; i < n; i++)
        weak_search_init(&x.search[i], &x.ground);
    *done = false;
    while (!st && !*done && within_budget(&x)) {
        bool any = true;
        prepare(&x);
        st = check_all(&x, d);
        if (!st && within_budget(&x))
            st = split_all(&x, &any, d);
        *done = !any;
    }
    for (unsigned i = 0; i < n; i++) {
        weak_search_free(&x.search[i]);
        vec_free(&x.differences[i]);
    }
    free(x.search);
    free(x.differences);
    free(x.proof_of);
    vec_free(&x.proofs);
    vec_free(&x.before);
    vec_free(&x.kept);
    vec_free(&x.kept_before);
    vec_free(&x.group);
    weak_ground_free(&x.ground);
    workers_free(x.workers);
    return st;
}
