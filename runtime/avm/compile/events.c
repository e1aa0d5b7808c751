/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which label rules can fire at a statement, with their conditions lowered: read, then call, then write, then watch.
 *
 * A store or read through a pointer, or of an element that is not known, gets the rules of every cell that it may
 * touch; whether one fires is decided when it is run.
 */
#include "runtime/avm/prepare.h"
#include "runtime/avm/report.h"
#include "runtime/cwi/edit.h"

struct rule_list VEC(struct rule);
struct collected {
    struct rule_list before, written, watches;
};

static uint32_t label_id(struct avm *m, const struct note *n)
{
    if (!n->u.label.name)
        return LTS_TAU;
    if (n->u.label.arg_count)
        return UINT32_MAX;
    struct buf b = {0};
    buf_printf(&b, "%s%s", n->u.label.direction == DIR_INPUT ? "'" : "", n->u.label.name);
    uint32_t id = base_intern_add(m->labels, buf_str(&b), b.size);
    buf_free(&b);
    return id;
}

/* That the constants of a call's pattern are what is handed over; NULL: it has none. */
static const struct node *pattern(struct avm *m, const struct note_event *e)
{
    const struct node *all = NULL;
    for (uint32_t i = 0; i < e->arg_count; i++) {
        if (e->args[i].kind != ARG_VALUE)
            continue;
        const struct node *wanted = avm_lower(m, e->args[i].value);
        struct node *given = ARENA_NEW(m->arena, struct node);
        *given = (struct node){.kind = N_BOUND, .t = wanted->t, .offset = i + 1, .src = wanted->src};
        const struct node *same = avm_compared(m, VS_EQ, given, wanted, wanted->src);
        all = all ? avm_compared(m, VS_LOGAND, all, same, wanted->src) : same;
    }
    return all;
}

static struct rule make_rule(struct avm *m, const struct ev_rule *ev)
{
    const struct note *n = ev->note;
    struct rule r = {.ev = ev, .label = label_id(m, n), .cond = pattern(m, ev->event)};
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

/* ---- does an access touch the cell of a rule? -------------------------------------------------------------------- */

/* The lvalue whose place is meant, when the address of a memory access is looked at. */
static struct spot spot_of(struct avm *m, const struct cwi_expr *e)
{
    struct target t = avm_memory(m, e);
    bool is_bits = e->kind == CWI_FIELD && e->bit_width;
    return (struct spot){.address = t.index, .size = t.size, .is_bits = is_bits};
}

static void add_meeting(struct avm *m, struct rule *r, const struct cwi_expr *cell, const struct cwi_expr *access,
                        bool unsteady)
{
    struct meeting *all = ARENA_ARRAY(m->arena, struct meeting, r->meeting_count + 1);
    if (r->meeting_count)
        memcpy(all, r->meetings, r->meeting_count * sizeof *all);
    all[r->meeting_count++] = (struct meeting){spot_of(m, cell), spot_of(m, access), unsteady};
    r->meetings = all;
}

/* Whether what the two lvalues may lie in has something in common. */
static bool may_meet(struct avm *m, cwi_id func, const struct cwi_expr *x, const struct cwi_expr *y)
{
    struct pt_set a = pt_may_be(m->points, func, x), b = pt_may_be(m->points, func, y);
    if ((a.unknown && b.count && b.objects[0] < PT_FIRST) || (b.unknown && a.count && a.objects[0] < PT_FIRST))
        return true;
    return pt_sets_meet(a, b);
}

/* A rule for an access that is sure or perhaps to touch its cell; known ones are enriched. NULL: it does not. */
static void add_touching(struct avm *m, cwi_id func, const struct ev_rule *ev, const struct cwi_expr *cell,
                         const struct cwi_expr *access, bool unsteady, struct rule_list *list)
{
    enum ev_touch touch = ev_touches(m->u, cell, access);
    if (touch == EV_TOUCH_NO || (touch == EV_TOUCH_MAYBE && !may_meet(m, func, cell, access)))
        return;
    struct rule *r = NULL;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].ev == ev)
            r = &list->items[i];
    bool known = r != NULL;
    if (!known) {
        vec_push(list, make_rule(m, ev));
        r = &list->items[list->count - 1];
    }
    if (touch == EV_TOUCH_YES)
        r->meeting_count = 0;
    else if (!known || r->meeting_count) /* a known one without meetings is sure already */
        add_meeting(m, r, cell, access, unsteady);
}

/* ---- reads ------------------------------------------------------------------------------------------------------- */

struct reading {
    struct avm *m;
    cwi_id func;
    struct collected *to;
};

