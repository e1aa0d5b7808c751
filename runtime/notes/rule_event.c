/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Events of rules are read: calls with their arguments and results, writes, returns, and events that the rules named.
 */
#include "runtime/notes/rule_reader.h"

/* ---- text -------------------------------------------------------------------------------------------------------- */

static const char *event_text(struct arena *a, const struct rule_event *e)
{
    struct buf b = {0};
    if (e->result)
        buf_printf(&b, "%s = ", e->result);
    if (e->kind == RULE_RETURN || e->kind == RULE_WRITE)
        buf_printf(&b, "%s(%s)", e->kind == RULE_RETURN ? "return" : "write", e->name);
    else
        buf_puts(&b, e->kind == RULE_EXIT ? "exit" : e->name);
    for (uint32_t i = 0; e->kind == RULE_CALL && i <= e->arg_count; i++) {
        bool is_last = i == e->arg_count;
        buf_puts(&b, i == 0 ? "(" : is_last ? "" : ", ");
        buf_puts(&b, is_last ? ")" : e->args[i].text);
    }
    if (e->when)
        buf_printf(&b, " when (%s)", e->when);
    const char *text = arena_str(a, buf_str(&b));
    buf_free(&b);
    return text;
}

/* ---- one event --------------------------------------------------------------------------------------------------- */

bool note_rule_read_args(struct reader *r, struct rule_event *e)
{
    struct parser *p = &r->p;
    struct rule_arg args[MOST_ARGS];
    if (!note_expect(p, "(", "after the function"))
        return false;
    while (!note_is_punct(peek(p), ")")) {
        struct rule_arg *x = &args[e->arg_count];
        if (e->arg_count == MOST_ARGS)
            return note_fail(p, peek(p)->at, "more than %d arguments in an event", MOST_ARGS);
        bool is_name = peek(p)->kind == TOK_NAME &&
                       (note_is_punct(note_peek_at(p, 1, false), ",") || note_is_punct(note_peek_at(p, 1, false), ")"));
        struct place at = peek(p)->at;
        x->text = note_take_text_until(p, ",)");
        if (!x->text)
            return false;
        if (!*x->text)
            return note_fail(p, at, "expected an argument: '_', a name, or a value");
        x->kind = !is_name ? RULE_VALUE : strcmp(x->text, "_") ? RULE_NAME : RULE_ANY;
        e->arg_count++;
        if (!note_accept(p, ",") && !note_is_punct(peek(p), ")"))
            return note_fail(p, peek(p)->at, "expected ',' or ')' in the event, found %s", note_describe(p, peek(p)));
    }
    note_take(p);
    e->args = e->arg_count ? arena_copy(p->a, args, e->arg_count * sizeof *args) : NULL;
    return true;
}

static bool read_call(struct reader *r, struct rule_event *e)
{
    struct parser *p = &r->p;
    e->kind = RULE_CALL;
    return note_expect_name(p, "a function", &e->name, NULL) &&
           (!note_is_punct(peek(p), "(") || note_rule_read_args(r, e));
}

/* call(f(args)), return(f), write(x); false in *known: it is none of these. */
static bool read_worded(struct reader *r, struct rule_event *e, bool *known)
{
    struct parser *p = &r->p;
    static const char *const words[] = {"call", "return", "write"};
    int which = 0;
    while (which < 3 && !(note_is_word(peek(p), words[which]) && note_is_punct(note_peek_at(p, 1, false), "(")))
        which++;
    *known = which < 3;
    if (!*known)
        return true;
    note_take(p), note_take(p);
    if (which == 0) {
        if (!read_call(r, e))
            return false;
    } else {
        e->kind = which == 1 ? RULE_RETURN : RULE_WRITE;
        if (!note_expect_name(p, which == 1 ? "a function" : "a variable", &e->name, NULL))
            return false;
    }
    return note_expect(p, ")", "after what the event is about");
}

bool note_rule_read_when(struct reader *r, struct rule_event *e)
{
    struct parser *p = &r->p;
    if (!note_accept_word(p, "when"))
        return true;
    if (!note_expect(p, "(", "after 'when'"))
        return false;
    e->when = note_take_text_until(p, ")");
    return e->when && note_expect(p, ")", "after the condition");
}

