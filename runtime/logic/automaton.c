/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tableau: a set of path formulas is taken apart into literals for this state and formulas for the next one. Sets
 * with the same transitions are one state.
 */
#include "runtime/logic/automaton.h"

#include "runtime/base/components.h"
#include "runtime/base/sorted.h"

enum { MOST_EDGES = 6000, MOST_STATES = 20000, MOST_WORK = 20000000, MOST_MEMORY = 256 << 20 };

void logic_automaton_init(struct automaton *x, struct arena *a)
{
    *x = (struct automaton){.arena = a,
                            .known_paths = base_intern_new(),
                            .known_sets = base_intern_new(),
                            .known_states = base_intern_new()};
    logic_automaton_path(x, PATH_FALSE, 0, 0);
    logic_automaton_path(x, PATH_TRUE, 0, 0);
}

void logic_automaton_free(struct automaton *x)
{
    base_intern_free(x->known_paths);
    base_intern_free(x->known_sets);
    base_intern_free(x->known_states);
    vec_free(&x->paths);
    vec_free(&x->sets);
    vec_free(&x->state_of);
    vec_free(&x->state_rows);
    vec_free(&x->states);
}

/* ---- path formulas ----------------------------------------------------------------------------------------------- */

/* The number of what a formula is trivially equal to, or UINT32_MAX. */
static uint32_t simpler(enum path_op op, uint32_t a, uint32_t b)
{
    switch (op) {
    case PATH_AND:
        return a == b || b == PATH_TRUE             ? a
               : a == PATH_TRUE                     ? b
               : a == PATH_FALSE || b == PATH_FALSE ? PATH_FALSE
                                                    : UINT32_MAX;
    case PATH_OR:
        return a == b || b == PATH_FALSE          ? a
               : a == PATH_FALSE                  ? b
               : a == PATH_TRUE || b == PATH_TRUE ? PATH_TRUE
                                                  : UINT32_MAX;
    case PATH_NEXT:
        return a == PATH_FALSE ? PATH_FALSE : UINT32_MAX;
    case PATH_WEAK_NEXT:
        return a == PATH_TRUE ? PATH_TRUE : UINT32_MAX;
    case PATH_UNTIL:
        return b <= PATH_TRUE ? b : a == PATH_FALSE ? b : UINT32_MAX;
    case PATH_RELEASE:
        return b <= PATH_TRUE ? b : a == PATH_TRUE ? b : UINT32_MAX;
    default:
        return UINT32_MAX;
    }
}

