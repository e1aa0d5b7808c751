/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One step of a refinement: a part is split by the signatures of its members.
 *
 * Signatures (S. Blom and S. Orzan, "Distributed branching bisimulation reduction of state spaces", 2003) are compared
 * by hash first; see is_in_group, and the check in refine.c. Where silent steps vanish, signatures are inductive (S.
 * Blom and J. van de Pol, "Distributed branching bisimulation minimization by inductive signatures", 2009): members
 * are taken in the order of silent steps; what a state can do includes the groups its silent steps lead to, and it
 * joins the last of those groups when it can do nothing else than that group's founder. So no set is ever handed on
 * from state to state. Only what changed is looked at: members that silently reach a bottom with another signature
 * than the rest, or that can do something that the bottoms cannot.
 *
 * When a part has been split, the largest piece keeps its number: a state has a new number at most log n times.
 */
#include "runtime/lts/refine_parts.h"

#include <stdlib.h>

enum { FEW = 8 };

/* ---- groups ------------------------------------------------------------------------------------------------------ */

static void begin_groups(struct refine *x)
{
    x->group.count = 0;
    x->slots = 0;
}

static void enter_slot(struct refine *x, uint32_t g)
{
    size_t i = x->group.items[g].hash & (x->slots - 1);
    while (x->slot[i])
        i = (i + 1) & (x->slots - 1);
    x->slot[i] = g + 1;
}

static void grow_slots(struct refine *x)
{
    x->slots = x->slots ? x->slots * 2 : 4 * FEW;
    if (x->slots > x->slot_capacity) {
        free(x->slot);
        x->slot = mem_alloc(x->slots * sizeof *x->slot);
        x->slot_capacity = x->slots;
    }
    memset(x->slot, 0, x->slots * sizeof *x->slot);
    for (uint32_t g = 0; g < x->group.count; g++)
        enter_slot(x, g);
}

/* Whether a state that can do x->keys, which have that hash, is in group g. Where all members of a part are bottoms, the
 * hash decides: a collision keeps together what differs, which is found in the end. Where silent steps lead from member to
 * member, it would also tear apart what is equal, so the keys decide. */
static bool is_in_group(struct refine *x, uint32_t g, uint64_t hash)
{
    const struct group *y = &x->group.items[g];
    if (y->hash != hash)
        return false;
    if (!refine_abstracts(x))
        return true;
    refine_gather(x, y->sample, true, &x->brief);
    return x->brief.count == x->keys.count &&
           (!x->keys.count || !memcmp(x->brief.items, x->keys.items, x->keys.count * sizeof *x->keys.items));
}

/* The group of s, which can do x->keys; a new one, founded by s, when there is none. */
static uint32_t find_group(struct refine *x, uint64_t hash, uint32_t s)
{
    if (!x->slots) {
        for (uint32_t g = 0; g < x->group.count; g++)
            if (is_in_group(x, g, hash))
                return g;
    } else {
        for (size_t i = hash & (x->slots - 1); x->slot[i]; i = (i + 1) & (x->slots - 1))
            if (is_in_group(x, x->slot[i] - 1, hash))
                return x->slot[i] - 1;
    }
    struct group g = {.hash = hash, .sample = s};
    vec_push(&x->group, g);
    if (x->slots ? x->group.count * 2 > x->slots : x->group.count > FEW)
        grow_slots(x);
    else if (x->slots)
        enter_slot(x, (uint32_t)x->group.count - 1);
    return (uint32_t)x->group.count - 1;
}

/* Signs the dirty bottoms: mine[i] is the group of the i-th. The group of those that are not dirty, else the
 * largest, is number 0. */