/* ---- named events ------------------------------------------------------------------------------------------------ */

static const struct definition *find_definition(const struct reader *r, const char *name)
{
    for (size_t i = 0; i < r->defined.count; i++)
        if (!strcmp(r->defined.items[i].name, name))
            return &r->defined.items[i];
    return NULL;
}

/* What a parameter of a named event stands for there: a name, or `_`. */
static const char *renamed(const struct definition *x, const struct rule_event *use, const char *name)
{
    for (uint32_t i = 0; i < x->param_count; i++)
        if (name && !strcmp(x->params[i], name))
            return use->args[i].text;
    return name;
}

/* The identifiers of a condition, renamed. */
static const char *renamed_text(struct arena *a, const struct definition *x, const struct rule_event *use,
                                const char *text)
{
    struct buf b = {0};
    for (const char *c = text; text && *c;) {
        size_t n = strspn(c, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        buf_puts(&b, n ? renamed(x, use, arena_strn(a, c, n)) : "");
        c += n;
        if (!n)
            buf_putc(&b, *c++);
    }
    text = text ? arena_str(a, buf_str(&b)) : NULL;
    buf_free(&b);
    return text;
}

static bool use_definition(struct reader *r, const struct definition *x, const struct rule_event *use, struct place at)
{
    struct arena *a = r->p.a;
    if (use->arg_count != x->param_count || use->result)
        return note_fail(&r->p, at, "the event '%s' has %u names in its brackets", x->name, x->param_count);
    for (uint32_t i = 0; i < x->events.count; i++) {
        struct rule_event e = x->events.items[i];
        struct rule_arg *args = e.arg_count ? arena_copy(a, e.args, e.arg_count * sizeof *args) : NULL;
        for (uint32_t k = 0; k < e.arg_count; k++) {
            if (args[k].kind == RULE_NAME) {
                args[k].text = renamed(x, use, args[k].text);
                args[k].kind = strcmp(args[k].text, "_") ? RULE_NAME : RULE_ANY;
            }
        }
        e.args = args;
        e.result = renamed(x, use, e.result);
        e.when = renamed_text(a, x, use, e.when);
        e.text = event_text(a, &e);
        vec_push(&r->events, e);
    }
    return true;
}

bool note_rule_restrict(struct reader *r, size_t first, const char *when, struct place at)
{
    for (size_t i = first; when && i < r->events.count; i++) {
        struct rule_event *e = &r->events.items[i];
        if (e->when)
            return note_fail(&r->p, at, "the event '%s' has a condition of its own", e->text);
        e->when = when;
        e->text = event_text(r->p.a, e);
    }
    return true;
}

/* ---- the doors --------------------------------------------------------------------------------------------------- */

bool note_rule_read_event(struct reader *r)
{
    struct parser *p = &r->p;
    struct rule_event e = {.kind = RULE_CALL};
    struct place at = peek(p)->at;
    bool known;
    if (r->events.count >= MOST_EVENTS)
        return note_fail(p, at, "more than %d events in a rule", MOST_EVENTS);
    if (note_is_word(peek(p), "exit") && !note_is_punct(note_peek_at(p, 1, false), "(")) {
        note_take(p);
        e.kind = RULE_EXIT;
    } else {
        if (peek(p)->kind == TOK_NAME && note_is_punct(note_peek_at(p, 1, false), "=")) {
            e.result = arena_str(p->a, note_word_of(peek(p)));
            note_take(p), note_take(p);
            e.result = strcmp(e.result, "_") ? e.result : NULL;
        }
        if (!read_worded(r, &e, &known) || (!known && !read_call(r, &e)))
            return false;
        if (e.result && e.kind != RULE_CALL)
            return note_fail(p, at, "only a call has a result that can be named");
        const struct definition *x = known ? NULL : find_definition(r, e.name);
        if (x) {
            size_t first = r->events.count;
            return use_definition(r, x, &e, at) && note_rule_read_when(r, &e) &&
                   note_rule_restrict(r, first, e.when, at);
        }
    }
    if (!note_rule_read_when(r, &e))
        return false;
    e.text = event_text(p->a, &e);
    vec_push(&r->events, e);
    return true;
}
