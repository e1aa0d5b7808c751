/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Moves, and the linear part of solving: what is decided by other components spreads backwards; where all priorities of
 * a component have one parity, that parity wins the rest. Source: Arnold, Crubille, A linear algorithm to solve
 * fixed-point equations on transition systems, 1988.
 */
#include "runtime/logic/game.h"

enum { ASK_EVERY = 1 << 16 };

/* ---- moves ------------------------------------------------------------------------------------------------------- */

struct moves logic_moves_of(const struct game *g, uint32_t position)
{
    struct moves m = {.local = position / g->states, .state = position % g->states};
    bool modal = is_modal_op(game_equation(g, m.local)->op);
    m.at = modal ? model_row(g->s->m, m.state) : 0;
    m.end = modal ? model_row_end(g->s->m, m.state) : g->children[m.local].count;
    return m;
}

bool logic_moves_next(const struct game *g, struct moves *m, uint32_t *to)
{
    const struct equation *e = game_equation(g, m->local);
    const struct inside *children = &g->children[m->local];
    if (!is_modal_op(e->op)) {
        if (m->at < m->end)
            *to = children->item[m->at] * g->states + m->state;
        return m->at++ < m->end;
    }
    for (; m->at < m->end; m->at++)
        if (transition_counts(g->s, e, m->state, m->at)) {
            *to = children->item[0] * g->states + model_target(g->s->m, m->state, m->at++);
            return true;
        }
    return false;
}

void logic_moves_back(struct game *g, uint32_t position, void (*visit)(void *context, uint32_t from, uint32_t to),
                      void *context)
{
    struct model *m = g->s->m;
    uint32_t n = g->states, local = position / n, state = position % n;
    const struct inside *parents = &g->parents[local];
    logic_model_reverse(m);
    for (uint32_t i = 0; i < parents->count; i++) {
        uint32_t parent = parents->item[i];
        const struct equation *e = game_equation(g, parent);
        if (!is_modal_op(e->op)) {
            visit(context, parent * n + state, position);
            continue;
        }
        const struct label_set *labels = &m->sets.items[e->labels];
        bool must = wants_must(g->s, e->op);
        for (uint64_t t = m->into[state]; t < m->into[state + 1]; t++)
            if (label_in(labels, m->back[t].info >> 1) &&
                (!must || (m->back[t].info & 1) || is_turned(g->s, e, m->back[t].from)))
                visit(context, parent * n + m->back[t].from, position);
    }
}

/* ---- spreading --------------------------------------------------------------------------------------------------- */

static void decide(struct game *g, uint32_t position, bool value, uint32_t choice)
{
    g->winner[position] = value ? WINNER_TRUE : WINNER_FALSE;
    if (g->choice)
        g->choice[position] = choice;
    vec_push(&g->queue, position);
}

static void touch(void *context, uint32_t from, uint32_t to)
{
    struct game *g = context;
    bool value = g->winner[to] == WINNER_TRUE;
    uint32_t local = from / g->states, *left = g->left[local];
    if (g->winner[from])
        return;
    if (is_easy(game_op(g, from), value))
        decide(g, from, value, to);
    else if (left[from % g->states] != UINT32_MAX && !--left[from % g->states])
        decide(g, from, value, NO_CHOICE);
}

static void spread(struct game *g)
{
    for (size_t i = 0; i < g->queue.count; i++) {
        if (i % ASK_EVERY == ASK_EVERY - 1 && game_stops(g))
            return;
        logic_moves_back(g, g->queue.items[i], touch, g);
    }
}

/* Bits of the states where children outside of the component decide a Boolean equation: by one true child of an OR,
 * one false child of an AND. NULL when there are none. */
static uint64_t *settled_outside(const struct game *g, uint32_t local)
{
    const struct equation *e = game_equation(g, local);
    size_t words = bit_words(g->states);
    uint64_t *bits = NULL;
    uint32_t at;
    for (uint32_t i = 0; i < e->count; i++) {
        if (base_map64_get(&g->local, e->child[i], &at))
            continue;
        const uint64_t *value = g->s->value[e->child[i]];
        bits = bits ? bits : bits_new(g->states);
        for (size_t w = 0; w < words; w++)
            bits[w] |= e->op == EQ_OR ? value[w] : ~value[w];
    }
    return bits;
}

