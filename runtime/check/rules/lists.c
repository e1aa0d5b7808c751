/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules about lists of arguments (va_list), proved function by function, whatever the values are.
 *
 * Where a list's address goes nowhere but to events and, by direct calls, to parameters of functions with a body, all
 * that happens to it stands in its function, and in those that get it: the states of the automaton that it may be in
 * are found block by block, and once for each parameter and the states in which a function gets it. What is not proved
 * so is for the engine. Source: Reps, Horwitz and Sagiv 1995.
 */
#include "runtime/check/rules/sites.h"

enum { MOST_STATES = 64 };
typedef uint64_t state_set; /* bit k: state k of the automaton */

/* What becomes of a list: of a local variable of its function, or of what a parameter leads to. */
struct passage {
    cwi_id func, var;
    state_set entry, exit; /* when the function begins, and returns */
};
struct lists {
    struct finder *x;
    bool *is_list;     /* by variable: it is one, or a parameter that leads to one */
    bool *has_list;    /* by function: some of its variables is */
    bool *may_leave;   /* by function: an activation that called it may end there */
    bool grew, failed; /* `failed`: nothing is proved */
    cwi_id vars;
    struct VEC(struct passage) passages;
};

static const struct cwi_unit *unit_of(const struct lists *w)
{
    return w->x->c->u;
}

static bool is_parameter(const struct lists *w, cwi_id var)
{
    return cwi_var_of(unit_of(w), var)->linkage == CWI_PARAM;
}

/* ---- which lists there are --------------------------------------------------------------------------------------- */

/* The local variable whose address this is, or the parameter that leads to the list; 0: it is neither. */
static cwi_id list_of(const struct lists *w, const struct cwi_expr *e)
{
    const struct cwi_unit *u = unit_of(w);
    e = cwi_converted(e);
    bool is_address = e->kind == CWI_ADDR;
    for (e = is_address ? e->a : e; is_address && (e->kind == CWI_FIELD || e->kind == CWI_INDEX); e = e->a)
        if (e->kind == CWI_FIELD ? e->offset != 0 : e->b->kind != CWI_CONST || e->b->value)
            return 0;
    bool is_led_to = !is_address || e->kind == CWI_DEREF;
    e = is_address && e->kind == CWI_DEREF ? cwi_converted(e->a) : e;
    enum cwi_linkage wanted = is_led_to ? CWI_PARAM : CWI_AUTO;
    return e->kind == CWI_VAR && cwi_var_of(u, e->ref)->linkage == wanted ? e->ref : 0;
}

static void add_list(struct lists *w, cwi_id var)
{
    if (!var || !cwi_is_va_list(unit_of(w), cwi_var_of(unit_of(w), var)->type)) {
        w->failed = true;
        return;
    }
    w->grew |= !w->is_list[var];
    w->is_list[var] = true;
    w->has_list[cwi_var_of(unit_of(w), var)->owner] = true;
}

/* What the event is about has to be such a list, and nothing else may say whether it takes place. */
static void add_of_site(struct lists *w, const struct site *s)
{
    bool is_odd = s->kind == SITE_VALUE || s->kind == SITE_ENTRY || s->is_handle || s->after.count;
    for (size_t i = 0; s->kind == SITE_CALL && i < s->before.count && !is_odd; i++)
        if (s->before.items[i].part == PART_EXIT)
            continue;
        else if (s->before.items[i].tests.count || !s->before.items[i].object)
            is_odd = true;
        else
            add_list(w, list_of(w, s->before.items[i].object));
    w->failed |= is_odd;
}

/* The parameter that gets argument number k of a direct call; 0: there is none, or no body. */
static cwi_id parameter_of(const struct lists *w, const struct cwi_stmt *s, uint32_t k)
{
    const struct cwi_func *f = rule_callee_of(unit_of(w), s);
    return f && f->block_count && k < f->param_count ? f->params[k] : 0;
}

/* What is handed to a parameter that leads to one is one, and the other way round. */
static void add_of_call(void *lists, const struct cwi_stmt *s)
{
    struct lists *w = lists;
    cwi_id param;
    for (uint32_t k = 0; (param = parameter_of(w, s, k)) != 0; k++) {
        cwi_id given = k < s->arg_count ? list_of(w, s->args[k]) : 0;
        if (w->is_list[param])
            add_list(w, given);
        else if (given && w->is_list[given])
            add_list(w, param);
    }
}

static void find_lists(struct lists *w)
{
    for (size_t i = 0; i < w->x->sites.count; i++)
        add_of_site(w, &w->x->sites.items[i]);
    do {
        w->grew = false;
        cwi_unit_walk(unit_of(w), add_of_call, w);
    } while (w->grew && !w->failed);
}

/* ---- whether others may have them -------------------------------------------------------------------------------- */