static void add_read_rules(struct reading *r, cwi_id var, const struct cwi_expr *access)
{
    uint32_t count;
    const struct ev_rule *const *rules = ev_reads(r->m->events, var, &count);
    for (uint32_t i = 0; i < count; i++)
        add_touching(r->m, r->func, rules[i], rules[i]->event->cell, access, false, &r->to->before);
}

static void read_value(struct reading *r, const struct cwi_expr *e);

/* Finding the place of an lvalue reads its indices and the pointer it starts from. */
static void read_place(struct reading *r, const struct cwi_expr *e)
{
    for (; e->kind == CWI_FIELD || e->kind == CWI_INDEX; e = e->a)
        if (e->kind == CWI_INDEX)
            read_value(r, e->b);
    if (e->kind == CWI_DEREF)
        read_value(r, e->a);
}

static void read_value(struct reading *r, const struct cwi_expr *e)
{
    if (!e)
        return;
    if (e->kind == CWI_ADDR) { /* the address is taken, not the value */
        read_place(r, e->a);
        return;
    }
    if (!cwi_is_lvalue(e)) {
        read_value(r, e->a);
        read_value(r, e->b);
        read_value(r, e->c);
        return;
    }
    cwi_id var = avm_base_var(e);
    if (var) {
        add_read_rules(r, var, e);
    } else {
        struct pt_set set = pt_may_be(r->m->points, r->func, e);
        for (uint32_t i = 0; i < set.count; i++) {
            struct pt_object o = pt_object_of(r->m->points, set.objects[i]);
            if (o.kind == PT_VAR)
                add_read_rules(r, o.id, e);
        }
    }
    add_read_rules(r, 0, e);
    read_place(r, e);
}

static void add_reads(struct avm *m, const struct event_site *site, struct collected *to)
{
    struct reading r = {m, site->func, to};
    read_value(&r, site->stmt->rhs);
    for (uint32_t i = 0; i < site->stmt->arg_count; i++)
        read_value(&r, site->stmt->args[i]);
    if (site->stmt->lhs)
        read_place(&r, site->stmt->lhs);
}

/* ---- writes and watches ------------------------------------------------------------------------------------------ */

struct writing {
    struct avm *m;
    cwi_id func;
    const struct cwi_expr *lhs; /* NULL: a parameter on entry */
    bool initialiser;
    struct pt_set may_be; /* where lhs may lie */
    bool moves;           /* finding the place reads something that the store may change */
    struct collected *to;
};

/* Rules look at places after the store: is a place the same then? */
static bool visit_moving(void *context, const struct cwi_expr *e)
{
    struct writing *w = context;
    if (cwi_is_lvalue(e)) {
        cwi_id var = avm_base_var(e);
        w->moves |= !var || pt_set_has(w->may_be, pt_of_var(w->m->points, var));
    }
    return true;
}

static bool is_moved(struct writing *w, const struct cwi_expr *place)
{
    w->moves = false;
    for (; place->kind == CWI_FIELD || place->kind == CWI_INDEX; place = place->a)
        if (place->kind == CWI_INDEX)
            cwi_expr_walk(place->b, visit_moving, w);
    if (place->kind == CWI_DEREF)
        cwi_expr_walk(place->a, visit_moving, w);
    return w->moves;
}

static void add_write_rules(struct writing *w, cwi_id var)
{
    uint32_t count;
    const struct ev_rule *const *rules = ev_writes(w->m->events, var, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct cwi_expr *cell = rules[i]->event->cell;
        if (w->lhs)
            add_touching(w->m, w->func, rules[i], cell, w->lhs, is_moved(w, cell) || is_moved(w, w->lhs),
                         &w->to->written);
        else
            vec_push(&w->to->written, make_rule(w->m, rules[i]));
    }
}

/* A watch belongs to its variables as wholes. `sure`: var is what is written. */
static void add_watch_rules(struct writing *w, cwi_id var, bool sure)
{
    uint32_t count;
    const struct ev_rule *const *rules = ev_watches(w->m->events, var, &count);
    for (uint32_t i = 0; i < count && !w->initialiser; i++) {
        const struct cwi_expr *whole = cwi_expr_var(w->m->arena, w->m->u, var);
        add_touching(w->m, w->func, rules[i], whole, sure ? whole : w->lhs, !sure && is_moved(w, w->lhs),
                     &w->to->watches);
    }
}

struct seen_cells {
    struct writing *w;
    const struct ev_rule *ev;
};

