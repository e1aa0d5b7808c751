/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Distinguishing formulas, after R. Cleaveland, "On automatically explaining bisimulation inequivalence" (1990): where
 * p has a move to p' that no answer of q equals, <a>(what tells p' from each answer) is true of p and false of q.
 */
#include "runtime/lts/compare_formula.h"

#include <stdlib.h>

/* Nobody reads longer ones, and they can grow exponentially. */
enum { LONGEST_FORMULA = 4000 };

struct writer {
    struct buf text;
    bool failed;
    const struct graph *q;
    struct rounds *r;
    const uint16_t *rank;
};

/* A statement about a proposition that is true of the first value and false of the second. */
static void write_proposition(struct writer *w, uint32_t value_p, uint32_t value_q, const char *name)
{
    if (value_p == LTS_TRUE)
        buf_printf(&w->text, "%s", name);
    else if (value_q == LTS_TRUE)
        buf_printf(&w->text, "not %s", name);
    else
        buf_printf(&w->text, "%smaybe(%s)", value_p == LTS_MAYBE ? "" : "not ", name);
}

static void write_colours(struct writer *w, uint32_t p, uint32_t q)
{
    const struct graph *g = w->q;
    for (uint32_t i = 0; i < g->props; i++) {
        uint8_t a = g->valuation[(size_t)g->colour[p] * g->props + i],
                b = g->valuation[(size_t)g->colour[q] * g->props + i];
        if (a != b) {
            write_proposition(w, a, b, g->prop_name[i]);
            return;
        }
    }
    w->failed = true;
}

static bool too_long(struct writer *w)
{
    w->failed |= w->text.size > LONGEST_FORMULA;
    return w->failed;
}

/* Keeps the formula that begins at `from` only when none of the conjuncts before, which begin at starts[], is equal. */
static bool repeats(const struct writer *w, const struct u64s *starts, size_t from)
{
    size_t size = w->text.size - from;
    for (size_t i = 0; i + 1 < starts->count; i++) {
        size_t begin = starts->items[i], end = starts->items[i + 1] - strlen(" and ");
        if (end - begin == size && !memcmp(w->text.data + begin, w->text.data + from, size))
            return true;
    }
    return false;
}

struct conjunction {
    struct u64s starts;
    size_t open;
};

static void conjunction_begin(struct writer *w, struct conjunction *c)
{
    c->open = w->text.size;
    buf_putc(&w->text, '(');
    vec_push(&c->starts, w->text.size);
}

/* After a conjunct was written. */
static void conjunction_next(struct writer *w, struct conjunction *c)
{
    size_t from = c->starts.items[c->starts.count - 1];
    if (repeats(w, &c->starts, from)) {
        w->text.size = from;
        return;
    }
    buf_puts(&w->text, " and ");
    vec_push(&c->starts, w->text.size);
}

static void conjunction_end(struct writer *w, struct conjunction *c)
{
    size_t n = c->starts.count - 1;
    if (!n) {
        w->text.size = c->open;
        buf_puts(&w->text, "tt");
    } else {
        w->text.size -= strlen(" and ");
        if (n == 1) { /* no parentheses around a single one */
            memmove(w->text.data + c->open, w->text.data + c->open + 1, w->text.size - c->open - 1);
            w->text.size--;
        } else {
            buf_putc(&w->text, ')');
        }
    }
    w->text.data[w->text.size] = '\0';
    vec_free(&c->starts);
}

static void write_modality(struct writer *w, uint32_t label)
{
    bool weak = w->r && w->r->kind == ROUND_WEAK;
    w->failed |= label == GRAPH_SHOWN; /* a tau by which a proposition changes has no name of its own */
    buf_printf(&w->text, weak ? "<<%s>>" : "<%s>", w->q->name[label]);
}

