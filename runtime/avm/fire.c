/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Label rules: which fire at an operation, in which copies of the state.
 *
 * Rules before an operation and rules on a write each may fire; of a list of watches the first that matches does. A
 * rule whose condition has no value may fire, and may not.
 */
#include "eval.h"
#include "report.h"
#include "step.h"

static uint32_t rule_label(struct avm *m, struct work *s, const struct rule *r)
{
    if (m->rule_fired && r->ev)
        m->rule_fired[r->ev->index] = 1;
    if (r->label != UINT32_MAX)
        return r->label;
    struct buf b = {0};
    const struct note *n = r->ev->note;
    buf_printf(&b, "%s%s(", n->u.label.direction == DIR_INPUT ? "'" : "", n->u.label.name);
    for (uint32_t i = 0; i < n->u.label.arg_count; i++) {
        bool lacks;
        vs v = avm_note_value(m, s, r->args[i], &lacks);
        v = v == VS_BOTTOM ? VS_TOP : v;
        if (i)
            buf_puts(&b, ", ");
        avm_print_value(m, r->args[i]->t, v, &b);
    }
    buf_putc(&b, ')');
    uint32_t label = base_intern_add(m->labels, buf_str(&b), b.size);
    buf_free(&b);
    return label;
}

/* Every offset of x against every one of y: 1 they surely overlap, 0 surely not, -1 perhaps. */
static int overlap(struct avm *m, struct vs_type ot, vs x, uint64_t x_size, vs y, uint64_t y_size)
{
    enum { MOST = 64 };
    int64_t a[MOST], b[MOST];
    size_t n = x == VS_TOP ? MOST + 1 : vs_values(m->pool, ot, x, a, MOST);
    size_t k = y == VS_TOP ? MOST + 1 : vs_values(m->pool, ot, y, b, MOST);
    if (n > MOST || k > MOST || x_size == CWI_UNKNOWN || y_size == CWI_UNKNOWN)
        return -1;
    bool some = false;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            some |= a[i] < b[j] + (int64_t)y_size && b[j] < a[i] + (int64_t)x_size;
    return !some ? 0 : n == 1 && k == 1 ? 1 : -1;
}

static int meets(struct avm *m, struct work *s, const struct meeting *g)
{
    bool lacks; /* then there is no such cell, which an access could touch */
    vs p = avm_note_value(m, s, g->cell.address, &lacks), q = avm_note_value(m, s, g->access.address, &lacks);
    if (p == VS_BOTTOM || q == VS_BOTTOM)
        return 0;
    size_t n = vs_ptr_targets(m->pool, p), k = vs_ptr_targets(m->pool, q);
    if (g->unsteady || n == SIZE_MAX || k == SIZE_MAX)
        return -1;
    int sure = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++) {
            uint32_t object = vs_ptr_object(m->pool, p, i);
            if (object != vs_ptr_object(m->pool, q, j))
                continue;
            vs x = vs_ptr_offsets(m->pool, p, i), y = vs_ptr_offsets(m->pool, q, j);
            int v = overlap(m, vs_offset_type(g->cell.address->t), x, g->cell.size, y, g->access.size);
            if (v)
                sure = v == 1 && n == 1 && k == 1 && object <= OBJECT_ID && !g->cell.is_bits && !g->access.is_bits ? 1
                                                                                                                   : -1;
        }
    return sure;
}

/* Whether an access touched a rule's cell: 1 surely, 0 surely not, -1 perhaps. */
static int touched(struct avm *m, struct work *s, const struct rule *r)
{
    int sure = r->meeting_count ? 0 : 1;
    for (uint32_t i = 0; i < r->meeting_count && sure != 1; i++) {
        int v = meets(m, s, &r->meetings[i]);
        sure = v ? v : sure;
    }
    return sure;
}

/* The copy in which a rule fires that may or may not have. */
static struct work *perhaps(struct avm *m, struct work *s, const struct op *op)
{
    struct work *yes = avm_fork(m, s);
    avm_chosen(yes, false, op->to.src, op->stmt, -1);
    avm_chosen(s, false, op->to.src, op->stmt, -1);
    return yes;
}

static void bind(struct avm *m, const struct op *op)
{
    static const uint32_t most = sizeof m->bound / sizeof *m->bound;
    m->bound[0] = op->bound;
    m->bound_count = 1;
    for (uint32_t i = 0; op->call && i < op->call->arg_count && m->bound_count < most; i++)
        m->bound[m->bound_count++] = op->call->args[i];
}