struct looking {
    const struct lists *w;
    bool found;
};

static bool is_number(const struct cwi_unit *u, const struct cwi_expr *e)
{
    enum cwi_type_kind kind = cwi_type_of(u, e->type)->kind;
    return kind == CWI_INT || kind == CWI_PTR;
}

static bool look_for_leak(void *looking, const struct cwi_expr *e)
{
    struct looking *l = looking;
    const struct lists *w = l->w;
    const struct cwi_expr *root = e;
    if (e->kind == CWI_VAR) { /* by itself: neither what it leads to, nor a part of it */
        l->found |= w->is_list[e->ref];
        return false;
    }
    if (!cwi_is_lvalue(e))
        return true;
    for (; root->kind == CWI_FIELD || root->kind == CWI_INDEX; root = root->a)
        if (root->kind == CWI_INDEX)
            cwi_expr_walk(root->b, look_for_leak, l);
    bool is_led_to = root->kind == CWI_DEREF && root->a->kind == CWI_VAR;
    const struct cwi_expr *var = is_led_to ? root->a : root;
    if (var->kind == CWI_VAR && w->is_list[var->ref])
        l->found |= is_led_to != is_parameter(w, var->ref) || !is_number(unit_of(w), e);
    else if (root->kind == CWI_DEREF)
        cwi_expr_walk(root->a, look_for_leak, l);
    return false;
}

/* The address of a part leads to the list. */
static bool look_for_address(void *looking, const struct cwi_expr *e)
{
    struct looking *l = looking;
    if (e->kind != CWI_ADDR)
        return true;
    for (e = e->a; e->kind == CWI_FIELD || e->kind == CWI_INDEX;)
        e = e->a;
    e = e->kind == CWI_DEREF ? cwi_converted(e->a) : e;
    l->found |= e->kind == CWI_VAR && l->w->is_list[e->ref];
    return true;
}

static bool leaks(const struct lists *w, const struct cwi_expr *e)
{
    struct looking l = {.w = w};
    if (e) {
        cwi_expr_walk(e, look_for_leak, &l);
        cwi_expr_walk(e, look_for_address, &l);
    }
    return l.found;
}

/* The argument is what an event there is about. */
static bool is_of_event(const struct lists *w, const struct site *s, cwi_id list)
{
    bool is = false;
    for (size_t i = 0; s && i < s->before.count; i++)
        is |= s->before.items[i].object && list_of(w, s->before.items[i].object) == list;
    return is;
}

/* Control may come back behind a call of it, or go on elsewhere, which no edge says. */
static bool is_odd(const struct lists *w, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(unit_of(w), func);
    uint64_t flags = f->block_count ? 0 : pt_effect_of(unit_of(w), func, w->x->c->notes).flags;
    return f->is_returns_twice || flags & (EFFECT_SETJMP | EFFECT_SHARES | EFFECT_UNSEEN);
}

/* Somewhere stacks are exchanged, or unwound with what cleans up on the way, or control comes back by a pointer. */
static bool is_odd_anywhere(const struct lists *w)
{
    static const char *const names[] = {"swapcontext",  "setcontext", "makecontext",    "nonlocal_goto",
                                        "pthread_exit", "thrd_exit",  "pthread_cancel", NULL};
    bool is = false;
    for (cwi_id f = 1; f < w->x->funcs; f++) {
        const struct cwi_func *c = cwi_func_of(unit_of(w), f);
        is |= !c->block_count && (rule_is_named(c, names) || (w->x->is_taken[f] && is_odd(w, f)));
    }
    return is;
}

/* A function of the library that reads the list, and is done with it when it returns. */
static bool is_only_read(const struct lists *w, const struct cwi_stmt *s, uint32_t k)
{
    const struct cwi_func *f = rule_callee_of(unit_of(w), s);
    struct effect e = f && !f->block_count ? pt_effect_of(unit_of(w), s->rhs->ref, w->x->c->notes) : (struct effect){0};
    return e.known && strchr("vV", effect_letter(&e, k));
}

static bool gives_away(const struct lists *w, cwi_id func, uint32_t b, uint32_t i)
{
    const struct cwi_stmt *s = &cwi_func_of(unit_of(w), func)->blocks[b].stmts[i];
    const struct cwi_func *callee = rule_callee_of(unit_of(w), s);
    bool gives = s->kind != CWI_END && (leaks(w, s->lhs) || leaks(w, s->rhs));
    for (uint32_t k = 0; k < s->arg_count; k++) {
        cwi_id list = callee ? list_of(w, s->args[k]) : 0;
        bool is_followed = parameter_of(w, s, k) || is_only_read(w, s, k) ||
                           is_of_event(w, rule_site_at(w->x, SITE_CALL, func, b, i, NULL), list);
        gives |= !(list && w->is_list[list] && is_followed) && leaks(w, s->args[k]);
    }
    return gives || cwi_goes_on_unseen(s) || (callee && is_odd(w, s->rhs->ref)) || s->kind == CWI_FORGET ||
           s->kind == CWI_ASM;
}

