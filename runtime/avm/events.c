/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which label rules can fire at a statement, with their conditions lowered: read, then call, then write, then watch.
 *
 * A store through a pointer gets the rules of every variable it may write; whether one fires is decided when it is run.
 */
#include "machine.h"

struct collected {
    struct VEC(struct rule) before, written, watches;
};

static uint32_t label_id(struct avm *m, const struct note *n)
{
    if (!n->u.label.name)
        return LTS_TAU;
    if (n->u.label.arg_count)
        return UINT32_MAX;
    struct buf b = {0};
    buf_printf(&b, "%s%s", n->u.label.direction == DIR_INPUT ? "'" : "", n->u.label.name);
    uint32_t id = intern_add(m->labels, buf_str(&b), b.size);
    buf_free(&b);
    return id;
}

static struct rule make_rule(struct avm *m, const struct ev_rule *ev)
{
    const struct note *n = ev->note;
    struct rule r = {.ev = ev, .label = label_id(m, n)};
    if (ev->event->cond)
        r.cond = avm_lower(m, ev->event->cond);
    if (ev->event->when)
        r.when = avm_lower(m, ev->event->when);
    const struct node **args = ARENA_ARRAY(m->arena, const struct node *, n->u.label.arg_count);
    for (uint32_t i = 0; i < n->u.label.arg_count; i++)
        args[i] = avm_lower(m, n->u.label.args[i]);
    r.args = args;
    return r;
}

/* ---- reads ---------------------------------------------------------------------------------------------------------- */

struct reading {
    struct avm *m;
    struct collected *to;
};

static bool within(const struct cwi_expr *access, const struct cwi_expr *cell)
{
    for (const struct cwi_expr *e = access;; e = e->a) {
        if (cwi_expr_equal(e, cell))
            return true;
        if (e->kind != CWI_FIELD && e->kind != CWI_INDEX)
            break;
    }
    for (const struct cwi_expr *e = cell; e->kind == CWI_FIELD || e->kind == CWI_INDEX; e = e->a)
        if (cwi_expr_equal(e->a, access))
            return true;
    return cell->kind == CWI_VAR;
}

static void add_read(struct reading *r, const struct ev_rule *ev)
{
    for (size_t i = 0; i < r->to->before.count; i++)
        if (r->to->before.items[i].ev == ev)
            return;
    vec_push(&r->to->before, make_rule(r->m, ev));
}

static bool visit_read(void *context, const struct cwi_expr *e)
{
    struct reading *r = context;
    if (e->kind == CWI_ADDR) /* the address is taken, not the value */
        return e->a->kind != CWI_VAR;
    if (!cwi_is_lvalue(e))
        return true;
    cwi_id var = avm_base_var(e);
    uint32_t count = 0;
    const struct ev_rule *const *rules = var ? ev_reads(r->m->events, var, &count) : NULL;
    for (uint32_t i = 0; i < count; i++)
        if (within(e, rules[i]->event->cell))
            add_read(r, rules[i]);
    return e->kind != CWI_VAR;
}

static void add_reads(struct avm *m, const struct cwi_stmt *s, struct collected *to)
{
    struct reading r = {m, to};
    if (s->rhs)
        cwi_expr_walk(s->rhs, visit_read, &r);
    for (uint32_t i = 0; i < s->arg_count; i++)
        cwi_expr_walk(s->args[i], visit_read, &r);
    for (const struct cwi_expr *e = s->lhs; e && e->kind != CWI_VAR; e = e->a) { /* indices and pointers on the left are read */
        if (e->kind == CWI_INDEX)
            cwi_expr_walk(e->b, visit_read, &r);
        if (e->kind == CWI_DEREF) {
            cwi_expr_walk(e->a, visit_read, &r);
            break;
        }
    }
}

/* ---- writes and watches ---------------------------------------------------------------------------------------------- */

static void add_stores(struct avm *m, cwi_id var, const struct cwi_expr *lhs, bool through_pointer, bool initialiser,
                       struct collected *to)
{
    uint32_t count;
    const struct ev_rule *const *rules = ev_writes(m->events, var, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (lhs && !through_pointer && !within(lhs, rules[i]->event->cell))
            continue;
        struct rule r = make_rule(m, rules[i]);
        r.only_var = through_pointer ? var : 0;
        vec_push(&to->written, r);
    }
    rules = ev_watches(m->events, var, &count);
    for (uint32_t i = 0; i < count && !initialiser; i++) {
        struct rule r = make_rule(m, rules[i]);
        r.only_var = through_pointer ? var : 0;
        bool known = false;
        for (size_t k = 0; k < to->watches.count; k++)
            known |= to->watches.items[k].ev == rules[i];
        if (!known)
            vec_push(&to->watches, r);
    }
}

