/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of generated families, and the doors through which they become systems and .aut files.
 *
 * Invariant: what is emitted has exactly the numbers of states and transitions that were announced.
 */
#include "runtime/lts/compose/generate.h"

#include "runtime/lts/io/io.h"
#include "runtime/lts/names.h"

#include <stdio.h>

const struct lts_family lts_families[] = {
    {"abp",
     "alternating bit protocols side by side: (1+data)^copies branching classes",
     {{"copies", "protocols", 2, 1, 16}, {"data", "values", 2, 1, 255}},
     compose_prepare_abp,
     compose_emit_copies},
    {"window",
     "sliding windows, selective repeat, channels that lose: data^0 + ... + data^(2*size) branching classes",
     {{"size", "of the windows", 1, 1, 4},
      {"data", "values", 2, 1, 15},
      {"copies", "protocols side by side (classes: to this power)", 1, 1, 16}},
     compose_prepare_window,
     compose_emit_copies},
    {"philosophers",
     "dining philosophers, left fork first, with the deadlock; eat and think are visible",
     {{"number", "philosophers", 7, 2, 15}},
     compose_prepare_philosophers,
     compose_emit_philosophers},
    {"ring",
     "who has the token starts work and passes it on silently: stations * 2^stations branching classes",
     {{"stations", "how many", 10, 1, 26}},
     compose_prepare_ring,
     compose_emit_ring},
    {"buffers",
     "a chain of buffers, moves inside are silent: data^0 + ... + data^places branching classes",
     {{"places", "buffers of one place", 7, 1, 31}, {"data", "values", 2, 1, 1000000}},
     compose_prepare_buffers,
     compose_emit_buffers},
    {"grid",
     "silent steps right and down, visible ones at the bottom: width branching classes, labels weak ones",
     {{"width", "columns", 100, 1, 1000000000},
      {"height", "rows", 100, 1, 1000000000},
      {"labels", "of the visible steps, in turn; at most width", 5, 1, 1000000}},
     compose_prepare_grid,
     compose_emit_grid},
    {"fibonacci",
     "a cycle marked as a Fibonacci word: all states differ, which takes as many rounds to find out",
     {{"index", "of the Fibonacci number that is the number of states", 20, 3, 46}},
     compose_prepare_fibonacci,
     compose_emit_fibonacci},
    {"chain",
     "steps to an end: all states differ strongly, each round finds one; steps - steps/silent + 1 branching classes",
     {{"steps", "how many", 10000, 1, 4000000000},
      {"silent", "every so many-th step is silent; 0: none", 0, 0, 4000000000}},
     compose_prepare_chain,
     compose_emit_chain},
    {"random",
     "random sources, labels and targets; each state has a transition where they suffice",
     {{"states", "how many", 1000, 1, 4000000000},
      {"transitions", "how many; two of them may be equal", 3000, 0, (uint64_t)1 << 40},
      {"labels", "visible ones", 5, 1, 1000000},
      {"tau", "silent transitions in percent", 20, 0, 100},
      {"seed", "of the random numbers", 1, 0, UINT64_MAX}},
     compose_prepare_random,
     compose_emit_random},
    {0},
};

const struct lts_family *lts_family_by_name(const char *name)
{
    for (const struct lts_family *f = lts_families; f->name; f++)
        if (!strcmp(f->name, name))
            return f;
    return NULL;
}

uint32_t compose_generate_label(struct lts_generator *g, const char *format, ...)
{
    char text[80];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return base_intern_add(g->labels, text, (size_t)n);
}

uint64_t compose_generate_times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

uint64_t compose_generate_power(uint64_t base, uint64_t exponent)
{
    uint64_t power = 1;
    for (uint64_t i = 0; i < exponent && power != UINT64_MAX; i++)
        power = compose_generate_times(power, base);
    return power;
}

/* ---- a generator from its making to its end ---------------------------------------------------------------------- */

static enum status check_values(const struct lts_family *f, const uint64_t *values, struct diag *d)
{
    for (size_t i = 0; f->parameters[i].name; i++) {
        const struct lts_parameter *p = &f->parameters[i];
        if (values[i] < p->least || values[i] > p->most)
            return diag_set(d, ST_BAD, (struct place){0}, "%s: %s is %llu, but must lie between %llu and %llu", f->name,
                            p->name, (unsigned long long)values[i], (unsigned long long)p->least,
                            (unsigned long long)p->most);
    }
    return ST_OK;
}

