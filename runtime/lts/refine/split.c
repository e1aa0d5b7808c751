/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The members of a part are put into groups by their signatures.
 *
 * Signatures (S. Blom and S. Orzan, "Distributed branching bisimulation reduction of state spaces", 2003) are compared
 * by hash first; see is_in_group, and the check in refine.c. Where silent steps vanish, signatures are inductive (S.
 * Blom and J. van de Pol, "Distributed branching bisimulation minimization by inductive signatures", 2009): members
 * are taken in the order of silent steps; what a state can do includes the groups its silent steps lead to, and it
 * joins the last of those groups when it can do nothing else than that group's founder. So no set is ever handed on
 * from state to state. Only what changed is looked at: members that silently reach a bottom with another signature
 * than the rest, or that can do something that the bottoms cannot.
 */
#include "runtime/lts/refine/refine_parts.h"

#include <stdlib.h>

enum { FEW = 8, AHEAD = 64 };

/* ---- groups ------------------------------------------------------------------------------------------------------ */

static uint32_t groups_of(const struct splitter *w)
{
    return (uint32_t)(w->group.count - w->base);
}

static void enter_slot(struct splitter *w, uint32_t g)
{
    size_t i = refine_group(w, g)->hash & (w->slots - 1);
    while (w->slot[i])
        i = (i + 1) & (w->slots - 1);
    w->slot[i] = g + 1;
}

static void fill_slots(struct splitter *w)
{
    memset(w->slot, 0, w->slots * sizeof *w->slot);
    for (uint32_t g = 0; g < groups_of(w); g++)
        enter_slot(w, g);
}

static void grow_slots(struct splitter *w)
{
    w->slots = w->slots ? w->slots * 2 : 4 * FEW;
    if (w->slots > w->slot_capacity) {
        free(w->slot);
        w->slot = base_mem_alloc(w->slots * sizeof *w->slot);
        w->slot_capacity = w->slots;
    }
    fill_slots(w);
}

/* Whether a state that can do w->keys, which have that hash, is in group g. Where all members of a part are bottoms,
 * the hash decides: a collision keeps together what differs, which is found in the end. Where silent steps lead from
 * member to member, it would also tear apart what is equal, so the keys decide. */
static bool is_in_group(const struct refine *x, struct splitter *w, uint32_t g, uint64_t hash)
{
    const struct group *y = refine_group(w, g);
    if (y->hash != hash)
        return false;
    if (!refine_abstracts(x))
        return true;
    refine_gather(x, y->sample, true, &w->brief);
    return w->brief.count == w->keys.count &&
           (!w->keys.count || !memcmp(w->brief.items, w->keys.items, w->keys.count * sizeof *w->keys.items));
}

/* The group of s, which can do w->keys; a new one, founded by s, when there is none. */
static uint32_t find_group(const struct refine *x, struct splitter *w, uint64_t hash, uint32_t s)
{
    if (!w->slots) {
        for (uint32_t g = 0; g < groups_of(w); g++)
            if (is_in_group(x, w, g, hash))
                return g;
    } else {
        for (size_t i = hash & (w->slots - 1); w->slot[i]; i = (i + 1) & (w->slots - 1))
            if (is_in_group(x, w, w->slot[i] - 1, hash))
                return w->slot[i] - 1;
    }
    uint32_t fresh = groups_of(w);
    struct group g = {.hash = hash, .sample = s};
    vec_push(&w->group, g);
    if (w->slots ? (fresh + (size_t)1) * 2 > w->slots : fresh >= FEW)
        grow_slots(w);
    else if (w->slots)
        enter_slot(w, fresh);
    return fresh;
}

/* The group of those that are not dirty, else the largest, becomes number 0. */
static void put_first(struct splitter *w, uint32_t base)
{
    struct group swap = *refine_group(w, 0);
    *refine_group(w, 0) = *refine_group(w, base);
    *refine_group(w, base) = swap;
    for (size_t i = w->moved_base; i < w->moved.count; i++) {
        struct moved *m = &w->moved.items[i];
        m->group = m->group == base ? 0 : m->group ? m->group : base;
    }
    if (w->slots)
        fill_slots(w);
}

/* Signs the dirty bottoms: moved[] becomes those that are not of group 0. */
static void group_bottoms(const struct refine *x, struct splitter *w, const struct part *p)
{
    uint32_t dirty = p->dirty[1], base = 0;
    bool clean = p->end - p->middle > dirty, alone = p->end - p->middle == 1;
    if (clean) {
        uint32_t s = x->item[p->middle + dirty];
        find_group(x, w, refine_sign(x, w, s), s);
    }
    for (uint32_t i = 0; i < dirty; i++) {
        if (i && i % AHEAD == 0)
            refine_prefetch(x, x->item + p->middle + i, dirty - i < AHEAD ? dirty - i : AHEAD);
        uint32_t s = x->item[p->middle + i];
        struct moved m = {s, find_group(x, w, alone ? 0 : refine_sign(x, w, s), s)};
        refine_group(w, m.group)->size++;
        if (!clean || m.group)
            vec_push(&w->moved, m);
    }
    for (uint32_t g = 1; !clean && g < groups_of(w); g++)
        if (refine_group(w, g)->size > refine_group(w, base)->size)
            base = g;
    if (base)
        put_first(w, base);
    size_t kept = w->moved_base;
    for (size_t i = w->moved_base; i < w->moved.count; i++)
        if (w->moved.items[i].group) {
            w->moved.items[kept] = w->moved.items[i];
            w->moved.items[kept++].group |= GROUP_BOTTOM;
        }
    w->moved.count = kept;
}

