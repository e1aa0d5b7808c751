/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parity games with priorities of both parities, by Zielonka's recursion on the strongly connected components of
 * positions: linear for each priority where one player alone has a choice (LTL, CTL*), and fast where games come from
 * formulas; exponential at worst. Its depth is bounded by the number of priorities.
 * Source: Zielonka, Infinite games on finitely coloured graphs, 1998; Friedmann, Lange, Solving parity games in
 * practice, 2009.
 *
 * Invariant: a zone is a set of positions in which each has a move to one of them; moves out of it are lost, or belong
 * to the player who would rather stay.
 */
#include "runtime/logic/game.h"

enum { ASK_EVERY = 1 << 16 };

struct positions VEC(uint32_t);

struct parity {
    struct game *g;
    uint32_t *zone;              /* by position: the zone it is in now */
    uint32_t zones;              /* that were ever made */
    struct VEC(uint32_t *) left; /* two arrays for each depth of the recursion: moves not lost yet, by position */
    uint32_t *number, *low;      /* Tarjan's, by position */
    /* of the attractor that is being computed */
    struct positions queue;
    uint32_t here, *count;
};

static uint32_t priority_of(const struct parity *x, uint32_t p)
{
    return game_equation(x->g, p / x->g->states)->priority;
}

static uint32_t new_zone(struct parity *x, const struct positions *of)
{
    uint32_t z = ++x->zones;
    for (size_t i = 0; i < of->count; i++)
        x->zone[of->items[i]] = z;
    return z;
}

static void restore_zone(struct parity *x, const struct positions *of, uint32_t z)
{
    for (size_t i = 0; i < of->count; i++)
        x->zone[of->items[i]] = z;
}

/* Some move that stays in the zone. */
static uint32_t any_move(const struct parity *x, uint32_t p, uint32_t z)
{
    uint32_t to;
    struct moves m = logic_moves_of(x->g, p);
    while (logic_moves_next(x->g, &m, &to))
        if (x->zone[to] == z)
            return to;
    return NO_CHOICE;
}

static void win(struct parity *x, uint32_t p, bool value, uint32_t choice)
{
    x->g->winner[p] = value ? WINNER_TRUE : WINNER_FALSE;
    if (x->g->choice)
        x->g->choice[p] = choice;
}

/* ---- attractors -------------------------------------------------------------------------------------------------- */

static uint32_t *count_moves(struct parity *x, const struct positions *of, uint32_t z, uint32_t array)
{
    while (x->left.count <= array)
        vec_push(&x->left, base_mem_alloc(((size_t)x->g->equations * x->g->states + 1) * sizeof(uint32_t)));
    uint32_t *left = x->left.items[array], to;
    for (size_t i = 0; i < of->count; i++) {
        struct moves m = logic_moves_of(x->g, of->items[i]);
        uint32_t count = 0;
        while (logic_moves_next(x->g, &m, &to))
            count += x->zone[to] == z;
        left[of->items[i]] = count;
    }
    return left;
}

static void attract_one(void *context, uint32_t from, uint32_t to)
{
    struct parity *x = context;
    bool value = x->g->winner[to] == WINNER_TRUE, easy;
    if (x->zone[from] != x->here || x->g->winner[from])
        return;
    easy = is_easy(game_op(x->g, from), value);
    if (!easy && --x->count[from])
        return;
    win(x, from, value, easy ? to : NO_CHOICE);
    vec_push(&x->queue, from);
}

/* What is in the queue has been won; so is what can be led there inside of zone z. */
static void attract(struct parity *x, uint32_t z, uint32_t *left)
{
    x->here = z;
    x->count = left;
    for (size_t i = 0; i < x->queue.count; i++) {
        if (i % ASK_EVERY == ASK_EVERY - 1 && game_stops(x->g))
            break;
        logic_moves_back(x->g, x->queue.items[i], attract_one, x);
    }
    x->queue.count = 0;
}

/* ---- components of positions (Tarjan) ---------------------------------------------------------------------------- */

struct components {
    struct positions order; /* what one leads to is before it */
    struct VEC(size_t) end; /* of each in `order` */
};

static void push_position(struct parity *x, uint32_t p, uint32_t *count, struct positions *stack)
{
    x->number[p] = x->low[p] = ++*count;
    vec_push(stack, p);
}

static void find_components(struct parity *x, const struct positions *of, uint32_t z, struct components *out)
{
    struct positions stack = {0};
    struct VEC(struct moves) path = {0};
    uint32_t count = 0, to;
    for (size_t i = 0; i < of->count; i++)
        x->number[of->items[i]] = 0;
    for (size_t i = 0; i < of->count && !x->g->stopped; i++) {
        if (x->number[of->items[i]])
            continue;
        push_position(x, of->items[i], &count, &stack);
        vec_push(&path, logic_moves_of(x->g, of->items[i]));
        while (path.count) {
            struct moves *top = &path.items[path.count - 1];
            uint32_t p = top->local * x->g->states + top->state;
            if (logic_moves_next(x->g, top, &to)) {
                if (x->zone[to] != z)
                    continue;
                if (!x->number[to]) {
                    push_position(x, to, &count, &stack);
                    vec_push(&path, logic_moves_of(x->g, to));
                    if (count % ASK_EVERY == 0 && game_stops(x->g))
                        break;
                } else if (x->number[to] < x->low[p]) {
                    x->low[p] = x->number[to];
                }
                continue;
            }
            path.count--;
            if (path.count) {
                struct moves *below = &path.items[path.count - 1];
                uint32_t q = below->local * x->g->states + below->state;
                x->low[q] = x->low[p] < x->low[q] ? x->low[p] : x->low[q];
            }
            if (x->low[p] != x->number[p])
                continue;
            uint32_t member;
            do {
                member = stack.items[--stack.count];
                x->number[member] = UINT32_MAX;
                vec_push(&out->order, member);
            } while (member != p);
            vec_push(&out->end, out->order.count);
        }
    }
    vec_free(&stack);
    vec_free(&path);
}