static bool visit_watched(void *context, const struct cwi_expr *e)
{
    struct seen_cells *x = context;
    struct writing *w = x->w;
    if (cwi_is_lvalue(e) && !avm_base_var(e))
        add_touching(w->m, w->func, x->ev, e, w->lhs, is_moved(w, e) || is_moved(w, w->lhs), &w->to->watches);
    return true;
}

/* Watches that look at memory through pointers and addresses. */
static void add_memory_watches(struct writing *w)
{
    uint32_t count;
    const struct ev_rule *const *rules = ev_watches(w->m->events, 0, &count);
    for (uint32_t i = 0; i < count && !w->initialiser; i++)
        cwi_expr_walk(rules[i]->event->cond, visit_watched, &(struct seen_cells){w, rules[i]});
}

static void add_stores(struct avm *m, const struct event_site *site, cwi_id var, struct collected *to)
{
    struct writing w = {.m = m, .func = site->func, .lhs = site->stmt ? site->stmt->lhs : NULL, .to = to};
    if (site->params)
        w.lhs = NULL;
    if (w.lhs) {
        w.initialiser = site->stmt->is_initialiser;
        w.may_be = pt_may_be(m->points, site->func, w.lhs);
    }
    if (var) {
        add_write_rules(&w, var);
        add_watch_rules(&w, var, true);
    } else {
        for (uint32_t i = 0; i < w.may_be.count; i++) {
            struct pt_object o = pt_object_of(m->points, w.may_be.objects[i]);
            if (o.kind != PT_VAR)
                continue;
            add_write_rules(&w, o.id);
            add_watch_rules(&w, o.id, false);
        }
    }
    if (w.lhs) {
        add_write_rules(&w, 0);
        add_memory_watches(&w);
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
        rules =
            site->returned ? ev_returns(m->events, site->callee, &count) : ev_calls(m->events, site->callee, &count);
    if (site->stmt && !site->returned && !site->params)
        add_reads(m, site, &c);
    for (uint32_t i = 0; i < count; i++)
        vec_push(&c.before, make_rule(m, rules[i]));
    for (uint32_t i = 0; i < site->param_count; i++)
        add_stores(m, site, site->params[i], &c);
    if (site->to && site->stmt->lhs)
        add_stores(m, site, site->to->base, &c);
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

static const char *literal_of_var(const struct cwi_unit *u, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(u, var);
    return v->linkage == CWI_LITERAL && v->init_count && v->init[0].bytes ? (const char *)v->init[0].bytes : NULL;
}

/* The literal that a pointer expression is the address of, or NULL. */
static const char *literal_text(const struct cwi_unit *u, const struct cwi_expr *e)
{
    e = cwi_converted(e);
    if (e->kind != CWI_ADDR)
        return NULL;
    e = e->a;
    while (e->kind == CWI_INDEX && e->b->kind == CWI_CONST && !e->b->value)
        e = e->a;
    return e->kind == CWI_VAR ? literal_of_var(u, e->ref) : NULL;
}

static void add_event(struct avm *m, struct collected *c, const char *text)
{
    struct rule r = {.ev = NULL, .label = base_intern_add(m->labels, text, strlen(text))};
    vec_push(&c->before, r);
}

/* One of several literals: each is the event when the pointer leads to it. False when others are possible. */
static bool add_literals(struct avm *m, struct collected *c, cwi_id func, const struct cwi_expr *pointer)
{
    struct pt_set set = pt_may_point(m->points, func, pointer);
    struct spot access = {.address = avm_lower(m, pointer), .size = 1};
    if (set.unknown || !set.count || access.address->t.kind != VS_PTR)
        return false;
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(m->points, set.objects[i]);
        const char *text = o.kind == PT_VAR ? literal_of_var(m->u, o.id) : NULL;
        if (!text)
            return false;
        struct spot cell = spot_of(m, cwi_expr_var(m->arena, m->u, o.id));
        struct meeting *one = ARENA_NEW(m->arena, struct meeting);
        *one = (struct meeting){cell, access, false};
        add_event(m, c, text);
        c->before.items[c->before.count - 1].meetings = one;
        c->before.items[c->before.count - 1].meeting_count = 1;
    }
    return true;
}

const struct events *avm_event_call(struct avm *m, cwi_id func, const struct cwi_stmt *call)
{
    struct collected c = {0};
    const char *text = call->arg_count ? literal_text(m->u, call->args[0]) : NULL;
    if (text) {
        add_event(m, &c, text);
    } else if (!call->arg_count || !add_literals(m, &c, func, call->args[0])) {
        c.before.count = 0;
        avm_lose(m, call->at, 0, "_cwolf_event needs string literals: the event is left out");
    }
    return finish(m, &c);
}