/* ---- parts with silent steps inside ------------------------------------------------------------------------------ */

static void move(const struct refine *x, struct splitter *w, uint32_t s)
{
    struct moved m = {s, GROUP_PENDING};
    x->group_of[s] = GROUP_PENDING;
    vec_push(&w->moved, m);
}

/* Adds the members that can do what the bottoms of group 0 cannot, and all that silently leads to a member that
 * leaves. */
static void find_moved(const struct refine *x, struct splitter *w, const struct part *p)
{
    for (size_t i = w->moved_base; i < w->moved.count; i++)
        x->group_of[w->moved.items[i].state] = w->moved.items[i].group;
    for (uint32_t i = 0; i < p->dirty[0]; i++) {
        uint32_t s = x->item[p->start + i];
        if (i && i % AHEAD == 0)
            refine_prefetch(x, x->item + p->start + i, p->dirty[0] - i < AHEAD ? p->dirty[0] - i : AHEAD);
        refine_gather(x, s, false, &w->keys);
        if (!refine_can_do(x, w, 0, w->keys.items, w->keys.count))
            move(x, w, s);
    }
    const struct compact_reverse *in = &x->in;
    for (size_t i = w->moved_base; i < w->moved.count; i++) {
        uint32_t s = w->moved.items[i].state;
        w->work += in->first[s + 1] - in->first[s];
        for (uint32_t t = in->first[s]; t < in->first[s + 1]; t++) {
            uint32_t from = in->source[t] & ~COMPACT_SILENT;
            if ((in->source[t] & COMPACT_SILENT) && x->block[from] == x->block[s] && x->group_of[from] == LTS_NONE)
                move(x, w, from);
        }
    }
}

/* The group of a state whose silent successors have theirs: the last of these, when its founder can do all that s can;
 * else s is a bottom of the group of states that can do just the same. */
static uint32_t join_group(const struct refine *x, struct splitter *w, uint32_t s)
{
    refine_gather(x, s, true, &w->keys);
    uint32_t last = (uint32_t)w->keys.items[w->keys.count - 1];
    if (last && refine_can_do(x, w, last, w->keys.items, w->keys.count - 1))
        return last;
    return find_group(x, w, refine_hash(x, &w->keys), s) | GROUP_BOTTOM;
}

/* Groups of other parts' members are none of this worker's business. */
static bool is_pending(const struct refine *x, uint32_t part, uint32_t s)
{
    return x->block[s] == part && x->group_of[s] == GROUP_PENDING;
}

/* Finds the groups of s and of all that it waits for. */
static void join_groups(const struct refine *x, struct splitter *w, uint32_t s)
{
    const struct compact *c = x->c;
    struct visit visit = {s, c->first[s]};
    if (x->group_of[s] == GROUP_PENDING)
        vec_push(&w->path, visit);
    while (w->path.count) {
        struct visit *v = &w->path.items[w->path.count - 1];
        uint32_t state = v->state, to = LTS_NONE;
        for (; to == LTS_NONE && v->next < c->first[state + 1] && compact_silent(c, v->next); v->next++)
            if (is_pending(x, x->block[state], compact_target(c, v->next)))
                to = compact_target(c, v->next);
        if (to == LTS_NONE) {
            x->group_of[state] = join_group(x, w, state);
            w->path.count--;
        } else {
            visit = (struct visit){to, c->first[to]};
            vec_push(&w->path, visit);
        }
    }
}

static void move_silent(const struct refine *x, struct splitter *w, const struct part *p)
{
    find_moved(x, w, p);
    for (size_t i = w->moved_base; i < w->moved.count; i++)
        join_groups(x, w, w->moved.items[i].state);
    for (size_t i = w->moved_base; i < w->moved.count; i++) {
        struct moved *m = &w->moved.items[i];
        m->group = x->group_of[m->state];
        x->group_of[m->state] = LTS_NONE;
    }
    if (!w->set_lasts)
        w->set_of = LTS_NONE;
}

/* ---- the cut ----------------------------------------------------------------------------------------------------- */

/* The sizes of groups, the one that keeps the part's number, and how many numbers the others need. */
static void measure(struct splitter *w, const struct part *p, struct cut *out)
{
    uint32_t rest = p->end - p->start - (uint32_t)out->leaving, best = rest, several = rest > 1;
    for (uint32_t g = 1; g < out->groups; g++)
        refine_group(w, g)->size = refine_group(w, g)->bottoms = 0;
    for (size_t i = w->moved_base; i < w->moved.count; i++) {
        struct group *y = refine_group(w, w->moved.items[i].group & ~GROUP_BOTTOM);
        y->size++;
        y->bottoms += w->moved.items[i].group >> 31;
    }
    for (uint32_t g = 1; g < out->groups; g++) {
        uint32_t size = refine_group(w, g)->size;
        several += size > 1;
        if (size > best) {
            best = size;
            out->largest = g;
        }
    }
    out->named = several - (best > 1);
}

void refine_split(const struct refine *x, unsigned worker, uint32_t part, struct cut *out)
{
    struct splitter *w = &x->splitter[worker];
    const struct part *p = &x->part.items[part];
    *out = (struct cut){.part = part, .worker = worker, .group = w->group.count, .moved = w->moved.count};
    w->base = w->group.count;
    w->moved_base = w->moved.count;
    w->slots = 0;
    group_bottoms(x, w, p);
    if (p->start < p->middle)
        move_silent(x, w, p);
    out->leaving = w->moved.count - w->moved_base;
    out->groups = groups_of(w);
    if (out->leaving)
        measure(w, p, out);
    else
        w->group.count = w->base;
}