/* ---- the recursion ----------------------------------------------------------------------------------------------- */

static void solve_zone(struct parity *x, const struct positions *all, uint32_t z, uint32_t depth);

static struct positions undecided(const struct parity *x, const uint32_t *items, size_t count)
{
    struct positions rest = {0};
    for (size_t i = 0; i < count; i++)
        if (!x->g->winner[items[i]])
            vec_push(&rest, items[i]);
    return rest;
}

/* The positions of the largest priority of zone z are won by its parity. */
static void win_largest(struct parity *x, const struct positions *all, uint32_t most, uint32_t z)
{
    for (size_t i = 0; i < all->count; i++) {
        uint32_t p = all->items[i];
        if (priority_of(x, p) != most)
            continue;
        bool value = most % 2 == 0, asked = x->g->choice && is_easy(game_op(x->g, p), value);
        win(x, p, value, asked ? any_move(x, p, z) : NO_CHOICE);
        vec_push(&x->queue, p);
    }
}

/* One round: the largest priority's player wins everything, or the other wins something, which is taken out of `all`.
 * Returns whether something is left. */
static bool solve_round(struct parity *x, struct positions *all, uint32_t depth)
{
    uint32_t most = 0, z = new_zone(x, all);
    for (size_t i = 0; i < all->count; i++)
        most = priority_of(x, all->items[i]) > most ? priority_of(x, all->items[i]) : most;
    enum winner other = most % 2 == 0 ? WINNER_FALSE : WINNER_TRUE;
    uint32_t *left = count_moves(x, all, z, 2 * depth + 1);
    win_largest(x, all, most, z);
    attract(x, z, left);
    struct positions rest = undecided(x, all->items, all->count), lost = {0};
    if (rest.count && !x->g->stopped) {
        solve_zone(x, &rest, new_zone(x, &rest), depth + 1);
        restore_zone(x, &rest, z);
    }
    for (size_t i = 0; i < rest.count; i++)
        if (x->g->winner[rest.items[i]] == other)
            vec_push(&lost, rest.items[i]);
    vec_free(&rest);
    bool again = lost.count && !x->g->stopped;
    if (again) {
        for (size_t i = 0; i < all->count; i++)
            if (x->g->winner[all->items[i]] != other)
                x->g->winner[all->items[i]] = NOBODY;
        left = count_moves(x, all, z, 2 * depth + 1);
        for (size_t i = 0; i < lost.count; i++)
            vec_push(&x->queue, lost.items[i]);
        attract(x, z, left);
        rest = undecided(x, all->items, all->count);
        vec_free(all);
        *all = rest;
    }
    vec_free(&lost);
    return again && all->count;
}

static void solve_core(struct parity *x, const struct positions *all, uint32_t depth)
{
    struct positions rest = undecided(x, all->items, all->count);
    while (solve_round(x, &rest, depth))
        continue;
    vec_free(&rest);
}

static bool solve_one_parity(struct parity *x, const struct positions *all, uint32_t z)
{
    bool even = false, odd = false;
    for (size_t i = 0; i < all->count; i++) {
        bool is_odd = priority_of(x, all->items[i]) % 2;
        odd |= is_odd;
        even |= !is_odd;
    }
    for (size_t i = 0; even != odd && i < all->count; i++)
        win(x, all->items[i], even, x->g->choice ? any_move(x, all->items[i], z) : NO_CHOICE);
    return even != odd;
}

static void solve_zone(struct parity *x, const struct positions *all, uint32_t z, uint32_t depth)
{
    if (solve_one_parity(x, all, z))
        return;
    struct components parts = {0};
    find_components(x, all, z, &parts);
    uint32_t *left = count_moves(x, all, z, 2 * depth);
    for (size_t i = 0, from = 0; i < parts.end.count && !x->g->stopped; from = parts.end.items[i++]) {
        struct positions part = undecided(x, parts.order.items + from, parts.end.items[i] - from);
        if (part.count) {
            solve_core(x, &part, depth);
            restore_zone(x, &part, z);
            for (size_t k = 0; k < part.count; k++)
                vec_push(&x->queue, part.items[k]);
            attract(x, z, left);
        }
        vec_free(&part);
    }
    vec_free(&parts.order);
    vec_free(&parts.end);
}

void logic_parity_solve(struct game *g)
{
    struct parity x = {.g = g};
    struct positions all = {0};
    size_t n = (size_t)g->equations * g->states;
    for (size_t p = 0; p < n; p++)
        if (!g->winner[p])
            vec_push(&all, (uint32_t)p);
    if (all.count && !g->stopped) {
        x.zone = base_mem_zalloc((n + 1) * sizeof *x.zone);
        x.number = base_mem_alloc((n + 1) * sizeof *x.number);
        x.low = base_mem_alloc((n + 1) * sizeof *x.low);
        solve_zone(&x, &all, new_zone(&x, &all), 0);
    }
    for (size_t i = 0; i < x.left.count; i++)
        free(x.left.items[i]);
    vec_free(&x.left);
    vec_free(&x.queue);
    vec_free(&all);
    free(x.zone);
    free(x.number);
    free(x.low);
}
