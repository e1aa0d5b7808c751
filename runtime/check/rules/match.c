/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which of a rule's events a call is: by its name, by values among its arguments, and by conditions.
 */
#include "runtime/check/rules/rules.h"

#include <ctype.h>

static const int parts[] = {PART_BEGIN, PART_END, PART_FIRST, PART_SECOND};

bool rule_event_is_after(const struct rule_event *e)
{
    return e->kind == RULE_CALL && e->result;
}

static bool is_of(const struct rule_event *e, const char *name)
{
    return e->kind == RULE_CALL && !strcmp(e->name, name);
}

static bool is_among(const struct rule_events *all, const char *name)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (is_of(&all->items[i], name))
            return true;
    return false;
}

bool rule_is_handle(const struct rule *r, const char *name)
{
    return is_among(&r->handles, name);
}

bool rule_is_sure(const struct rule *r, const char *name)
{
    return is_among(&r->sure, name);
}

bool rule_mentions(const struct rule *r, const char *name)
{
    bool any = rule_is_handle(r, name) || rule_is_sure(r, name);
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        const struct rule_events *all = rule_part(r, parts[p]);
        for (uint32_t i = 0; i < all->count; i++) {
            const struct rule_event *e = &all->items[i];
            any |= (e->kind == RULE_CALL || e->kind == RULE_RETURN) && !strcmp(e->name, name);
        }
    }
    return any;
}

static bool names_object(const struct rule *r, const struct rule_event *e)
{
    bool any = r->object && e->result && !strcmp(e->result, r->object);
    for (uint32_t i = 0; r->object && i < e->arg_count; i++)
        any |= e->args[i].kind == RULE_NAME && !strcmp(e->args[i].text, r->object);
    return any;
}

int rule_free_parts(const struct rule *r)
{
    int free = 0;
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        const struct rule_events *all = rule_part(r, parts[p]);
        for (uint32_t i = 0; i < all->count; i++)
            free |= names_object(r, &all->items[i]) ? 0 : parts[p];
    }
    return free;
}

void rule_names(const struct rule *r, const char *name, bool *before, bool *after, bool *handle)
{
    *before = *after = false;
    *handle = rule_is_handle(r, name);
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        const struct rule_events *all = rule_part(r, parts[p]);
        for (uint32_t i = 0; i < all->count; i++) {
            bool is = is_of(&all->items[i], name);
            *after |= is && rule_event_is_after(&all->items[i]);
            *before |= is && !rule_event_is_after(&all->items[i]);
        }
    }
}

/* ---- values and conditions --------------------------------------------------------------------------------------- */

/* The expression with what the event binds in place of CWI_BOUND. */
static const struct cwi_expr *with_bound(struct arena *a, const struct cwi_expr *e,
                                         const struct cwi_expr *const *values)
{
    if (!e)
        return NULL;
    if (e->kind == CWI_BOUND)
        return values[e->value];
    struct cwi_expr *x = arena_copy(a, e, sizeof *e);
    x->a = with_bound(a, e->a, values);
    x->b = with_bound(a, e->b, values);
    x->c = with_bound(a, e->c, values);
    return x;
}

static bool is_scalar(const struct cwi_unit *u, cwi_id type)
{
    enum cwi_type_kind kind = cwi_type_of(u, type)->kind;
    return kind == CWI_INT || kind == CWI_PTR || kind == CWI_FLOAT;
}

enum { MOST_BOUND = 20 };
/* What the names of an event stand for at one call. */
struct binding {
    struct rule_bound names[MOST_BOUND];
    const struct cwi_expr *values[MOST_BOUND];
    uint32_t count;
};

static void bind(const struct rule_compiler *c, struct binding *b, const char *name, const struct cwi_expr *value)
{
    if (b->count < MOST_BOUND) {
        b->names[b->count] = (struct rule_bound){name, is_scalar(c->u, value->type) ? value->type : 0};
        b->values[b->count++] = value;
    }
}