/* Of the functions that have one. */
static void find_others(struct lists *w)
{
    for (cwi_id f = 1; f < w->x->funcs; f++)
        for (uint32_t b = 0; w->has_list[f] && b < cwi_func_of(unit_of(w), f)->block_count; b++)
            for (uint32_t i = 0; i < cwi_func_of(unit_of(w), f)->blocks[b].count; i++)
                w->failed |= gives_away(w, f, b, i);
}

/* ---- activations that end otherwise ------------------------------------------------------------------------------ */

static bool calls_what_leaves(const struct lists *w, const struct cwi_stmt *s, bool pointers_do)
{
    const struct cwi_func *f = rule_callee_of(unit_of(w), s);
    return rule_is_left_at(w->x, s) || (s->kind == CWI_CALL && (f ? w->may_leave[s->rhs->ref] : pointers_do));
}

/* True: some function is new among those. */
static bool find_more_that_leave(struct lists *w, bool *pointers_do)
{
    bool grew = false;
    for (cwi_id f = 1; f < w->x->funcs; f++) {
        const struct cwi_func *c = cwi_func_of(unit_of(w), f);
        bool was = w->may_leave[f];
        for (uint32_t b = 0; b < c->block_count && !was; b++)
            for (uint32_t i = 0; i < c->blocks[b].count; i++)
                w->may_leave[f] |= calls_what_leaves(w, &c->blocks[b].stmts[i], *pointers_do);
        grew |= w->may_leave[f] != was;
        *pointers_do |= w->x->is_taken[f] && (w->may_leave[f] || w->x->leaves[f]);
    }
    return grew;
}

/* A signal's handler, or what is called by a pointer, may end any activation. */
static void find_leaving(struct lists *w)
{
    bool pointers_do = false;
    while (find_more_that_leave(w, &pointers_do))
        ;
    w->failed |= pointers_do;
}

/* ---- the states of a list ---------------------------------------------------------------------------------------- */

/* What comes from where nobody looks is as the rule wants it. */
static state_set from_outside(const struct rule_compiler *c)
{
    return (state_set)1 << (c->rule->pattern == RULE_PRECEDES ? c->automaton.move[0][PART_FIRST].next : 0);
}

static state_set moved(struct lists *w, state_set from, int letter)
{
    state_set to = 0;
    for (uint32_t k = 0; k < w->x->c->automaton.count; k++)
        if (from >> k & 1) {
            w->failed |= w->x->c->automaton.move[k][letter].violates;
            to |= (state_set)1 << w->x->c->automaton.move[k][letter].next;
        }
    return to;
}

static struct passage *passage_of(struct lists *w, cwi_id func, cwi_id var, state_set entry)
{
    for (size_t i = 0; i < w->passages.count; i++)
        if (w->passages.items[i].var == var && w->passages.items[i].entry == entry)
            return &w->passages.items[i];
    vec_push(&w->passages, ((struct passage){.func = func, .var = var, .entry = entry}));
    w->grew = true;
    return &w->passages.items[w->passages.count - 1];
}

static bool asks_for_release(const struct lists *w)
{
    return w->x->c->rule->pattern == RULE_RELEASES;
}

static state_set through_call(struct lists *w, cwi_id var, const struct cwi_stmt *s, state_set now)
{
    uint32_t given = 0;
    state_set then = now;
    for (uint32_t k = 0; k < s->arg_count; k++)
        if (parameter_of(w, s, k) && list_of(w, s->args[k]) == var) {
            then = passage_of(w, s->rhs->ref, parameter_of(w, s, k), now)->exit;
            given++;
        }
    w->failed |= given > 1; /* two names for one list */
    if (asks_for_release(w) && calls_what_leaves(w, s, false))
        moved(w, now, PART_EXIT);
    return then;
}

static state_set step(struct lists *w, const struct passage *p, uint32_t b, uint32_t i, state_set now)
{
    const struct cwi_stmt *s = &cwi_func_of(unit_of(w), p->func)->blocks[b].stmts[i];
    const struct site *event = rule_site_at(w->x, SITE_CALL, p->func, b, i, NULL);
    const struct cwi_expr *named = NULL;
    int letter = 0;
    for (size_t k = 0; event && k < event->before.count; k++) {
        const struct matcher *m = &event->before.items[k];
        if (!m->object || list_of(w, m->object) != p->var)
            continue;
        letter |= m->part;
        w->failed |= named && named != m->object; /* a list that is copied to itself */
        named = m->object;
    }
    bool is_opened = asks_for_release(w) && letter & PART_SECOND;
    w->failed |= is_opened && is_parameter(w, p->var); /* who has to release it is not known */
    now = letter ? moved(w, now, letter) : now;
    now = through_call(w, p->var, s, now);
    bool is_lost = s->kind == CWI_RETURN || (s->kind == CWI_END && s->lhs->kind == CWI_VAR && s->lhs->ref == p->var);
    if (is_lost && asks_for_release(w) && !is_parameter(w, p->var))
        moved(w, now, PART_EXIT);
    return s->kind == CWI_END && is_lost ? now | 1 : now; /* the variable begins anew, or is where it was */
}