static void group_bottoms(struct refine *x, const struct part *p)
{
    uint32_t dirty = p->dirty[1], base = 0;
    begin_groups(x);
    if (p->end - p->middle > dirty) {
        uint32_t clean = x->item[p->middle + dirty];
        x->group.items[find_group(x, refine_sign(x, clean), clean)].size = p->end - p->middle - dirty;
    }
    bool any = x->group.count, alone = p->end - p->middle == 1;
    x->mine.count = 0;
    vec_reserve(&x->mine, dirty);
    for (uint32_t i = 0; i < dirty; i++) {
        uint32_t s = x->item[p->middle + i], g = find_group(x, alone ? 0 : refine_sign(x, s), s);
        x->mine.items[i] = g;
        x->group.items[g].size++;
    }
    x->mine.count = dirty;
    for (uint32_t g = 1; !any && g < x->group.count; g++)
        if (x->group.items[g].size > x->group.items[base].size)
            base = g;
    if (!base)
        return;
    struct group swap = x->group.items[0];
    x->group.items[0] = x->group.items[base];
    x->group.items[base] = swap;
    for (uint32_t i = 0; i < dirty; i++)
        x->mine.items[i] = x->mine.items[i] == base ? 0 : x->mine.items[i] ? x->mine.items[i] : base;
    if (x->slots) { /* groups have other numbers now */
        x->slots /= 2;
        grow_slots(x);
    }
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */

static void mark_sources(struct refine *x, uint32_t s)
{
    const struct compact_reverse *in = &x->in;
    if (!in->first)
        compact_reverse_make(&x->in, x->c);
    x->work += in->first[s + 1] - in->first[s];
    for (uint32_t t = in->first[s]; t < in->first[s + 1]; t++) {
        uint32_t from = in->source[t] & ~COMPACT_SILENT;
        if (x->block[from] & BLOCK_SINGLE)
            continue;
        if (!refine_abstracts(x) || !(in->source[t] & COMPACT_SILENT) || x->block[from] != x->block[s])
            refine_mark(x, from);
    }
}

/* A new number for the states item[start .. end-1], whose bottoms begin at middle. */
static void name_piece(struct refine *x, uint32_t start, uint32_t middle, uint32_t end)
{
    if (end - start == 1) {
        x->block[x->item[start]] = BLOCK_SINGLE | x->item[start];
        return;
    }
    struct part p = {.start = start, .middle = middle, .end = end};
    vec_push(&x->part, p);
    for (uint32_t i = start; i < end; i++)
        x->block[x->item[i]] = (uint32_t)x->part.count - 1;
}

/* Part b is cut: `moved` lists, group by group, the members that leave group 0, which lie there in the same order, and
 * rest is what is left for it. The largest piece keeps the number. */
static void name_pieces(struct refine *x, uint32_t b, struct part rest)
{
    uint32_t largest = 0, best = rest.end - rest.start;
    for (uint32_t g = 1; g < x->group.count; g++)
        if (x->group.items[g].size > best) {
            best = x->group.items[g].size;
            largest = g;
        }
    for (uint32_t g = 1; g < x->group.count; g++) {
        struct group *y = &x->group.items[g];
        uint32_t end = y->start + y->size;
        if (g == largest)
            x->part.items[b] = (struct part){.start = y->start, .middle = end - y->bottoms, .end = end};
        else if (y->size)
            name_piece(x, y->start, end - y->bottoms, end);
    }
    if (!largest) {
        x->part.items[b] = rest;
    } else { /* the rest leaves, and `moved` is what changed */
        name_piece(x, rest.start, rest.middle, rest.end);
        for (uint32_t i = rest.start; i < rest.end; i++)
            vec_push(&x->moved, x->item[i]);
    }
    for (size_t i = 0; i < x->moved.count; i++)
        if (x->block[x->moved.items[i]] != b)
            mark_sources(x, x->moved.items[i]);
}

/* Gives each group but the first its room from `at` on. */
static void place_groups(struct refine *x, uint32_t at)
{
    for (uint32_t g = 1; g < x->group.count; g++) {
        x->group.items[g].start = at;
        at += x->group.items[g].size;
    }
}

/* A part of bottoms only: its dirty ones are its first members. */
static void cut_bottoms(struct refine *x, uint32_t b)
{
    struct part p = x->part.items[b];
    uint32_t dirty = p.dirty[1], leaving = 0;
    for (uint32_t g = 1; g < x->group.count; g++)
        leaving += x->group.items[g].bottoms = x->group.items[g].size;
    p.dirty[1] = 0;
    x->part.items[b] = p;
    if (!leaving)
        return;
    uint32_t at = p.start + leaving;
    place_groups(x, p.start);
    x->moved.count = 0;
    vec_reserve(&x->moved, leaving);
    x->moved.count = leaving;
    for (uint32_t i = 0, stay = 0; i < dirty; i++) { /* those that stay gather in front, for want of another place */
        uint32_t s = x->item[p.start + i], g = x->mine.items[i];
        if (g)
            x->moved.items[x->group.items[g].start++ - p.start] = s;
        else
            x->item[p.start + stay++] = s;
    }
    for (uint32_t i = dirty - leaving; i-- > 0;) {
        x->item[at + i] = x->item[p.start + i];
        x->place[x->item[at + i]] = at + i;
    }
    for (uint32_t i = 0; i < leaving; i++) {
        x->item[p.start + i] = x->moved.items[i];
        x->place[x->moved.items[i]] = p.start + i;
    }
    place_groups(x, p.start);
    name_pieces(x, b, (struct part){.start = at, .middle = at, .end = p.end});
}

/* ---- parts with silent steps inside ------------------------------------------------------------------------------ */

static void move(struct refine *x, uint32_t s, uint32_t group)
{
    x->group_of[s] = group;
    vec_push(&x->moved, s);
}

/* Adds the members that can do what the bottoms of group 0 cannot, and all that silently leads to a member that
 * leaves. */
static void find_moved(struct refine *x, const struct part *p)
{
    x->moved.count = 0;
    for (uint32_t i = 0; i < p->dirty[1]; i++)
        if (x->mine.items[i])
            move(x, x->item[p->middle + i], x->mine.items[i] | GROUP_BOTTOM);
    for (uint32_t i = 0; i < p->dirty[0]; i++) {
        uint32_t s = x->item[p->start + i];
        refine_gather(x, s, false, &x->keys);
        if (!refine_can_do(x, 0, x->keys.items, x->keys.count))
            move(x, s, GROUP_PENDING);
    }
    const struct compact_reverse *in = &x->in;
    for (size_t i = 0; i < x->moved.count; i++) {
        uint32_t s = x->moved.items[i];
        x->work += in->first[s + 1] - in->first[s];
        for (uint32_t t = in->first[s]; t < in->first[s + 1]; t++) {
            uint32_t from = in->source[t] & ~COMPACT_SILENT;
            if ((in->source[t] & COMPACT_SILENT) && x->block[from] == x->block[s] && x->group_of[from] == LTS_NONE)
                move(x, from, GROUP_PENDING);
        }
    }
}

/* The group of a state whose silent successors have theirs: the last of these, when its founder can do all that s can;
 * else s is a bottom of the group of states that can do just the same. */
static uint32_t join_group(struct refine *x, uint32_t s)
{
    refine_gather(x, s, true, &x->keys);
    uint32_t last = (uint32_t)x->keys.items[x->keys.count - 1];
    if (last && refine_can_do(x, last, x->keys.items, x->keys.count - 1))
        return last;
    return find_group(x, refine_hash(x), s) | GROUP_BOTTOM;
}

/* Finds the groups of s and of all that it waits for. */
static void join_groups(struct refine *x, uint32_t s)
{
    const struct compact *c = x->c;
    struct visit visit = {s, c->first[s]};
    if (x->group_of[s] == GROUP_PENDING)
        vec_push(&x->path, visit);
    while (x->path.count) {
        struct visit *v = &x->path.items[x->path.count - 1];
        uint32_t state = v->state, to = LTS_NONE;
        for (; to == LTS_NONE && v->next < c->first[state + 1] && compact_silent(c, v->next); v->next++)
            if (x->group_of[compact_target(c, v->next)] == GROUP_PENDING)
                to = compact_target(c, v->next);
        if (to == LTS_NONE) {
            x->group_of[state] = join_group(x, state);
            x->path.count--;
        } else {
            visit = (struct visit){to, c->first[to]};
            vec_push(&x->path, visit);
        }
    }
}

/* Takes member s out of p, whose members lie silent ones first, to the place behind all that is left. */
static void take_out(struct refine *x, struct part *p, uint32_t s)
{
    uint32_t hole = x->place[s];
    if (hole < p->middle) {
        x->item[hole] = x->item[--p->middle];
        x->place[x->item[hole]] = hole;
        hole = p->middle;
    }
    x->item[hole] = x->item[--p->end];
    x->place[x->item[hole]] = hole;
}

/* Puts what moved behind all that is left, by group, in each of them bottoms last; lists it in the same order. */
static void sort_moved(struct refine *x, uint32_t at)
{
    place_groups(x, at);
    for (uint32_t turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < x->moved.count; i++) {
            uint32_t s = x->moved.items[i], g = x->group_of[s];
            if ((g & GROUP_BOTTOM) == (turn ? GROUP_BOTTOM : 0)) {
                x->place[s] = x->group.items[g & ~GROUP_BOTTOM].start++;
                x->item[x->place[s]] = s;
            }
        }
    place_groups(x, at);
    memcpy(x->moved.items, x->item + at, x->moved.count * sizeof *x->moved.items);
}

static void cut_moved(struct refine *x, uint32_t b)
{
    struct part rest = x->part.items[b];
    for (uint32_t g = 1; g < x->group.count; g++)
        x->group.items[g].size = x->group.items[g].bottoms = 0;
    for (size_t i = 0; i < x->moved.count; i++) {
        uint32_t s = x->moved.items[i], g = x->group_of[s];
        struct group *y = &x->group.items[g & ~GROUP_BOTTOM];
        y->size++;
        y->bottoms += g >> 31;
        take_out(x, &rest, s);
    }
    sort_moved(x, rest.end);
    for (size_t i = 0; i < x->moved.count; i++)
        x->group_of[x->moved.items[i]] = LTS_NONE;
    name_pieces(x, b, rest);
}

void refine_process(struct refine *x, uint32_t b)
{
    struct part *p = &x->part.items[b];
    group_bottoms(x, p);
    if (p->start == p->middle) {
        cut_bottoms(x, b);
        return;
    }
    find_moved(x, p);
    p->dirty[0] = p->dirty[1] = 0;
    if (!x->moved.count)
        return;
    for (size_t i = 0; i < x->moved.count; i++)
        join_groups(x, x->moved.items[i]);
    cut_moved(x, b);
    if (!x->set_lasts)
        x->set_of = LTS_NONE;
}