static void begin_boolean(struct game *g, uint32_t local)
{
    bool value = game_equation(g, local)->op == EQ_OR;
    uint64_t *settled = settled_outside(g, local);
    uint32_t *left = g->left[local];
    for (uint32_t s = 0; s < g->states; s++) {
        bool is_settled = settled && bit_get(settled, s);
        if (left)
            left[s] = is_settled ? UINT32_MAX : g->children[local].count;
        if (is_settled && g->spread[value])
            decide(g, local * g->states + s, value, NO_CHOICE);
    }
    free(settled);
}

static void begin_modal(struct game *g, uint32_t local)
{
    const struct equation *e = game_equation(g, local);
    uint32_t *left = g->left[local];
    if (!left)
        return;
    for (uint32_t s = 0; s < g->states; s++) {
        uint64_t count = 0;
        for (uint64_t t = model_row(g->s->m, s); t < model_row_end(g->s->m, s); t++)
            count += transition_counts(g->s, e, s, t);
        left[s] = (uint32_t)count;
        if (!count && g->spread[e->op == EQ_BOX])
            decide(g, local * g->states + s, e->op == EQ_BOX, NO_CHOICE);
    }
}

/* ---- one component ----------------------------------------------------------------------------------------------- */

static void add_inside(struct inside *list, uint32_t item)
{
    if (list->item)
        list->item[list->count] = item;
    list->count++;
}

static void make_room(struct arena *a, struct inside *lists, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        lists[i].item = ARENA_ARRAY(a, uint32_t, lists[i].count + 1);
        lists[i].count = 0;
    }
}

/* Counts first, then fills in. */
static void find_inside(struct game *g)
{
    struct arena *a = g->s->y->arena;
    uint32_t at;
    g->children = ARENA_ARRAY(a, struct inside, g->equations);
    g->parents = ARENA_ARRAY(a, struct inside, g->equations);
    for (uint32_t i = 0; i < g->equations; i++)
        base_map64_put(&g->local, g->equation[i], i);
    for (int fill = 0; fill < 2; fill++) {
        for (uint32_t i = 0; i < g->equations; i++)
            for (uint32_t k = 0; k < game_equation(g, i)->count; k++)
                if (base_map64_get(&g->local, game_equation(g, i)->child[k], &at)) {
                    add_inside(&g->children[i], at);
                    add_inside(&g->parents[at], i);
                }
        if (fill)
            return;
        make_room(a, g->children, g->equations);
        make_room(a, g->parents, g->equations);
    }
}

static enum status game_begin(struct game *g, struct solution *s, uint32_t component, bool with_choices, struct diag *d)
{
    const struct component *c = &s->y->components.items[component];
    *g = (struct game){.s = s, .c = c, .equations = c->count, .states = s->m->states};
    g->equation = s->y->order + c->first;
    uint64_t positions = (uint64_t)c->count * g->states,
             bytes = positions * (c->least == c->most ? 9 : 25 + 8 * (uint64_t)(c->most - c->least));
    if (positions >= UINT32_MAX)
        return diag_set(d, ST_LIMIT, (struct place){0}, "too many states for a formula of this size");
    if (s->control && s->control->max_memory && bytes > s->control->max_memory)
        return diag_set(d, ST_LIMIT, (struct place){0}, "%llu MB for solving are more than allowed",
                        (unsigned long long)(bytes >> 20));
    find_inside(g);
    bool one_parity = c->least == c->most;
    g->spread[0] = !one_parity || c->least % 2 == 0;
    g->spread[1] = !one_parity || c->least % 2 == 1;
    g->winner = base_mem_zalloc((size_t)positions + 1);
    g->left = base_mem_zalloc(c->count * sizeof *g->left);
    if (with_choices) {
        g->choice = base_mem_alloc((size_t)(positions + 1) * sizeof *g->choice);
        memset(g->choice, 0xff, (size_t)positions * sizeof *g->choice);
    }
    for (uint32_t i = 0; i < c->count; i++) {
        bool hard = !is_easy(game_equation(g, i)->op, true); /* the value that needs all moves */
        if (g->spread[hard] || (s->m->joint && is_modal_op(game_equation(g, i)->op)))
            g->left[i] = base_mem_alloc((g->states + (size_t)1) * sizeof **g->left);
    }
    return ST_OK;
}

void logic_game_free(struct game *g)
{
    for (uint32_t i = 0; g->left && i < g->equations; i++)
        free(g->left[i]);
    free(g->left);
    free(g->winner);
    free(g->choice);
    vec_free(&g->queue);
    base_map64_free(&g->local);
}

