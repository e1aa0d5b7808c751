/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two versions of a library: which sequences of calls one allows and the other does not. Both graphs are determinised
 * side by side, breadth first; a sequence is allowed when it is from every region that it may lead to. What the calls
 * of a sequence returned is the same in both: a result that one version never gives forbids nothing.
 */
#include "runtime/interface/private.h"

#include <stdlib.h>

enum { MOST_PAIRS = 100000 };

struct side {
    const struct iface *graph;
    size_t words;      /* of a set of regions */
    uint32_t *call_of; /* of each common name */
};
struct pair {
    uint64_t *sets; /* of the first side, then of the second */
    uint32_t parent, letter;
};
/* A call that both have is two letters: what it returned, where one of them tells that it was null. */
struct comparing {
    struct arena *a;
    struct side side[2];
    struct VEC(const char *) names; /* calls that both have */
    struct VEC(struct pair) pairs;
    struct intern *known;
};

static uint32_t null_of(const struct comparing *c, int side, uint32_t name)
{
    return c->side[side].graph->calls[c->side[side].call_of[name]].null;
}

static const uint64_t *set_of(const struct comparing *c, uint32_t pair, int side)
{
    return c->pairs.items[pair].sets + (side ? c->side[0].words : 0);
}

/* Whether the call is allowed from the regions where a sequence may have led. */
static enum iface_outcome outcome(const struct comparing *c, uint32_t pair, int side, uint32_t name)
{
    return iface_set_outcome(c->side[side].graph, set_of(c, pair, side), c->side[side].call_of[name]);
}

/* Where the letter leads; false: nowhere, it does not return like that. */
static bool step(const struct comparing *c, uint32_t pair, int side, uint32_t letter, uint64_t *to)
{
    const struct side *s = &c->side[side];
    uint32_t null = letter & 1 ? null_of(c, side, letter / 2) : 0;
    iface_set_step(s->graph, set_of(c, pair, side), null ? null : s->call_of[letter / 2], to);
    return iface_set_any(s->graph, to);
}

static const char *sequence(const struct comparing *c, uint32_t pair, uint32_t last, enum iface_outcome refused)
{
    struct VEC(uint32_t) path = {0};
    struct buf text = {0};
    vec_push(&path, 2 * last);
    for (uint32_t p = pair; p; p = c->pairs.items[p].parent)
        vec_push(&path, c->pairs.items[p].letter);
    for (size_t i = path.count; i-- > 0;)
        buf_printf(&text, "%s%s%s", text.size ? ", " : "", c->names.items[path.items[i] / 2],
                   path.items[i] & 1 ? "=0" : "");
    if (refused == IFACE_UNDECIDED)
        buf_puts(&text, " (refused, but not known to err, in the other)");
    const char *out = arena_str(c->a, buf_str(&text));
    vec_free(&path);
    buf_free(&text);
    return out;
}

/* Names that both have; those that one has alone are told. */
static void match_names(struct comparing *c, struct iface_comparison *out)
{
    struct buf only[2] = {{0}, {0}};
    for (int side = 0; side < 2; side++) {
        const struct iface *g = c->side[side].graph, *other = c->side[!side].graph;
        for (uint32_t i = 0; i < g->call_count; i++) {
            bool is_common = false;
            for (uint32_t k = 0; k < other->call_count; k++)
                is_common |= !strcmp(g->calls[i].name, other->calls[k].name);
            if (g->calls[i].is_null)
                continue;
            if (!is_common)
                buf_printf(&only[side], "%s%s", only[side].size ? ", " : "", g->calls[i].name);
            else if (!side)
                vec_push(&c->names, g->calls[i].name);
        }
    }
    for (int side = 0; side < 2; side++) {
        struct side *s = &c->side[side];
        s->call_of = ARENA_ARRAY(c->a, uint32_t, c->names.count + 1);
        for (size_t n = 0; n < c->names.count; n++)
            while (strcmp(s->graph->calls[s->call_of[n]].name, c->names.items[n]) != 0)
                s->call_of[n]++;
    }
    out->only_old = only[0].size ? arena_str(c->a, buf_str(&only[0])) : NULL;
    out->only_new = only[1].size ? arena_str(c->a, buf_str(&only[1])) : NULL;
    buf_free(&only[0]);
    buf_free(&only[1]);
}

static void add_pair(struct comparing *c, uint64_t *sets, uint32_t parent, uint32_t letter)
{
    uint32_t before = base_intern_count(c->known);
    size_t size = (c->side[0].words + c->side[1].words) * sizeof *sets;
    if (base_intern_add(c->known, (const char *)sets, size) == before && c->pairs.count < MOST_PAIRS)
        vec_push(&c->pairs, ((struct pair){arena_copy(c->a, sets, size), parent, letter}));
}

static void go_on(struct comparing *c, uint32_t pair, uint32_t name, uint64_t *sets)
{
    bool tells_null = null_of(c, 0, name) || null_of(c, 1, name);
    for (uint32_t letter = 2 * name; letter <= 2 * name + tells_null; letter++) {
        memset(sets, 0, (c->side[0].words + c->side[1].words) * sizeof *sets);
        if (step(c, pair, 0, letter, sets) && step(c, pair, 1, letter, sets + c->side[0].words))
            add_pair(c, sets, pair, letter);
    }
}

void iface_compare(struct arena *a, const struct iface *old, const struct iface *new, struct iface_comparison *out)
{
    struct comparing c = {.a = a, .side = {{.graph = old}, {.graph = new}}, .known = base_intern_new()};
    *out = (struct iface_comparison){0};
    for (int s = 0; s < 2; s++)
        c.side[s].words = iface_set_words(c.side[s].graph);
    match_names(&c, out);
    size_t words = c.side[0].words + c.side[1].words;
    uint64_t *sets = base_mem_zalloc(words * sizeof *sets);
    uint8_t *told = base_mem_zalloc(c.names.count + 1);
    out->forbids = ARENA_ARRAY(a, const char *, c.names.count);
    out->allows = ARENA_ARRAY(a, const char *, c.names.count);
    for (int s = 0; s < 2; s++)
        iface_set_initial(c.side[s].graph, sets + (s ? c.side[0].words : 0));
    add_pair(&c, sets, 0, 0);
    for (uint32_t p = 0; p < c.pairs.count; p++)
        for (uint32_t n = 0; n < c.names.count; n++) {
            enum iface_outcome was = outcome(&c, p, 0, n), is = outcome(&c, p, 1, n);
            if (was == IFACE_GOOD && is == IFACE_GOOD)
                go_on(&c, p, n, sets);
            else if (was == IFACE_GOOD && !(told[n] & 1))
                out->forbids[out->forbidden++] = sequence(&c, p, n, is);
            else if (is == IFACE_GOOD && !(told[n] & 2))
                out->allows[out->allowed++] = sequence(&c, p, n, was);
            told[n] |= (was == IFACE_GOOD && is != IFACE_GOOD) | (was != IFACE_GOOD && is == IFACE_GOOD) << 1;
        }
    out->is_partial = c.pairs.count == MOST_PAIRS;
    vec_free(&c.names);
    vec_free(&c.pairs);
    base_intern_free(c.known);
    free(told);
    free(sets);
}