static void pass_on(const struct cwi_stmt *s, state_set now, state_set *at, bool *changes)
{
    for (uint32_t k = 0; k < s->target_count + s->case_count; k++) {
        uint32_t to = k < s->target_count ? s->targets[k] : s->cases[k - s->target_count].target;
        *changes |= now & ~at[to];
        at[to] |= now;
    }
}

/* One passage, as far as those that it needs are known. */
static void go_through(struct lists *w, size_t number)
{
    struct passage p = w->passages.items[number];
    const struct cwi_func *f = cwi_func_of(unit_of(w), p.func);
    state_set *at = base_mem_zalloc(f->block_count * sizeof *at);
    bool changes = true;
    at[0] = p.entry;
    while (changes && !w->failed) {
        changes = false;
        for (uint32_t b = 0; b < f->block_count; b++) {
            state_set now = at[b];
            for (uint32_t i = 0; i < f->blocks[b].count && now; i++) {
                now = step(w, &p, b, i, now);
                p.exit |= f->blocks[b].stmts[i].kind == CWI_RETURN ? now : 0;
                pass_on(&f->blocks[b].stmts[i], now, at, &changes);
            }
        }
    }
    free(at);
    w->grew |= p.exit != w->passages.items[number].exit;
    w->passages.items[number].exit = p.exit;
}

/* A parameter of a function that others than direct calls may call: if it is code that is not seen, with one list. */
static void begin_parameter(struct lists *w, cwi_id var)
{
    struct rule_compiler *c = w->x->c;
    const struct cwi_func *f = cwi_func_of(c->u, cwi_var_of(c->u, var)->owner);
    uint32_t lists = 0;
    if (!w->x->is_taken[cwi_var_of(c->u, var)->owner])
        return;
    for (uint32_t k = 0; k < f->param_count; k++)
        lists += w->is_list[f->params[k]];
    w->failed |= f->is_address_taken || !f->is_exposed || lists > 1;
    passage_of(w, cwi_var_of(c->u, var)->owner, var, from_outside(c));
    vec_push(&c->assumptions,
             arena_printf(c->a, "code that is not seen hands '%s' what '%s' allows", f->name, c->rule->name));
}

static void begin(struct lists *w)
{
    for (cwi_id v = 1; v < w->vars; v++)
        if (w->is_list[v] && is_parameter(w, v))
            begin_parameter(w, v);
        else if (w->is_list[v])
            passage_of(w, cwi_var_of(unit_of(w), v)->owner, v, 1);
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static bool is_asked(const struct rule_compiler *c)
{
    bool is_pattern = c->rule->pattern == RULE_RELEASES || c->rule->pattern == RULE_PRECEDES ||
                      (c->rule->pattern == RULE_NEVER && c->rule->scope == RULE_UNTIL);
    return is_pattern && c->rule->object && c->sites && !c->refused && !c->excluded.count &&
           !rule_free_parts(c->rule) && !c->makes_handles && c->automaton.count <= MOST_STATES;
}

bool rule_is_proved_of_lists(struct finder *x)
{
    struct lists w = {.x = x};
    if (!is_asked(x->c))
        return false;
    w.vars = (cwi_id)x->c->u->vars.count;
    w.is_list = base_mem_zalloc(w.vars * sizeof *w.is_list);
    w.has_list = base_mem_zalloc((x->c->u->funcs.count + 1) * sizeof *w.has_list);
    w.may_leave = base_mem_zalloc((x->c->u->funcs.count + 1) * sizeof *w.may_leave);
    w.failed = is_odd_anywhere(&w);
    if (!w.failed)
        find_lists(&w);
    if (!w.failed)
        find_others(&w);
    if (!w.failed && asks_for_release(&w))
        find_leaving(&w);
    if (!w.failed)
        begin(&w);
    for (w.grew = true; w.grew && !w.failed;) {
        w.grew = false;
        for (size_t i = 0; i < w.passages.count && !w.failed; i++)
            go_through(&w, i);
    }
    free(w.is_list);
    free(w.has_list);
    free(w.may_leave);
    vec_free(&w.passages);
    return !w.failed;
}