static void write_apart(struct writer *w, uint32_t p, uint32_t q)
{
    struct attack a;
    if (too_long(w))
        return;
    if (!rounds_apart(w->r, p, q)) {
        write_colours(w, p, q);
        return;
    }
    if (!rounds_attack(w->r, p, q, &a) || a.move.label == w->q->labels) {
        w->failed = true;
        return;
    }
    struct moves moves = {0};
    struct conjunction c = {0};
    rounds_moves(w->r, a.by_second ? p : q, 0, &moves);
    if (a.by_second)
        buf_puts(&w->text, "not ");
    write_modality(w, a.move.label);
    conjunction_begin(w, &c);
    for (size_t i = 0; i < moves.count && !w->failed; i++)
        if (moves.items[i].label == a.move.label) {
            write_apart(w, a.move.to, moves.items[i].to);
            conjunction_next(w, &c);
        }
    conjunction_end(w, &c);
    vec_free(&moves);
}

static const char *take(struct compare *x, struct writer *w)
{
    const char *text = w->failed || w->text.size > LONGEST_FORMULA ? NULL : arena_str(x->out->arena, buf_str(&w->text));
    buf_free(&w->text);
    return text;
}

const char *formula_of_rounds(struct compare *x, struct rounds *r, uint32_t p, uint32_t q)
{
    struct writer w = {.q = r->q, .r = r};
    if (r->kind == ROUND_BRANCHING)
        return NULL;
    write_apart(&w, p, q);
    return take(x, &w);
}

/* ---- simulation -------------------------------------------------------------------------------------------------- */

static bool has_label(const struct graph *q, uint32_t s, uint32_t label)
{
    for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++)
        if (q->label[t] == label)
            return true;
    return false;
}

uint64_t sim_attack(const struct graph *q, const uint16_t *rank, uint32_t from, uint32_t to)
{
    const size_t n = q->states;
    uint64_t best = UINT64_MAX;
    uint32_t least = UINT32_MAX, limit = rank[from * n + to];
    for (uint64_t t = q->first[from]; t < q->first[from + 1]; t++) {
        uint32_t worst = 0;
        bool refuted = true;
        for (uint64_t u = q->first[to]; u < q->first[to + 1]; u++)
            if (q->label[u] == q->label[t]) {
                uint32_t r = rank[q->target[t] * n + q->target[u]];
                refuted &= r && r < limit;
                worst = r > worst ? r : worst;
            }
        if (refuted && worst < least) {
            best = t;
            least = worst;
        }
    }
    return best;
}

/* True of p and false of q, which does not simulate p. */
static void write_unsimulated(struct writer *w, uint32_t p, uint32_t q)
{
    const struct graph *g = w->q;
    if (too_long(w))
        return;
    if (g->colour && g->colour[p] != g->colour[q]) {
        write_colours(w, p, q);
        return;
    }
    uint64_t t = sim_attack(g, w->rank, p, q);
    if (t == UINT64_MAX) { /* ready simulation: q offers what p does not */
        for (uint64_t u = g->first[q]; u < g->first[q + 1]; u++)
            if (!has_label(g, p, g->label[u])) {
                buf_puts(&w->text, "not ");
                write_modality(w, g->label[u]);
                buf_puts(&w->text, "tt");
                return;
            }
        w->failed = true;
        return;
    }
    struct conjunction c = {0};
    write_modality(w, g->label[t]);
    conjunction_begin(w, &c);
    for (uint64_t u = g->first[q]; u < g->first[q + 1] && !w->failed; u++)
        if (g->label[u] == g->label[t]) {
            write_unsimulated(w, g->target[t], g->target[u]);
            conjunction_next(w, &c);
        }
    conjunction_end(w, &c);
}

const char *formula_of_ranks(struct compare *x, const struct graph *q, const uint16_t *rank, uint32_t from, uint32_t to)
{
    struct writer w = {.q = q, .rank = rank};
    write_unsimulated(&w, from, to);
    return take(x, &w);
}

const char *formula_negate(struct compare *x, const char *formula)
{
    return formula ? arena_printf(x->out->arena, "not %s", formula) : NULL;
}
