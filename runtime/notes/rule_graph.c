/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A rule that is a graph is read: states, and the events that lead from one to another.
 */
#include "runtime/notes/rule_reader.h"

enum { MOST_EDGES = 20000 };

struct edges VEC(struct rule_edge);

static bool read_object(struct reader *r, struct rule *x)
{
    struct parser *p = &r->p;
    x->is_each = note_accept_word(p, "each");
    if (!x->is_each && !note_is_punct(peek(p), "("))
        return true;
    return note_expect(p, "(", "before the object of the graph") &&
           note_expect_name(p, "what the graph's events call its object", &x->object, NULL) &&
           note_expect(p, ")", "after the object of the graph");
}

static bool read_state(struct reader *r, const char *what, uint16_t *out)
{
    struct parser *p = &r->p;
    struct note_token t = *peek(p);
    if (t.kind != TOK_NUMBER || t.value < 0 || t.value >= RULE_MOST_STATES)
        return note_fail(p, t.at, "expected %s from 0 to %d, found %s", what, RULE_MOST_STATES - 1,
                         note_describe(p, &t));
    note_take(p);
    *out = (uint16_t)t.value;
    return true;
}

static bool read_target(struct reader *r, uint16_t *out)
{
    struct parser *p = &r->p;
    *out = RULE_ERROR;
    if (!note_expect(p, "->", "after the event"))
        return false;
    if (note_accept_word(p, "error"))
        return true;
    *out = RULE_UNKNOWN;
    return note_accept_word(p, "unknown") || read_state(r, "'error', 'unknown' or a state", out);
}

/* The number of an event among those of the graph: each is there once. */
static uint32_t number_of(struct reader *r, size_t last)
{
    for (size_t i = 0; i < last; i++)
        if (!strcmp(r->events.items[i].text, r->events.items[last].text)) {
            r->events.count = last;
            return (uint32_t)i;
        }
    return (uint32_t)last;
}

static bool read_edge(struct reader *r, uint16_t from, struct edges *out)
{
    struct parser *p = &r->p;
    struct rule_edge e = {.from = from};
    struct place at = peek(p)->at;
    size_t last = r->events.count;
    if (out->count >= MOST_EDGES)
        return note_fail(p, at, "more than %d edges in a graph", MOST_EDGES);
    if (peek(p)->kind != TOK_NAME)
        return note_fail(p, at, "expected an event, f(x) for example, found %s", note_describe(p, peek(p)));
    if (!note_rule_read_event(r))
        return false;
    if (r->events.count != last + 1 || r->events.items[last].kind != RULE_CALL)
        return note_fail(p, at, "the events of a graph are calls");
    e.event = number_of(r, last);
    if (!read_target(r, &e.to))
        return false;
    vec_push(out, e);
    return true;
}

static void count_states(struct rule *x)
{
    for (uint32_t i = 0; i < x->edge_count; i++) {
        uint32_t from = x->edges[i].from, to = x->edges[i].to < RULE_MOST_STATES ? x->edges[i].to : 0;
        x->states = from >= x->states ? from + 1 : x->states;
        x->states = to >= x->states ? to + 1 : x->states;
    }
}

bool note_rule_read_graph(struct reader *r, struct rule *x)
{
    struct parser *p = &r->p;
    struct edges edges = {0};
    bool good = read_object(r, x);
    r->events.count = 0;
    do {
        uint16_t from = 0;
        good = good && read_state(r, "a state", &from) && note_expect(p, ":", "after the state");
        do
            good = good && read_edge(r, from, &edges);
        while (good && note_accept(p, ","));
    } while (good && peek(p)->kind == TOK_NUMBER);
    x->edges = vec_to_arena(&edges, p->a);
    x->edge_count = (uint32_t)edges.count;
    x->first.items = vec_to_arena(&r->events, p->a);
    x->first.count = (uint32_t)r->events.count;
    x->first.text = "the calls of the graph";
    count_states(x);
    x->text = arena_printf(p->a, "a graph of %u states", x->states);
    vec_free(&edges);
    return good;
}
