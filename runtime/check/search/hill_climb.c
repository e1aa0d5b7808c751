/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values of inputs for which conditions hold, by trying: each input is moved while the conditions come nearer.
 */
#include "hill_climb.h"
#include "runtime/cwi/operate.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TERMS_EACH = 750, MOST_MOVED = 24, MOST_NUMBERS = 64, MOST_TERMS = 20000 };

struct climber {
    const struct climb_problem *p;
    struct VEC(uint32_t) needed; /* the terms that matter, operands first */
    uint64_t *value;             /* by term */
    uint32_t moved[MOST_MOVED];  /* the inputs that matter */
    uint32_t moved_count;
    uint64_t numbers[MOST_NUMBERS]; /* constants that something is compared with */
    uint32_t number_count;
    uint32_t left; /* evaluations */
    uint64_t seed;
};

/* ---- terms as numbers -------------------------------------------------------------------------------------------- */

static int64_t extended(uint64_t x, unsigned width)
{
    return (int64_t)cwi_extended(x, true, width);
}

static uint64_t binary(const struct run_term *t, uint64_t x, uint64_t y, unsigned width)
{
    uint64_t a = cwi_extended(x, t->is_signed, width), b = cwi_extended(y, t->is_signed, width);
    return cwi_operate((enum cwi_op)t->op, t->is_signed, width, a, b);
}

static uint64_t unary(const struct run_term *t, uint64_t x, unsigned width)
{
    switch ((enum cwi_op)t->op) {
    case CWI_NEG:
        return 0 - x;
    case CWI_BITNOT:
        return ~x;
    case CWI_LOGNOT:
        return !x;
    default:
        return extended(x, width) < 0 ? 0 - x : x;
    }
}

static void evaluate(struct climber *c, const int64_t *inputs)
{
    const struct run_term *terms = c->p->terms;
    for (size_t i = 0; i < c->needed.count; i++) {
        uint32_t n = c->needed.items[i];
        const struct run_term *t = &terms[n];
        unsigned from = terms[t->a].width;
        uint64_t r;
        switch ((enum run_term_kind)t->kind) {
        case RUN_CONST:
            r = t->value;
            break;
        case RUN_INPUT:
            r = (uint64_t)inputs[t->a];
            break;
        case RUN_UNARY:
            r = unary(t, c->value[t->a], from);
            break;
        case RUN_BINARY:
            r = binary(t, c->value[t->a], c->value[t->b], from);
            break;
        case RUN_COND:
            r = c->value[t->a] ? c->value[t->b] : c->value[t->c];
            break;
        default:
            r = t->is_signed ? (uint64_t)extended(c->value[t->a], from) : c->value[t->a];
        }
        c->value[n] = cwi_extended(r, false, t->width);
    }
}

/* ---- distances --------------------------------------------------------------------------------------------------- */

static double difference(const struct climber *c, const struct run_term *t)
{
    unsigned width = c->p->terms[t->a].width;
    uint64_t x = c->value[t->a], y = c->value[t->b];
    return t->is_signed ? fabs((double)extended(x, width) - (double)extended(y, width)) : fabs((double)x - (double)y);
}

/* How far the term is from being what it is to be: 0 where it is. */
static double distance(const struct climber *c, uint32_t n, bool is_true, int depth)
{
    const struct run_term *t = &c->p->terms[n];
    enum { DEEPEST = 40 };
    if ((c->value[n] != 0) == is_true)
        return 0;
    if (depth > DEEPEST)
        return 1;
    if (t->kind == RUN_CONVERT && t->width >= c->p->terms[t->a].width)
        return distance(c, t->a, is_true, depth + 1);
    if (t->kind == RUN_UNARY && t->op == CWI_LOGNOT)
        return distance(c, t->a, !is_true, depth + 1);
    if (t->kind != RUN_BINARY)
        return 1;
    bool is_and = t->op == CWI_LOGAND, is_or = t->op == CWI_LOGOR;
    if (is_and || is_or) {
        double a = distance(c, t->a, is_true, depth + 1), b = distance(c, t->b, is_true, depth + 1);
        return is_and == is_true ? a + b : a < b ? a : b;
    }
    if (t->op == CWI_EQ || t->op == CWI_NE) {
        const struct run_term *zero = &c->p->terms[t->b]; /* of a truth: (x < y) != 0 */
        if (zero->kind == RUN_CONST && !c->value[t->b])
            if (c->p->terms[t->a].kind == RUN_CONVERT || c->p->terms[t->a].width == 1)
                return distance(c, t->a, is_true == (t->op == CWI_NE), depth + 1);
        return (t->op == CWI_EQ) == is_true ? difference(c, t) : 1;
    }
    return t->op >= CWI_LT && t->op <= CWI_GE ? difference(c, t) + 1 : 1;
}

