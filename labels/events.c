/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * events.c: label rules compiled for a program: for each function, variable and line the rules that may fire there, in
 * order.
 *
 * Rules keep the order in which they were read; every index lists them in it. Externals match by base name, so that a
 * rule for printf sees __printf_chk; a function with a body matches only itself. Source: DuVarney 2002, section
 * 3.11. */
#include "labels/labels.h"

#include <stdlib.h>

struct rules {
    struct VEC(const struct ev_rule *) list;
};
struct line_rules {
    cwi_id file;
    uint32_t line;
    struct rules rules;
};
struct ev_set {
    struct arena *a;
    const struct cwi_unit *u;
    struct rules all, exits;
    struct rules *calls, *returns;          /* by function */
    struct rules *reads, *writes, *watches; /* by variable; 0: cells that no variable names */
    struct VEC(struct line_rules) lines;
    uint32_t func_count, var_count;
};

/* ---- which variables --------------------------------------------------------------------------------------------- */

struct var_list {
    struct VEC(cwi_id) list;
};

static bool collect_var(void *context, const struct cwi_expr *e)
{
    struct var_list *v = context;
    if (e->kind != CWI_VAR)
        return true;
    for (size_t i = 0; i < v->list.count; i++)
        if (v->list.items[i] == e->ref)
            return true;
    vec_push(&v->list, e->ref);
    return true;
}

/* The variable whose storage the cell is part of; 0 when a pointer or an address leads to it. */
static cwi_id base_variable(const struct cwi_expr *cell)
{
    while (cell && (cell->kind == CWI_FIELD || cell->kind == CWI_INDEX))
        cell = cell->a;
    return cell && cell->kind == CWI_VAR ? cell->ref : 0;
}

static bool looks_at_memory(const struct cwi_expr *e)
{
    return e && (e->kind == CWI_DEREF || looks_at_memory(e->a) || looks_at_memory(e->b) || looks_at_memory(e->c));
}

static void fill_vars(struct arena *a, struct ev_rule *r)
{
    struct var_list v = {0};
    if (r->event->kind == EV_WATCH)
        cwi_expr_walk(r->event->cond, collect_var, &v);
    cwi_id base = r->event->cell ? base_variable(r->event->cell) : 0;
    if (base)
        vec_push(&v.list, base);
    r->var_count = (uint32_t)v.list.count;
    r->vars = vec_to_arena(&v.list, a);
    vec_free(&v.list);
}

/* ---- indices ----------------------------------------------------------------------------------------------------- */

static void add_rule(struct rules *to, const struct ev_rule *r)
{
    vec_push(&to->list, r);
}

static const char *base_name(const struct cwi_func *f)
{
    const char *name = f->asm_name ? f->asm_name : f->name;
    return name ? cwi_base_name(name) : "";
}

static void index_function(struct ev_set *s, struct rules *by_func, const struct ev_rule *r)
{
    const struct cwi_func *f = cwi_func_of(s->u, r->event->func);
    if (f->block_count) {
        add_rule(&by_func[r->event->func], r);
        return;
    }
    for (cwi_id i = 1; i < s->func_count; i++) {
        const struct cwi_func *g = s->u->funcs.items[i];
        if (i == r->event->func || (!g->block_count && !strcmp(base_name(f), base_name(g))))
            add_rule(&by_func[i], r);
    }
}

static void index_line(struct ev_set *s, const struct ev_rule *r)
{
    const char *name = s->u->files.items[r->event->exec_file];
    for (cwi_id file = 1; file < s->u->files.count; file++) {
        if (file != r->event->exec_file && !base_path_ends_with(s->u->files.items[file], name))
            continue;
        struct line_rules *l = NULL;
        for (size_t i = 0; i < s->lines.count && !l; i++)
            if (s->lines.items[i].file == file && s->lines.items[i].line == r->event->exec_line)
                l = &s->lines.items[i];
        if (!l) {
            struct line_rules fresh = {.file = file, .line = r->event->exec_line};
            vec_push(&s->lines, fresh);
            l = &s->lines.items[s->lines.count - 1];
        }
        add_rule(&l->rules, r);
    }
}