static bool is_object(const struct rule_compiler *c, const char *name)
{
    return c->rule->object && !strcmp(c->rule->object, name);
}

bool rule_is_standard(const struct cwi_var *v)
{
    return v->linkage == CWI_EXTERN && v->name &&
           (!strcmp(v->name, "stdin") || !strcmp(v->name, "stdout") || !strcmp(v->name, "stderr"));
}

static bool is_standard(const struct rule_compiler *c, const struct cwi_expr *value)
{
    return c->keeps_streams && value->kind == CWI_VAR && rule_is_standard(cwi_var_of(c->u, value->ref));
}

/* A name that the program has: the argument is compared with it. */
static const struct cwi_expr *known_value(struct rule_compiler *c, const char *name)
{
    const struct cwi_expr *e = NULL;
    struct diag ignored;
    bool known = !note_parse_bound(c->a, c->u, name, false, NULL, 0, c->rule->at, &e, &ignored);
    return known ? e : NULL;
}

/* The text, of C, has the name. */
static bool mentions(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = text ? strstr(text, name) : NULL; at; at = strstr(at + 1, name)) {
        bool begins = at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
        if (begins && !isalnum((unsigned char)at[n]) && at[n] != '_')
            return true;
    }
    return false;
}

/* What an unsigned argument is compared with, C converts to its type. */
static bool is_converted(const struct rule_compiler *c, const struct cwi_expr *argument, const struct cwi_expr *wanted)
{
    const struct cwi_type *t = cwi_type_of(c->u, argument->type), *w = cwi_type_of(c->u, wanted->type);
    return t->kind == CWI_INT && w->kind == CWI_INT && !t->is_signed && t->bits <= 64 && w->bits <= t->bits;
}

/* A name in the brackets is the object's, the condition's, or the program's, in this order. */
static enum status take_argument(struct rule_compiler *c, const struct rule_event *e, const struct rule_arg *arg,
                                 const struct cwi_expr *value, struct matcher *m, struct binding *b, struct diag *d)
{
    const struct cwi_expr *wanted = NULL;
    if (arg->kind == RULE_NAME) {
        bind(c, b, arg->text, value);
        bool is_second = is_object(c, arg->text) && m->object && !cwi_expr_equal(m->object, value);
        if (is_second)
            vec_push(&m->tests, rule_equals(c, value, m->object));
        if (is_object(c, arg->text))
            m->object = value;
        if (is_object(c, arg->text) || mentions(e->when, arg->text))
            return ST_OK;
        wanted = known_value(c, arg->text);
        if (!wanted)
            c->refused = arena_printf(c->a,
                                      "'%s' in '%s' names nothing in this program: write _ for any argument, or the "
                                      "value that a macro stands for",
                                      arg->text, e->text);
    } else {
        enum status st = note_parse_bound(c->a, c->u, arg->text, false, NULL, 0, c->rule->at, &wanted, d);
        if (st)
            return st;
    }
    if (wanted)
        vec_push(&m->tests,
                 rule_equals(c, value, is_converted(c, value, wanted) ? rule_as(c, wanted, value->type) : wanted));
    return ST_OK;
}

static enum status match_event(struct rule_compiler *c, const struct rule_event *e, int part,
                               const struct cwi_stmt *call, const struct cwi_expr *result, struct matchers *out,
                               struct diag *d)
{
    struct matcher m = {.event = e, .part = part};
    struct binding b = {.count = 0};
    enum status st = ST_OK;
    for (uint32_t i = 0; i < e->arg_count && !st; i++) {
        if (e->args[i].kind == RULE_ANY)
            continue;
        if (i >= call->arg_count)
            return ST_OK; /* a call without that argument is not this event */
        if (c->rule->handles.count && is_standard(c, call->args[i]))
            return ST_OK;
        st = take_argument(c, e, &e->args[i], call->args[i], &m, &b, d);
    }
    if (!st && e->result && result) {
        bind(c, &b, e->result, result);
        if (is_object(c, e->result))
            m.object = result;
    }
    if (!st && e->when) {
        const struct cwi_expr *cond = NULL;
        st = note_parse_bound(c->a, c->u, e->when, true, b.names, b.count, c->rule->at, &cond, d);
        if (!st)
            vec_push(&m.tests, with_bound(c->a, cond, b.values));
    }
    if (!st)
        vec_push(out, m);
    return st;
}