enum status logic_game_solve(struct solution *s, uint32_t component, bool with_choices, struct game *g, struct diag *d)
{
    enum status st = game_begin(g, s, component, with_choices, d);
    if (st != ST_OK)
        return st;
    for (uint32_t i = 0; i < g->equations; i++)
        if (is_modal_op(game_equation(g, i)->op))
            begin_modal(g, i);
        else
            begin_boolean(g, i);
    spread(g);
    size_t positions = (size_t)g->equations * g->states;
    if (g->spread[0] && g->spread[1])
        logic_parity_solve(g);
    else
        for (size_t p = 0; p < positions; p++)
            if (!g->winner[p])
                g->winner[p] = g->spread[0] ? WINNER_TRUE : WINNER_FALSE;
    return g->stopped ? diag_set(d, ST_STOPPED, (struct place){0}, "interrupted") : ST_OK;
}

/* ---- all components ---------------------------------------------------------------------------------------------- */

static void solve_literal(const struct solution *s, const struct equation *e, uint64_t *bits)
{
    for (uint32_t v = 0; v < s->m->states; v++) {
        uint8_t value = model_value(s->m, v, e->atom);
        bit_set(bits, v, value == LTS_MAYBE ? s->optimistic : (value == LTS_TRUE) != e->negated);
    }
}

static void solve_modal(const struct solution *s, const struct equation *e, uint64_t *bits)
{
    const uint64_t *child = s->value[e->child[0]];
    for (uint32_t v = 0; v < s->m->states; v++) {
        bool box = op_at(s, e, v) == EQ_BOX, value = box;
        for (uint64_t t = model_row(s->m, v); value == box && t < model_row_end(s->m, v); t++)
            if (bit_get(child, model_target(s->m, v, t)) != box && transition_counts(s, e, v, t))
                value = !box;
        bit_set(bits, v, value);
    }
}

/* An equation that does not depend on itself. */
static void solve_equation(const struct solution *s, const struct equation *e, uint64_t *bits)
{
    size_t words = bit_words(s->m->states);
    switch (e->op) {
    case EQ_FALSE:
        return;
    case EQ_TRUE:
        memset(bits, 0xff, words * sizeof *bits);
        return;
    case EQ_LITERAL:
        solve_literal(s, e, bits);
        return;
    case EQ_DIAMOND:
    case EQ_BOX:
        solve_modal(s, e, bits);
        return;
    case EQ_AND:
    case EQ_OR:
        memcpy(bits, s->value[e->child[0]], words * sizeof *bits);
        for (uint32_t i = 1; i < e->count; i++)
            for (size_t w = 0; w < words; w++)
                bits[w] = e->op == EQ_AND ? bits[w] & s->value[e->child[i]][w] : bits[w] | s->value[e->child[i]][w];
        return;
    }
}

static enum status solve_component(struct solution *s, uint32_t component, struct diag *d)
{
    const struct component *c = &s->y->components.items[component];
    struct game g;
    for (uint32_t i = 0; i < c->count; i++)
        s->value[s->y->order[c->first + i]] = bits_new(s->m->states);
    if (!c->is_recursive) {
        uint32_t only = s->y->order[c->first];
        solve_equation(s, &s->y->eq.items[only], s->value[only]);
        return ST_OK;
    }
    enum status st = logic_game_solve(s, component, false, &g, d);
    for (uint32_t i = 0; st == ST_OK && i < c->count; i++)
        for (uint32_t v = 0; v < g.states; v++)
            if (g.winner[(size_t)i * g.states + v] == WINNER_TRUE)
                bit_set(s->value[g.equation[i]], v, true);
    logic_game_free(&g);
    return st;
}

enum status logic_solve(struct solution *s, struct diag *d)
{
    enum status st = ST_OK;
    s->value = base_mem_zalloc(s->y->eq.count * sizeof *s->value);
    for (uint32_t c = 0; st == ST_OK && c < s->y->components.count; c++) {
        if (s->control && s->control->stop && s->control->stop(s->control->context))
            return diag_set(d, ST_STOPPED, (struct place){0}, "interrupted");
        st = solve_component(s, c, d);
    }
    return st;
}

void logic_solution_free(struct solution *s)
{
    for (size_t i = 0; s->value && i < s->y->eq.count; i++)
        free(s->value[i]);
    free(s->value);
}