/* A rule that is looked at. */
struct firing {
    struct avm *m;
    const struct op *op;
    const struct rule *r;
    int sure;       /* of what was touched, as touched() says */
    uint32_t fired; /* the rule to look at next, once this one has fired */
};

enum outcome {
    FIRES_NOT,
    FIRES,
    GONE /* each concrete state went on in copies */
};

static void label(const struct firing *f, struct work *s)
{
    bind(f->m, f->op);
    avm_add_label(f->m, s, rule_label(f->m, s, f->r));
}

static void go_on(const struct firing *f, struct work *s, struct at at, bool fires)
{
    if (fires)
        label(f, s);
    at.rule = fires ? f->fired : at.rule + 1;
    avm_go(f->m, s, at);
}

/* What was just stored is an input still, where a split left it one. */
static void settle_fresh(struct work *s, struct at *at)
{
    if (at->fresh && !(s->w[W_PENDING] >> FRESH_BIT & 1))
        at->fresh = NULL;
    s->fresh = NULL;
    drop_pending(s, 1u << FRESH_BIT);
}

/* The copy in which the condition holds, or where it has no value (`lacks`) may be held to; `s` is the other one. */
static struct work *split(const struct firing *f, struct work *s, const struct node *cond, bool lacks, struct at *at,
                          struct at *at_yes, bool *otherwise)
{
    struct avm *m = f->m;
    *otherwise = true;
    if (at->fresh) {
        s->fresh = at->fresh;
        add_pending(s, 1u << FRESH_BIT);
    }
    *at_yes = *at;
    m->in_note = true;
    struct work *yes = lacks ? perhaps(m, s, f->op) : avm_split(m, s, cond, f->op->stmt, otherwise);
    m->in_note = false;
    if (at->fresh) {
        settle_fresh(s, at);
        if (yes)
            settle_fresh(yes, at_yes);
    }
    return yes;
}

/* The conditions from number `i` on. */
static enum outcome fire(const struct firing *f, struct work *s, struct at *at, int i)
{
    const struct node *conds[2] = {f->r->cond, f->r->when};
    for (; i < 2; i++) {
        bool lacks = false, otherwise;
        bind(f->m, f->op);
        int v = conds[i] ? avm_truth_of(f->m, conds[i]->t, avm_note_value(f->m, s, conds[i], &lacks)) : 1;
        if (!lacks && v == 0)
            return FIRES_NOT;
        if (!lacks && v == 1)
            continue;
        struct at at_yes;
        struct work *yes = split(f, s, conds[i], lacks, at, &at_yes, &otherwise);
        if (yes) {
            enum outcome x = fire(f, yes, &at_yes, i + 1);
            if (x != GONE)
                go_on(f, yes, at_yes, x == FIRES);
            avm_drop(f->m, yes);
        }
        return otherwise ? FIRES_NOT : GONE;
    }
    if (f->sure == 1)
        return FIRES;
    struct work *yes = perhaps(f->m, s, f->op);
    go_on(f, yes, *at, true);
    avm_drop(f->m, yes);
    return FIRES_NOT;
}

bool avm_fire_all(struct avm *m, struct work *s, const struct op *op, const struct rule *rules, uint32_t count,
                  struct at *at)
{
    for (; at->rule < count; at->rule++) {
        struct firing f = {m, op, &rules[at->rule], touched(m, s, &rules[at->rule]), at->rule + 1};
        enum outcome x = f.sure ? fire(&f, s, at, 0) : FIRES_NOT;
        if (x == GONE)
            return false;
        if (x == FIRES)
            label(&f, s);
    }
    at->rule = 0;
    return true;
}

bool avm_fire_first(struct avm *m, struct work *s, const struct op *op, struct at *at)
{
    const struct events *e = op->events;
    for (; at->rule < e->watch_count; at->rule++) {
        const struct rule *r = &e->watches[at->rule];
        struct firing f = {m, op, r, touched(m, s, r), e->watch_count};
        enum outcome x = f.sure ? fire(&f, s, at, 0) : FIRES_NOT;
        if (x == GONE)
            return false;
        if (x == FIRES) {
            label(&f, s);
            break;
        }
    }
    at->rule = 0;
    return true;
}