/* 1: the call is that event, by its constant arguments; 0: it is not; -1: that depends on a value. */
static int has_constants(struct rule_compiler *c, const struct rule_event *e, const struct cwi_stmt *call)
{
    int has = e->arg_count <= call->arg_count;
    for (uint32_t i = 0; has && i < e->arg_count; i++) {
        const struct cwi_expr *wanted = NULL, *given = cwi_converted(call->args[i]);
        struct diag ignored;
        if (e->args[i].kind != RULE_VALUE ||
            note_parse_bound(c->a, c->u, e->args[i].text, false, NULL, 0, c->rule->at, &wanted, &ignored))
            continue;
        wanted = cwi_converted(wanted);
        uint32_t bits = is_converted(c, call->args[i], wanted) ? cwi_type_of(c->u, call->args[i]->type)->bits : 64;
        uint64_t differ = bits ? ((uint64_t)given->value ^ (uint64_t)wanted->value) << (64 - bits) : 0;
        if (given->kind != CWI_CONST || wanted->kind != CWI_CONST)
            has = -1;
        else if (differ)
            return 0;
    }
    return has;
}

bool rule_is_handle_call(struct rule_compiler *c, const struct cwi_stmt *call, const char *name)
{
    int makes = 0;
    for (uint32_t i = 0; i < c->rule->handles.count && makes <= 0; i++) {
        int has = is_of(&c->rule->handles.items[i], name) ? has_constants(c, &c->rule->handles.items[i], call) : 0;
        makes = has ? has : makes;
    }
    if (makes < 0)
        c->refused = arena_printf(c->a, "whether a call of '%s' makes what the rule is about depends on a value", name);
    return makes > 0;
}

enum status rule_match_call(struct rule_compiler *c, const struct cwi_stmt *call, const char *name,
                            const struct cwi_expr *result, enum rule_when when, struct matchers *out, struct diag *d)
{
    enum status st = ST_OK;
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        const struct rule_events *all = rule_part(c->rule, parts[p]);
        for (uint32_t i = 0; i < all->count && !st; i++)
            if (is_of(&all->items[i], name) && rule_event_is_after(&all->items[i]) == (when == SITE_AFTER))
                st = match_event(c, &all->items[i], parts[p], call, result, out, d);
    }
    return st;
}

enum status rule_match_value(struct rule_compiler *c, enum rule_event_kind kind, const char *name,
                             const struct cwi_expr *value, struct matchers *out, struct diag *d)
{
    enum status st = ST_OK;
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        const struct rule_events *all = rule_part(c->rule, parts[p]);
        for (uint32_t i = 0; i < all->count && !st; i++) {
            const struct rule_event *e = &all->items[i];
            struct matcher m = {.event = e, .part = parts[p]};
            struct binding b = {.count = 0};
            const struct cwi_expr *cond = NULL;
            if (e->kind != kind || strcmp(e->name, name) != 0)
                continue;
            if (value)
                bind(c, &b, "value", value);
            if (e->when)
                st = note_parse_bound(c->a, c->u, e->when, true, b.names, b.count, c->rule->at, &cond, d);
            if (!st && cond)
                vec_push(&m.tests, with_bound(c->a, cond, b.values));
            vec_push(out, m);
        }
    }
    return st;
}

void rule_matchers_free(struct matchers *m)
{
    for (size_t i = 0; i < m->count; i++)
        vec_free(&m->items[i].tests);
    vec_free(m);
}