static enum status check_overlap(const struct ev_set *s, const struct ev_rule *r, cwi_id var, struct diag *d)
{
    const struct rules *rules = &s->watches[var];
    for (size_t i = 0; i < rules->list.count; i++) {
        const struct ev_rule *o = rules->list.items[i];
        if (o->list == r->list)
            continue;
        const struct place *at = &o->note->at;
        return diag_set(
            d, ST_BAD, r->note->at,
            "'%s' is watched in another list of label rules too, at %s:%u:%u: which comes first is not defined",
            cwi_var_of(s->u, var)->name, at->file ? at->file : "?", at->line, at->col);
    }
    return ST_OK;
}

static enum status check_name(const struct note *n, struct diag *d)
{
    const char *name = n->u.label.name;
    if (!name || strcmp(name, "i") || n->u.label.direction == DIR_INPUT || n->u.label.arg_count)
        return ST_OK;
    return diag_set(d, ST_BAD, n->at, "a label cannot be called 'i': that is the silent step in .aut files");
}

static enum status index_rule(struct ev_set *s, const struct ev_rule *r, struct diag *d)
{
    switch (r->event->kind) {
    case EV_CALL:
        index_function(s, s->calls, r);
        break;
    case EV_RETURN:
        index_function(s, s->returns, r);
        break;
    case EV_EXIT:
        add_rule(&s->exits, r);
        break;
    case EV_EXEC:
        index_line(s, r);
        break;
    case EV_READ:
        add_rule(&s->reads[r->var_count ? r->vars[0] : 0], r);
        break;
    case EV_WRITE:
        add_rule(&s->writes[r->var_count ? r->vars[0] : 0], r);
        break;
    case EV_WATCH:
        for (uint32_t i = 0; i < r->var_count; i++) {
            enum status st = check_overlap(s, r, r->vars[i], d);
            if (st)
                return st;
            add_rule(&s->watches[r->vars[i]], r);
        }
        if (looks_at_memory(r->event->cond))
            add_rule(&s->watches[0], r);
        break;
    }
    return ST_OK;
}

/* The lists were built growing; what stays lives in the arena. */
static void settle(struct arena *a, struct rules *r)
{
    const struct ev_rule **copy = vec_to_arena(&r->list, a);
    size_t count = r->list.count;
    vec_free(&r->list);
    r->list.items = copy;
    r->list.count = count;
}

static void settle_all(struct ev_set *s)
{
    settle(s->a, &s->all);
    settle(s->a, &s->exits);
    for (uint32_t i = 0; i < s->func_count; i++) {
        settle(s->a, &s->calls[i]);
        settle(s->a, &s->returns[i]);
    }
    for (uint32_t i = 0; i < s->var_count; i++) {
        settle(s->a, &s->reads[i]);
        settle(s->a, &s->writes[i]);
        settle(s->a, &s->watches[i]);
    }
    for (size_t i = 0; i < s->lines.count; i++)
        settle(s->a, &s->lines.items[i].rules);
    struct line_rules *copy = vec_to_arena(&s->lines, s->a);
    size_t count = s->lines.count;
    vec_free(&s->lines);
    s->lines.items = copy;
    s->lines.count = count;
}

static struct ev_set *new_set(struct arena *a, const struct cwi_unit *u)
{
    struct ev_set *s = ARENA_NEW(a, struct ev_set);
    s->a = a;
    s->u = u;
    s->func_count = u->funcs.count ? (uint32_t)u->funcs.count : 1;
    s->var_count = u->vars.count ? (uint32_t)u->vars.count : 1;
    s->calls = ARENA_ARRAY(a, struct rules, s->func_count);
    s->returns = ARENA_ARRAY(a, struct rules, s->func_count);
    s->reads = ARENA_ARRAY(a, struct rules, s->var_count);
    s->writes = ARENA_ARRAY(a, struct rules, s->var_count);
    s->watches = ARENA_ARRAY(a, struct rules, s->var_count);
    return s;
}

/* The rules seen, as they travel and with what their names refer to; and the list each stands in. */
struct seen_rules {
    struct intern *texts;
    struct VEC(uint32_t) lists;
};

/* Whether another list has the very same rule: a map that is given twice, in the program and again on the command
 * line. */
