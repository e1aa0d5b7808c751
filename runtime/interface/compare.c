/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two versions of a library: which sequences of calls one allows and the other does not. Both graphs are determinised
 * side by side, breadth first; a sequence is allowed when it is from every region that it may lead to.
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
    uint32_t parent, call;
};
struct comparing {
    struct arena *a;
    struct side side[2];
    struct VEC(const char *) names; /* calls that both have */
    struct VEC(struct pair) pairs;
    struct intern *known;
};

/* Whether the call is allowed from the regions of a set and returns, and where it leads. */
static bool step(const struct side *s, const uint64_t *from, uint32_t call, uint64_t *to)
{
    return iface_set_step(s->graph, from, call, to) == IFACE_GOOD && iface_set_any(s->graph, to);
}

static const char *sequence(const struct comparing *c, uint32_t pair, uint32_t last)
{
    struct VEC(uint32_t) path = {0};
    struct buf text = {0};
    vec_push(&path, last);
    for (uint32_t p = pair; p; p = c->pairs.items[p].parent)
        vec_push(&path, c->pairs.items[p].call);
    for (size_t i = path.count; i-- > 0;)
        buf_printf(&text, "%s%s", text.size ? ", " : "", c->names.items[path.items[i]]);
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

static void add_pair(struct comparing *c, uint64_t *sets, uint32_t parent, uint32_t call)
{
    uint32_t before = base_intern_count(c->known);
    size_t size = (c->side[0].words + c->side[1].words) * sizeof *sets;
    if (base_intern_add(c->known, (const char *)sets, size) == before && c->pairs.count < MOST_PAIRS)
        vec_push(&c->pairs, ((struct pair){arena_copy(c->a, sets, size), parent, call}));
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
    for (int s = 0; s < 2; s++)
        iface_set_initial(c.side[s].graph, sets + (s ? c.side[0].words : 0));
    add_pair(&c, sets, 0, 0);
    for (size_t p = 0; p < c.pairs.count; p++)
        for (uint32_t n = 0; n < c.names.count; n++) {
            const uint64_t *from = c.pairs.items[p].sets;
            memset(sets, 0, words * sizeof *sets);
            bool was = step(&c.side[0], from, c.side[0].call_of[n], sets);
            bool is = step(&c.side[1], from + c.side[0].words, c.side[1].call_of[n], sets + c.side[0].words);
            if (was && !is && !out->forbids)
                out->forbids = sequence(&c, (uint32_t)p, n);
            if (is && !was && !out->allows)
                out->allows = sequence(&c, (uint32_t)p, n);
            if (was && is)
                add_pair(&c, sets, (uint32_t)p, n);
        }
    out->is_partial = c.pairs.count == MOST_PAIRS;
    vec_free(&c.names);
    vec_free(&c.pairs);
    base_intern_free(c.known);
    free(sets);
}
