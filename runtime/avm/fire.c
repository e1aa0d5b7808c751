/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Label rules: which fire at an operation, in which copies of the state.
 *
 * Rules before an operation and rules on a write each may fire; of a list of watches the first that matches does.
 */
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
        vs v = avm_eval(m, s, r->args[i]);
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
    vs p = avm_eval(m, s, g->cell.address), q = avm_eval(m, s, g->access.address);
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

bool avm_fire_all(struct avm *m, struct work *s, const struct op *op, const struct rule *rules, uint32_t count,
                  struct at *at)
{
    for (; at->rule < count; at->rule++) {
        const struct rule *r = &rules[at->rule];
        int sure = touched(m, s, r);
        if (sure == 0)
            continue;
        bind(m, op);
        const struct node *conds[2] = {r->cond, r->when};
        int verdict = 1;
        const struct node *open = NULL;
        for (int i = 0; i < 2; i++) {
            int v = avm_truth(m, s, conds[i]);
            if (v == 0)
                verdict = 0;
            else if (v < 0 && !open)
                open = conds[i];
        }
        if (!verdict)
            continue;
        if (open || sure < 0) {
            bool otherwise = true;
            struct work *yes = open ? avm_split(m, s, open, op->stmt, &otherwise) : perhaps(m, s, op);
            if (yes) {
                avm_add_label(m, yes, rule_label(m, yes, r));
                struct at next = *at;
                next.rule++;
                avm_go(m, yes, next);
                avm_drop(m, yes);
            }
            if (!otherwise)
                return false;
            continue;
        }
        avm_add_label(m, s, rule_label(m, s, r));
    }
    at->rule = 0;
    return true;
}

bool avm_fire_first(struct avm *m, struct work *s, const struct op *op, struct at *at)
{
    const struct events *e = op->events;
    for (; at->rule < e->watch_count; at->rule++) {
        const struct rule *r = &e->watches[at->rule];
        int sure = touched(m, s, r);
        bind(m, op);
        int v = avm_truth(m, s, r->cond), w = avm_truth(m, s, r->when);
        if (v == 0 || w == 0 || sure == 0)
            continue;
        if (v == 1 && w == 1 && sure == 1) {
            avm_add_label(m, s, rule_label(m, s, r));
            break;
        }
        if (at->fresh) {
            s->fresh = at->fresh;
            add_pending(s, 1u << FRESH_BIT);
        }
        bool otherwise = true;
        const struct node *open = v < 0 ? r->cond : w < 0 ? r->when : NULL;
        struct work *yes = open ? avm_split(m, s, open, op->stmt, &otherwise) : perhaps(m, s, op);
        if (yes && open && sure < 0) {
            otherwise = true;
            avm_chosen(yes, false, op->to.src, op->stmt, -1);
            avm_chosen(s, false, op->to.src, op->stmt, -1);
        }
        if (at->fresh) {
            bool still = s->w[W_PENDING] >> FRESH_BIT & 1;
            s->fresh = NULL;
            drop_pending(s, 1u << FRESH_BIT);
            if (!still)
                at->fresh = NULL;
        }
        if (yes) {
            yes->fresh = NULL;
            drop_pending(yes, 1u << FRESH_BIT);
            struct at next = *at;
            if (v < 0 && w < 0 && avm_truth(m, yes, r->when) != 1)
                avm_chosen(yes, false, r->when->src, op->stmt, 1);
            avm_add_label(m, yes, rule_label(m, yes, r));
            next.rule = e->watch_count;
            avm_go(m, yes, next);
            avm_drop(m, yes);
        }
        if (!otherwise)
            return false;
    }
    at->rule = 0;
    return true;
}