static void add_pointer_stores(struct avm *m, const struct event_site *site, struct collected *to)
{
    struct pt_set set = pt_may_be(m->points, site->func, site->stmt->lhs);
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(m->points, set.objects[i]);
        if (o.kind == PT_VAR)
            add_stores(m, o.id, site->stmt->lhs, true, false, to);
    }
}

static int by_index(const void *a, const void *b)
{
    uint32_t x = ((const struct rule *)a)->ev->index, y = ((const struct rule *)b)->ev->index;
    return x < y ? -1 : x > y;
}

static const struct events *finish(struct avm *m, struct collected *c)
{
    struct events *e = NULL;
    if (c->before.count + c->written.count + c->watches.count) {
        e = ARENA_NEW(m->arena, struct events);
        if (c->watches.count)
            qsort(c->watches.items, c->watches.count, sizeof *c->watches.items, by_index);
        e->before = vec_to_arena(&c->before, m->arena);
        e->before_count = (uint32_t)c->before.count;
        e->written = vec_to_arena(&c->written, m->arena);
        e->written_count = (uint32_t)c->written.count;
        e->watches = vec_to_arena(&c->watches, m->arena);
        e->watch_count = (uint32_t)c->watches.count;
    }
    vec_free(&c->before);
    vec_free(&c->written);
    vec_free(&c->watches);
    return e;
}

const struct events *avm_events(struct avm *m, const struct event_site *site)
{
    struct collected c = {0};
    uint32_t count = 0;
    const struct ev_rule *const *rules = NULL;
    if (ev_is_empty(m->events))
        return NULL;
    if (site->exits)
        rules = ev_exits(m->events, &count);
    else if (site->callee)
        rules = site->returned ? ev_returns(m->events, site->callee, &count) : ev_calls(m->events, site->callee, &count);
    if (site->stmt && !site->returned && !site->params)
        add_reads(m, site->stmt, &c);
    for (uint32_t i = 0; i < count; i++)
        vec_push(&c.before, make_rule(m, rules[i]));
    for (uint32_t i = 0; i < site->param_count; i++)
        add_stores(m, site->params[i], NULL, false, false, &c);
    if (site->to && site->to->base)
        add_stores(m, site->to->base, site->stmt->lhs, false, site->stmt->is_initialiser, &c);
    else if (site->to && site->stmt->lhs)
        add_pointer_stores(m, site, &c);
    return finish(m, &c);
}

const struct rule *avm_exec_rules(struct avm *m, struct cwi_place at, uint32_t *count)
{
    struct VEC(struct rule) list = {0};
    const struct ev_rule *const *rules = ev_exec(m->events, at.file, at.line, count);
    for (uint32_t i = 0; i < *count; i++)
        vec_push(&list, make_rule(m, rules[i]));
    const struct rule *out = vec_to_arena(&list, m->arena);
    vec_free(&list);
    return out;
}

/* The literal that a pointer expression is the address of, or NULL. */
static const char *literal_text(const struct cwi_unit *u, const struct cwi_expr *e)
{
    while (e->kind == CWI_UNARY && e->op == CWI_CONVERT)
        e = e->a;
    if (e->kind != CWI_ADDR)
        return NULL;
    e = e->a;
    while (e->kind == CWI_INDEX && e->b->kind == CWI_CONST && !e->b->value)
        e = e->a;
    if (e->kind != CWI_VAR)
        return NULL;
    const struct cwi_var *v = cwi_var_of(u, e->ref);
    return v->linkage == CWI_LITERAL && v->init_count && v->init[0].bytes ? (const char *)v->init[0].bytes : NULL;
}

const struct events *avm_event_call(struct avm *m, const struct cwi_stmt *call)
{
    const char *text = call->arg_count ? literal_text(m->u, call->args[0]) : NULL;
    if (!text) {
        avm_lose(m, call->at, 0, "_cwolf_event needs a string literal: the event is left out");
        return NULL;
    }
    const struct cwi_var *v = NULL;
    (void)v;
    struct collected c = {0};
    struct rule r = {.ev = NULL, .label = intern_add(m->labels, text, strlen(text))};
    vec_push(&c.before, r);
    return finish(m, &c);
}