uint32_t logic_automaton_path(struct automaton *x, enum path_op op, uint32_t a, uint32_t b)
{
    uint32_t same = simpler(op, a, b), key[] = {(uint32_t)op, a, b};
    if (same != UINT32_MAX)
        return same;
    uint32_t id = base_intern_add(x->known_paths, (const char *)key, sizeof key);
    if (id == x->paths.count)
        vec_push(&x->paths, ((struct path){op, a, b}));
    return id;
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

static bool has(struct path_set s, uint32_t item)
{
    return sorted_has_u32(s.items, s.count, item);
}

static struct path_set with(struct arena *a, struct path_set s, uint32_t item)
{
    if (has(s, item))
        return s;
    struct path_set t = {arena_alloc(a, (s.count + 1) * sizeof *t.items), s.count + 1};
    uint32_t at = (uint32_t)lower_bound_u32(s.items, 0, s.count, item);
    if (s.count) {
        memcpy(t.items, s.items, at * sizeof *t.items);
        memcpy(t.items + at + 1, s.items + at, (s.count - at) * sizeof *t.items);
    }
    t.items[at] = item;
    return t;
}

static bool within(struct path_set s, struct path_set t)
{
    for (uint32_t i = 0; i < s.count; i++)
        if (!has(t, s.items[i]))
            return false;
    return true;
}

static uint32_t set_number(struct automaton *x, struct path_set s)
{
    uint32_t id = base_intern_add(x->known_sets, s.count ? (const char *)s.items : "", s.count * sizeof *s.items);
    if (id == x->sets.count) {
        vec_push(&x->sets, s);
        vec_push(&x->state_of, s.count ? UINT32_MAX - 1 : AUTOMATON_EMPTY);
    }
    return id;
}

/* ---- the tableau ------------------------------------------------------------------------------------------------- */

/* What is being taken apart: formulas for this state that are still to do, those done, and the transition so far. */
struct cube {
    struct path_set todo, done;
    struct edge e;
};
struct expansion {
    struct automaton *x;
    struct VEC(struct edge) edges;
    uint64_t *work;     /* formulas taken apart in the whole automaton */
    size_t most_memory; /* what its arena may hold */
    bool failed;
};

static bool subsumes(const struct edge *e, const struct edge *f)
{
    return e->strong <= f->strong && within(e->literals, f->literals) && within(e->next, f->next) &&
           within(e->postponed, f->postponed);
}

static void add_edge(struct expansion *z, struct edge e)
{
    size_t kept = 0;
    for (size_t i = 0; i < z->edges.count; i++)
        if (subsumes(&z->edges.items[i], &e))
            return;
    for (size_t i = 0; i < z->edges.count; i++)
        if (!subsumes(&e, &z->edges.items[i]))
            z->edges.items[kept++] = z->edges.items[i];
    z->edges.count = kept;
    vec_push(&z->edges, e);
    z->failed |= z->edges.count > MOST_EDGES;
}

static uint32_t opposite(struct automaton *x, uint32_t literal)
{
    struct path p = x->paths.items[literal];
    return logic_automaton_path(x, PATH_LITERAL, p.a, !p.b);
}

static void expand(struct expansion *z, struct cube c);

static void branch(struct expansion *z, struct cube c, uint32_t first, uint32_t second)
{
    struct arena *a = z->x->arena;
    if (first == PATH_FALSE || second == PATH_FALSE)
        return;
    c.todo = with(a, c.todo, first);
    if (second != PATH_TRUE)
        c.todo = with(a, c.todo, second);
    expand(z, c);
}

/* The branch in which the whole formula f is left to the next state, with `now` for this one. */
static void postpone(struct expansion *z, struct cube c, uint32_t f, uint32_t now, bool is_until)
{
    struct arena *a = z->x->arena;
    if (now == PATH_FALSE)
        return;
    c.todo = with(a, c.todo, now);
    c.e.next = with(a, c.e.next, f);
    c.e.strong |= is_until;
    if (is_until)
        c.e.postponed = with(a, c.e.postponed, f);
    expand(z, c);
}

static void expand(struct expansion *z, struct cube c)
{
    struct automaton *x = z->x;
    while (c.todo.count && !z->failed) {
        uint32_t f = c.todo.items[c.todo.count - 1];
        struct path p = x->paths.items[f];
        z->failed |= ++*z->work > MOST_WORK || arena_bytes(x->arena) > z->most_memory;
        c.todo.count--; /* the items are shared, but never changed in place */
        if (has(c.done, f))
            continue;
        c.done = with(x->arena, c.done, f);
        switch (p.op) {
        case PATH_FALSE:
            return;
        case PATH_TRUE:
            break;
        case PATH_LITERAL:
            if (has(c.e.literals, opposite(x, f)))
                return;
            c.e.literals = with(x->arena, c.e.literals, f);
            break;
        case PATH_AND:
            c.todo = with(x->arena, with(x->arena, c.todo, p.a), p.b);
            break;
        case PATH_NEXT:
        case PATH_WEAK_NEXT:
            if (p.a == PATH_FALSE) /* weak: the path ends here, and so does each run that goes on */
                c.e.next = with(x->arena, c.e.next, PATH_FALSE);
            else if (p.a != PATH_TRUE)
                c.e.next = with(x->arena, c.e.next, p.a);
            c.e.strong |= p.op == PATH_NEXT;
            break;
        case PATH_OR:
            branch(z, c, p.a, PATH_TRUE);
            branch(z, c, p.b, PATH_TRUE);
            return;
        case PATH_UNTIL:
            branch(z, c, p.b, PATH_TRUE);
            postpone(z, c, f, p.a, true);
            return;
        case PATH_RELEASE:
            branch(z, c, p.b, p.a);
            postpone(z, c, f, p.b, false);
            return;
        }
    }
    if (!z->failed)
        add_edge(z, c.e);
}

/* The state of a set, by what it can do; new ones come last. */
static void make_state(struct automaton *x, uint32_t set, struct expansion *z)
{
    struct buf key = {0};
    for (size_t i = 0; i < z->edges.count; i++) {
        struct edge *e = &z->edges.items[i];
        uint32_t head[] = {e->literals.count, e->postponed.count, e->strong, set_number(x, e->next)};
        e->target = head[3]; /* a set until all sets have states */
        buf_add(&key, head, sizeof head);
        buf_add(&key, e->literals.items, e->literals.count * sizeof(uint32_t));
        buf_add(&key, e->postponed.items, e->postponed.count * sizeof(uint32_t));
    }
    uint32_t row = base_intern_add(x->known_states, buf_str(&key), key.size);
    buf_free(&key);
    if (row == x->state_rows.count) {
        struct automaton_state s = {.count = (uint32_t)z->edges.count};
        s.edge = vec_to_arena(&z->edges, x->arena);
        vec_push(&x->state_rows, (uint32_t)x->states.count);
        vec_push(&x->states, s);
    }
    x->state_of.items[set] = x->state_rows.items[row];
}

/* ---- components -------------------------------------------------------------------------------------------------- */

static uint32_t next_state(void *context, uint32_t v, uint32_t i)
{
    const struct automaton *x = context;
    const struct automaton_state *s = &x->states.items[v];
    if (i == s->count)
        return COMPONENTS_NONE;
    return s->edge[i].target == AUTOMATON_EMPTY ? v : s->edge[i].target; /* from a state to itself nothing follows */
}

static void number_component(void *context, const uint32_t *members, uint32_t count)
{
    struct automaton *x = context;
    for (uint32_t i = 0; i < count; i++)
        x->states.items[members[i]].component = x->components;
    x->components++;
}

enum status logic_automaton_build(struct automaton *x, uint32_t root, uint32_t *initial, struct diag *d)
{
    uint32_t first =
        set_number(x, root == PATH_TRUE ? (struct path_set){0} : with(x->arena, (struct path_set){0}, root));
    uint64_t work = 0;
    size_t most_memory = arena_bytes(x->arena) + MOST_MEMORY;
    for (uint32_t set = first; set < x->sets.count; set++) {
        struct expansion z = {.x = x, .work = &work, .most_memory = most_memory};
        if (!x->sets.items[set].count)
            continue;
        expand(&z, (struct cube){.todo = x->sets.items[set]});
        if (!z.failed)
            make_state(x, set, &z);
        vec_free(&z.edges);
        if (z.failed || x->states.count > MOST_STATES)
            return diag_set(
                d, ST_LIMIT, (struct place){0},
                "the automaton of a path formula is too large (over %d states, or %d transitions of one, or %d MB)",
                MOST_STATES, MOST_EDGES, MOST_MEMORY >> 20);
    }
    for (size_t v = 0; v < x->states.count; v++)
        for (uint32_t i = 0; i < x->states.items[v].count; i++) {
            struct edge *e = &x->states.items[v].edge[i];
            e->target = x->state_of.items[e->target];
        }
    base_components_find(&(struct components_graph){(uint32_t)x->states.count, next_state, NULL, number_component, x});
    *initial = x->state_of.items[first];
    return ST_OK;
}
