/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Generated systems whose states are numbers: token rings, buffers, grids, cycles, chains, random ones.
 *
 * Invariant: the sizes are closed formulas; a transition depends on the number of its state alone.
 * Sources: Milner, Communication and Concurrency, section 5.4 (the scheduler); Castiglione, Restivo and Sciortino, On
 * extremal cases of Hopcroft's algorithm, 2010 (cycles of Fibonacci words); Zeckendorf's theorem.
 */
#include "runtime/lts/compose/generate.h"

/* ---- a token ring ------------------------------------------------------------------------------------------------ */

/* State: (where the token is, whether its holder has started) above one bit for each station that is at work. */
enum status compose_prepare_ring(struct lts_generator *g, struct diag *d)
{
    (void)d;
    uint64_t n = g->value[0];
    g->states = 2 * n << n;
    /* half of those with the token start, the others pass it; half finish */
    g->transitions = (n << n) / 2 * (2 * n + 3);
    for (uint64_t i = 0; i < n; i++)
        compose_generate_label(g, "start(%llu)", (unsigned long long)i);
    for (uint64_t i = 0; i < n; i++)
        compose_generate_label(g, "finish(%llu)", (unsigned long long)i);
    return ST_OK;
}

void compose_emit_ring(struct lts_generator *g, uint64_t state)
{
    uint64_t n = g->value[0], work = state & (((uint64_t)1 << n) - 1), token = state >> n, at = token / 2;
    uint64_t mine = (uint64_t)1 << at;
    if (token & 1)
        emit_transition(g, state, LTS_TAU, (at + 1) % n * 2 << n | work);
    else if (!(work & mine))
        emit_transition(g, state, (uint32_t)(1 + at), (token + 1) << n | work | mine);
    for (uint64_t i = 0; i < n; i++)
        if (work >> i & 1)
            emit_transition(g, state, (uint32_t)(1 + n + i), state - ((uint64_t)1 << i));
}

/* ---- a chain of buffers ------------------------------------------------------------------------------------------ */

/* State: a digit for each buffer, the first the lowest; 0 is empty. */
enum status compose_prepare_buffers(struct lts_generator *g, struct diag *d)
{
    (void)d;
    uint64_t places = g->value[0], data = g->value[1], base = data + 1;
    g->states = compose_generate_power(base, places);
    if (g->states >= LTS_NONE)
        return ST_OK;
    g->transitions = 2 * data * (g->states / base);
    if (places > 1)
        g->transitions += (places - 1) * data * (g->states / base / base);
    for (uint64_t v = 1; v <= data; v++)
        compose_generate_label(g, "in(%llu)", (unsigned long long)v);
    for (uint64_t v = 1; v <= data; v++)
        compose_generate_label(g, "out(%llu)", (unsigned long long)v);
    return ST_OK;
}

void compose_emit_buffers(struct lts_generator *g, uint64_t state)
{
    uint64_t places = g->value[0], data = g->value[1], base = data + 1, weight = 1, rest = state;
    for (uint64_t v = 1; state % base == 0 && v <= data; v++)
        emit_transition(g, state, (uint32_t)v, state + v);
    for (uint64_t k = 0; k + 1 < places; k++, weight *= base, rest /= base) {
        uint64_t here = rest % base, next = rest / base % base;
        if (here && !next)
            emit_transition(g, state, LTS_TAU, state - here * weight + here * weight * base);
    }
    if (rest)
        emit_transition(g, state, (uint32_t)(data + rest), state - rest * weight);
}

/* ---- a grid of silent steps -------------------------------------------------------------------------------------- */

enum status compose_prepare_grid(struct lts_generator *g, struct diag *d)
{
    uint64_t width = g->value[0], height = g->value[1], labels = g->value[2];
    if (labels > width)
        return diag_set(d, ST_BAD, (struct place){0}, "grid: %llu labels, but only %llu columns to carry them",
                        (unsigned long long)labels, (unsigned long long)width);
    g->states = width * height;
    g->transitions = (width - 1) * height + width * (height - 1) + width;
    for (uint64_t i = 0; i < labels; i++)
        compose_generate_label(g, "leave(%llu)", (unsigned long long)i);
    return ST_OK;
}

void compose_emit_grid(struct lts_generator *g, uint64_t state)
{
    uint64_t width = g->value[0], column = state % width;
    if (column + 1 < width)
        emit_transition(g, state, LTS_TAU, state + 1);
    if (state + width < g->states)
        emit_transition(g, state, LTS_TAU, state + width);
    else
        emit_transition(g, state, (uint32_t)(1 + column % g->value[2]), 0);
}

/* ---- many rounds of refinement ----------------------------------------------------------------------------------- */

struct fibonacci {
    uint64_t number[64]; /* number[1] = number[2] = 1 */
};

enum status compose_prepare_fibonacci(struct lts_generator *g, struct diag *d)
{
    (void)d;
    uint64_t index = g->value[0];
    struct fibonacci *f = ARENA_NEW(g->arena, struct fibonacci);
    f->number[1] = f->number[2] = 1;
    for (uint64_t i = 3; i <= index; i++)
        f->number[i] = f->number[i - 1] + f->number[i - 2];
    g->own = f;
    g->states = f->number[index];
    g->transitions = g->states + f->number[index - 2]; /* so many letters of the word are the rarer one */
    compose_generate_label(g, "step");
    compose_generate_label(g, "mark");
    return ST_OK;
}

/* The letter at a place is the rarer one when the smallest term of the place's Zeckendorf sum is 1. */
void compose_emit_fibonacci(struct lts_generator *g, uint64_t state)
{
    const struct fibonacci *f = g->own;
    uint64_t rest = state;
    for (uint64_t i = g->value[0]; i > 2; i--)
        if (f->number[i] <= rest)
            rest -= f->number[i];
    emit_transition(g, state, 1, state + 1 == g->states ? 0 : state + 1);
    if (rest)
        emit_transition(g, state, 2, state);
}

enum status compose_prepare_chain(struct lts_generator *g, struct diag *d)
{
    (void)d;
    g->states = g->value[0] + 1;
    g->transitions = g->value[0];
    compose_generate_label(g, "step");
    return ST_OK;
}

void compose_emit_chain(struct lts_generator *g, uint64_t state)
{
    uint64_t every = g->value[1];
    if (state + 1 < g->states)
        emit_transition(g, state, every && (state + 1) % every == 0 ? LTS_TAU : 1, state + 1);
}

/* ---- random ------------------------------------------------------------------------------------------------------ */

enum status compose_prepare_random(struct lts_generator *g, struct diag *d)
{
    (void)d;
    g->states = g->value[0];
    g->transitions = g->value[1];
    g->units = g->transitions;
    for (uint64_t i = 0; i < g->value[2]; i++)
        compose_generate_label(g, "a%llu", (unsigned long long)i);
    return ST_OK;
}

/* A number below `limit` (which is below 2^32), evenly spread. */
static uint64_t draw(uint64_t *seed, uint64_t limit)
{
    *seed += 0x9e3779b97f4a7c15u;
    return (hash_u64(*seed) >> 32) * limit >> 32;
}

void compose_emit_random(struct lts_generator *g, uint64_t transition)
{
    uint64_t seed = hash_u64(g->value[4] ^ hash_u64(transition + 1));
    uint64_t from = transition < g->states ? transition : draw(&seed, g->states);
    bool silent = draw(&seed, 100) < g->value[3];
    uint32_t label = (uint32_t)(1 + draw(&seed, g->value[2]));
    emit_transition(g, from, silent ? LTS_TAU : label, draw(&seed, g->states));
}