/* Sizes are known before the first transition is made; a limit is only that which was asked for. */
static enum status check_size(const struct lts_generator *g, struct diag *d)
{
    uint32_t most = g->control ? g->control->max_states : 0;
    if (g->states >= LTS_NONE || g->transitions >= UINT64_MAX / 16)
        return diag_set(d, ST_BAD, (struct place){0}, "%s of this size has more than %u states", g->family->name,
                        LTS_NONE - 1);
    if (most && g->states > most)
        return diag_set(d, ST_LIMIT, (struct place){0},
                        "%s of this size has %llu states and %llu transitions, more than the limit of %u states "
                        "(--max-states): allow more, or take smaller values",
                        g->family->name, (unsigned long long)g->states, (unsigned long long)g->transitions, most);
    return ST_OK;
}

static enum status start(struct lts_generator *g, const struct lts_family *f, const uint64_t *values,
                         const struct lts_control *c, struct diag *d)
{
    *g = (struct lts_generator){.family = f, .value = values, .control = c};
    g->labels = lts_new_labels();
    g->arena = arena_new();
    enum status st = check_values(f, values, d);
    if (st == ST_OK)
        st = f->prepare(g, d);
    if (st == ST_OK)
        st = check_size(g, d);
    if (!g->units)
        g->units = g->states;
    return st;
}

static void stop(struct lts_generator *g)
{
    if (g->forget && g->own)
        g->forget(g->own);
    base_intern_free(g->labels);
    arena_free(g->arena);
}

/* ---- in memory --------------------------------------------------------------------------------------------------- */

static void to_builder(void *context, uint32_t from, uint32_t label, uint32_t to)
{
    lts_builder_add(context, from, label, to, true, 0);
}

static enum status build(struct lts_generator *g, struct lts_builder *b, struct diag *d)
{
    enum { BYTES_EACH = 20 };
    enum status st =
        lts_control_memory(g->control, compose_generate_times(g->states + g->transitions, BYTES_EACH), "the system", d);
    for (uint32_t i = 0; i < base_intern_count(g->labels); i++)
        lts_builder_label_n(b, base_intern_str(g->labels, i), base_intern_len(g->labels, i));
    g->take = to_builder;
    g->context = b;
    for (uint64_t unit = 0; unit < g->units && st == ST_OK; unit++) {
        g->family->emit(g, unit);
        if (unit % (1 << 16) == 0)
            st = lts_control_step(g->control, "generating", unit, g->units, d);
    }
    lts_builder_states(b, (uint32_t)g->states);
    return st;
}

enum status lts_generate(const struct lts_family *f, const uint64_t *values, const struct lts_control *c,
                         struct lts **out, struct diag *d)
{
    struct lts_generator g;
    struct lts_builder *b = lts_builder_new();
    *out = NULL;
    enum status st = start(&g, f, values, c, d);
    if (st == ST_OK)
        st = build(&g, b, d);
    if (st == ST_OK)
        *out = lts_builder_finish(b, g.initial, false, false);
    else
        lts_builder_free(b);
    stop(&g);
    return st;
}

/* ---- as text ----------------------------------------------------------------------------------------------------- */

struct text {
    struct buf buf;
    struct label_table labels;
};

static void to_text(void *context, uint32_t from, uint32_t label, uint32_t to)
{
    struct text *t = context;
    lts_put_aut_line(&t->buf, from, &t->labels.items[label], to);
}

enum status lts_generate_aut(const struct lts_family *f, const uint64_t *values, const struct lts_control *c,
                             enum status (*write)(void *context, const char *text, size_t size, struct diag *d),
                             void *context, struct diag *d)
{
    enum { PIECE = 1 << 18 };
    static const struct lts_print plain = {0};
    struct lts_generator g;
    struct text t = {0};
    enum status st = start(&g, f, values, c, d);
    if (st == ST_OK) {
        t.labels = lts_aut_labels(&(struct lts){.labels = g.labels}, &plain);
        lts_put_aut_header(&t.buf, g.initial, g.transitions, (uint32_t)g.states);
        g.take = to_text;
        g.context = &t;
    }
    for (uint64_t unit = 0; st == ST_OK && unit < g.units; unit++) {
        g.family->emit(&g, unit);
        if (t.buf.size < PIECE)
            continue;
        st = lts_control_step(c, "generating", unit, g.units, d);
        if (st == ST_OK)
            st = write(context, t.buf.data, t.buf.size, d);
        t.buf.size = 0;
    }
    if (st == ST_OK)
        st = write(context, buf_str(&t.buf), t.buf.size, d);
    lts_label_table_free(&t.labels);
    buf_free(&t.buf);
    stop(&g);
    return st;
}
