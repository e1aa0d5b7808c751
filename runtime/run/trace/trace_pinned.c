/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Inputs that the decisions of a trial leave one value: what depends on nothing else is that value from there on, and
 * asks nothing more. A program that counts from an input knows it at the end of its loop.
 *
 * Invariant: on each run that takes the decisions so far the input lies in its range. Ranges go round: from `least` on
 * so many values, modulo 2 to the input's width.
 */
#include "trace.h"
#include "runtime/cwi/operate.h"

static uint64_t mask_of(unsigned width)
{
    return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

/* ---- what a condition leaves ------------------------------------------------------------------------------------- */

/* An input, maybe extended, and a constant. */
struct moved_input {
    uint32_t input;
    uint64_t by;
    uint8_t width; /* of the input; it is extended to that of the whole */
    bool is_signed;
};

static bool is_moved_input(const struct run_term *terms, uint32_t term, struct moved_input *out)
{
    const struct run_term *x = &terms[term];
    *out = (struct moved_input){0};
    if (x->kind == RUN_BINARY && x->op == CWI_ADD && terms[x->b].kind == RUN_CONST) {
        out->by = terms[x->b].value;
        x = &terms[x->a];
    }
    if (x->kind == RUN_CONVERT && terms[x->a].width < x->width) {
        out->is_signed = x->is_signed;
        x = &terms[x->a];
    }
    out->width = x->width;
    out->input = x->a;
    return x->kind == RUN_INPUT;
}

static enum cwi_op opposite(enum cwi_op op)
{
    static const enum cwi_op of[] = {[CWI_EQ] = CWI_NE, [CWI_NE] = CWI_EQ, [CWI_LT] = CWI_GE,
                                     [CWI_LE] = CWI_GT, [CWI_GT] = CWI_LE, [CWI_GE] = CWI_LT};
    return of[op];
}

static enum cwi_op mirrored(enum cwi_op op)
{
    static const enum cwi_op of[] = {[CWI_EQ] = CWI_EQ, [CWI_NE] = CWI_NE, [CWI_LT] = CWI_GT,
                                     [CWI_LE] = CWI_GE, [CWI_GT] = CWI_LT, [CWI_GE] = CWI_LE};
    return of[op];
}

/* The numbers x of which `x op k` holds; false: there are none. */
static bool find_range(enum cwi_op op, bool is_signed, uint64_t k, uint8_t width, struct input_range *out)
{
    uint64_t mask = mask_of(width), least = is_signed ? (mask >> 1) + 1 : 0, most = (least - 1) & mask, end = k;
    bool is_open = op == CWI_LT || op == CWI_GT; /* k itself is none of them */
    if ((op == CWI_LT && k == least) || (op == CWI_GT && k == most))
        return false;
    *out = (struct input_range){.least = k, .width = width};
    if (op == CWI_LT || op == CWI_LE) {
        out->least = least;
        end = k - is_open;
    } else if (op == CWI_GT || op == CWI_GE) {
        out->least = k + is_open;
        end = most;
    } else if (op == CWI_NE) {
        out->least = k + 1;
        end = k - 1;
    }
    out->least &= mask;
    out->more = (end - out->least) & mask;
    return true;
}

/* ---- ranges ------------------------------------------------------------------------------------------------------ */

/* What lies in both, or the smaller one where that has two parts. */
static struct input_range common(struct input_range a, struct input_range b)
{
    uint64_t mask = mask_of(a.width), start = (b.least - a.least) & mask;
    bool goes_round = b.more > mask - start; /* to where the other one begins */
    uint64_t end = (start + b.more) & mask;
    if (start <= a.more && goes_round)
        return a.more <= b.more ? a : b;
    if (start <= a.more)
        return (struct input_range){b.least, (end < a.more ? end : a.more) - start, a.width};
    return goes_round ? (struct input_range){a.least, end < a.more ? end : a.more, a.width} : a;
}

/* The inputs of which, extended, the range has all. False: nothing is known of them. */
static bool shorten(const struct moved_input *x, struct input_range *r)
{
    if (x->width == r->width)
        return true;
    uint64_t mask = mask_of(r->width), many = mask_of(x->width);
    struct input_range all = {x->is_signed ? ~(many >> 1) & mask : 0, many, r->width};
    *r = common(all, *r);
    bool is_within = r->more <= all.more && ((r->least - all.least) & mask) <= all.more - r->more;
    *r = (struct input_range){r->least & many, r->more, x->width};
    return is_within;
}

static void narrow(struct trace *t, uint32_t input, struct input_range by)
{
    while (t->ranges.count <= input)
        vec_push(&t->ranges, ((struct input_range){0}));
    struct input_range *r = &t->ranges.items[input], old = *r;
    *r = old.width ? common(old, by) : by;
    t->pinned += !r->more && (!old.width || old.more);
}

void run_trace_narrow(struct trace *t, uint32_t condition, bool is_true)
{
    const struct run_term *terms = t->shared->terms, *x = &terms[condition];
    for (; (x->kind == RUN_UNARY && x->op == CWI_LOGNOT && terms[x->a].width == 1) ||
           (x->kind == RUN_CONVERT && terms[x->a].width == 1);
         x = &terms[x->a])
        is_true ^= x->kind == RUN_UNARY;
    bool is_comparison = x->kind == RUN_BINARY && x->op >= CWI_EQ && x->op <= CWI_GE;
    if (!is_comparison || (terms[x->a].kind == RUN_CONST) == (terms[x->b].kind == RUN_CONST))
        return;
    bool is_first = terms[x->b].kind == RUN_CONST; /* what is compared with the constant */
    enum cwi_op op = is_true ? (enum cwi_op)x->op : opposite((enum cwi_op)x->op);
    uint32_t term = is_first ? x->a : x->b;
    uint8_t width = terms[term].width;
    uint64_t k = cwi_extended(terms[is_first ? x->b : x->a].value, false, width);
    struct moved_input moved;
    struct input_range r;
    if (!is_moved_input(terms, term, &moved) || !find_range(is_first ? op : mirrored(op), x->is_signed, k, width, &r))
        return;
    r.least = (r.least - moved.by) & mask_of(width);
    if (shorten(&moved, &r))
        narrow(t, moved.input, r);
}

/* ---- terms ------------------------------------------------------------------------------------------------------- */

enum { MANY = UINT32_MAX }; /* else 1 more than the input, or 0: it is a constant */

static uint32_t joined(uint32_t a, uint32_t b)
{
    return a == b || !b ? a : !a ? b : MANY;
}

/* The only input that the term depends on. */
static uint32_t only_input(struct trace *t, uint32_t term)
{
    const struct run_term *terms = t->shared->terms;
    while (t->only.count <= term) {
        const struct run_term *x = &terms[t->only.count];
        const uint32_t *of = t->only.items;
        uint32_t r = x->kind == RUN_INPUT ? x->a + 1 : 0;
        if (x->kind == RUN_UNARY || x->kind == RUN_CONVERT || x->kind == RUN_BINARY || x->kind == RUN_COND)
            r = of[x->a];
        if (x->kind == RUN_BINARY || x->kind == RUN_COND)
            r = joined(r, of[x->b]);
        if (x->kind == RUN_COND)
            r = joined(r, of[x->c]);
        vec_push(&t->only, r);
    }
    return t->only.items[term];
}

uint32_t run_trace_unpinned(struct trace *t, uint32_t term)
{
    if (!term || !t->pinned)
        return term;
    uint32_t input = only_input(t, term);
    bool is_pinned = input && input != MANY && input - 1 < t->ranges.count && t->ranges.items[input - 1].width &&
                     !t->ranges.items[input - 1].more;
    return is_pinned ? 0 : term;
}