static bool is_repeated(struct seen_rules *seen, const struct cwi_unit *u, const struct note *n)
{
    struct buf text = {0};
    struct note_refs refs = {0};
    note_print_canonical(u, n, &text, &refs);
    for (size_t i = 0; i < refs.list.count; i++)
        buf_printf(&text, " %d:%u", (int)refs.list.items[i].kind, refs.list.items[i].id);
    uint32_t id = base_intern_add(seen->texts, buf_str(&text), text.size);
    bool fresh = id == seen->lists.count;
    if (fresh)
        vec_push(&seen->lists, n->list);
    buf_free(&text);
    vec_free(&refs.list);
    return !fresh && seen->lists.items[id] != n->list;
}

enum status ev_compile(struct arena *a, const struct cwi_unit *u, const struct notes *notes, struct ev_set **out,
                       struct diag *d)
{
    struct ev_set *s = new_set(a, u);
    struct seen_rules seen = {.texts = base_intern_new()};
    enum status st = ST_OK;
    for (size_t i = 0; i < notes->list.count && !st; i++) {
        const struct note *n = notes->list.items[i];
        if (n->kind != NOTE_LABEL || is_repeated(&seen, u, n))
            continue;
        struct ev_rule *r = ARENA_NEW(a, struct ev_rule);
        r->note = n;
        r->event = &n->u.label.event;
        r->index = (uint32_t)s->all.list.count;
        r->list = n->list;
        fill_vars(a, r);
        add_rule(&s->all, r);
        st = check_name(n, d);
        st = st ? st : index_rule(s, r, d);
    }
    base_intern_free(seen.texts);
    vec_free(&seen.lists);
    settle_all(s);
    *out = st ? NULL : s;
    return st;
}

/* ---- questions --------------------------------------------------------------------------------------------------- */

static const struct ev_rule *const *answer(const struct rules *r, uint32_t *count)
{
    *count = r ? (uint32_t)r->list.count : 0;
    return r ? (const struct ev_rule *const *)r->list.items : NULL;
}

const struct ev_rule *const *ev_calls(const struct ev_set *s, cwi_id callee, uint32_t *count)
{
    return answer(callee < s->func_count ? &s->calls[callee] : NULL, count);
}

const struct ev_rule *const *ev_returns(const struct ev_set *s, cwi_id callee, uint32_t *count)
{
    return answer(callee < s->func_count ? &s->returns[callee] : NULL, count);
}

const struct ev_rule *const *ev_exits(const struct ev_set *s, uint32_t *count)
{
    return answer(&s->exits, count);
}

const struct ev_rule *const *ev_exec(const struct ev_set *s, cwi_id file, uint32_t line, uint32_t *count)
{
    for (size_t i = 0; i < s->lines.count; i++)
        if (s->lines.items[i].file == file && s->lines.items[i].line == line)
            return answer(&s->lines.items[i].rules, count);
    return answer(NULL, count);
}

const struct ev_rule *const *ev_reads(const struct ev_set *s, cwi_id var, uint32_t *count)
{
    return answer(var < s->var_count ? &s->reads[var] : NULL, count);
}

const struct ev_rule *const *ev_writes(const struct ev_set *s, cwi_id var, uint32_t *count)
{
    return answer(var < s->var_count ? &s->writes[var] : NULL, count);
}

const struct ev_rule *const *ev_watches(const struct ev_set *s, cwi_id var, uint32_t *count)
{
    return answer(var < s->var_count ? &s->watches[var] : NULL, count);
}

bool ev_is_empty(const struct ev_set *s)
{
    return !s->all.list.count;
}

const struct ev_rule *const *ev_all(const struct ev_set *s, uint32_t *count)
{
    return answer(&s->all, count);
}

/* It is cwolf.h's, or one like it: a user's own function of that name that does something is a function as any. */
static bool is_marker(const struct cwi_unit *u, cwi_id func, const char *name)
{
    const struct cwi_func *f = func && func < u->funcs.count ? cwi_func_of(u, func) : NULL;
    if (!f || !f->name || strcmp(f->name, name))
        return false;
    const struct cwi_stmt *s = f->block_count ? &f->blocks[0].stmts[0] : NULL;
    for (uint32_t i = 0; s && s->kind == CWI_GOTO && i < f->block_count; i++)
        s = &f->blocks[s->targets[0]].stmts[0];
    return !s || (s->kind == CWI_RETURN && !s->rhs);
}

bool ev_is_event_function(const struct cwi_unit *u, cwi_id func)
{
    return is_marker(u, func, "_cwolf_event");
}

bool ev_is_tick(const struct cwi_unit *u, cwi_id func)
{
    return is_marker(u, func, "_cwolf_tick");
}