/* Each condition counts at most 1, so that none hides the others. */
static double cost(struct climber *c, const int64_t *inputs)
{
    double sum = 0;
    evaluate(c, inputs);
    c->left--;
    for (uint32_t i = 0; i < c->p->condition_count; i++) {
        double d = distance(c, c->p->conditions[i].term, c->p->conditions[i].is_true, 0);
        sum += d / (d + 1);
        sum += d > 0 ? 1e-3 * log1p(d) : 0; /* far away d / (d + 1) is flat */
    }
    return sum;
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */

static int64_t fitted(const struct climber *c, uint32_t input, uint64_t x)
{
    const struct run_input_from *from = &c->p->from[input];
    return (int64_t)cwi_extended(x, from->is_signed, from->bits);
}

/* Tries a value of one input; true: it is better, and stays. */
static bool try_value(struct climber *c, int64_t *inputs, uint32_t input, uint64_t x, double *best)
{
    int64_t before = inputs[input];
    inputs[input] = fitted(c, input, x);
    if (inputs[input] != before && c->left) {
        double d = cost(c, inputs);
        if (d < *best) {
            *best = d;
            return true;
        }
    }
    inputs[input] = before;
    return false;
}

/* Steps that double as long as they help. */
static bool move(struct climber *c, int64_t *inputs, uint32_t input, double *best)
{
    bool any = false;
    for (int sign = -1; sign <= 1; sign += 2)
        for (uint64_t step = 1;
             c->left && try_value(c, inputs, input, (uint64_t)inputs[input] + step * (uint64_t)sign, best); step *= 2)
            any = true;
    for (unsigned bit = 0; c->left && !any && bit < c->p->from[input].bits; bit++)
        any = try_value(c, inputs, input, (uint64_t)inputs[input] ^ UINT64_C(1) << bit, best);
    for (uint32_t i = 0; c->left && !any && i < c->number_count; i++)
        any = try_value(c, inputs, input, c->numbers[i], best);
    return any;
}

static void begin_anew(struct climber *c, int64_t *inputs)
{
    for (uint32_t i = 0; i < c->moved_count; i++) {
        c->seed = hash_u64(c->seed + i + 1);
        uint64_t x = c->seed >> 8;
        bool is_number = c->number_count && c->seed % 4 < 2;
        inputs[c->moved[i]] = fitted(c, c->moved[i],
                                     is_number         ? c->numbers[x % c->number_count]
                                     : c->seed % 4 < 3 ? x % 2000
                                                       : x);
    }
}

static bool search(struct climber *c, int64_t *inputs)
{
    double best = cost(c, inputs);
    while (c->left && best > 0) {
        bool any = false;
        for (uint32_t i = 0; i < c->moved_count && best > 0; i++)
            any |= move(c, inputs, c->moved[i], &best);
        if (!any && best > 0 && c->left) {
            begin_anew(c, inputs);
            best = cost(c, inputs);
        }
    }
    return best <= 0;
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

static void add_number(struct climber *c, uint64_t x)
{
    for (uint32_t i = 0; i < c->number_count; i++)
        if (c->numbers[i] == x)
            return;
    if (c->number_count < MOST_NUMBERS)
        c->numbers[c->number_count++] = x;
}

/* Marks what the conditions are made of; terms stand behind their operands. */
static void find_needed(struct climber *c, bool *is_needed)
{
    const struct run_term *terms = c->p->terms;
    for (uint32_t i = 0; i < c->p->condition_count; i++)
        is_needed[c->p->conditions[i].term] = true;
    for (uint32_t n = c->p->term_count - 1; n; n--) {
        const struct run_term *t = &terms[n];
        if (!is_needed[n] || t->kind == RUN_CONST || t->kind == RUN_INPUT)
            continue;
        is_needed[t->a] = true;
        is_needed[t->b] |= t->kind == RUN_BINARY || t->kind == RUN_COND;
        is_needed[t->c] |= t->kind == RUN_COND;
    }
    for (uint32_t n = 1; n < c->p->term_count; n++) {
        if (!is_needed[n])
            continue;
        vec_push(&c->needed, n);
        if (terms[n].kind == RUN_CONST)
            add_number(c, terms[n].value);
        if (terms[n].kind == RUN_INPUT && c->moved_count <= MOST_MOVED) {
            if (c->moved_count < MOST_MOVED)
                c->moved[c->moved_count] = terms[n].a;
            c->moved_count++;
        }
    }
}

bool check_climb(const struct climb_problem *p, int64_t *inputs)
{
    struct climber c = {.p = p, .left = p->effort, .seed = p->seed};
    bool *is_needed = base_mem_zalloc(p->term_count + 1), is_found = false;
    find_needed(&c, is_needed);
    if (c.needed.count > MOST_TERMS_EACH)
        c.left = (uint32_t)((uint64_t)p->effort * MOST_TERMS_EACH / c.needed.count);
    c.value = base_mem_zalloc((p->term_count + 1) * sizeof *c.value);
    if (c.moved_count && c.moved_count <= MOST_MOVED && c.needed.count < MOST_TERMS)
        is_found = search(&c, inputs);
    free(c.value);
    free(is_needed);
    vec_free(&c.needed);
    return is_found;
}
