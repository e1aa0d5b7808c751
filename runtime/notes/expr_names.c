/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * expr_names.c: names in expressions: what an event bound, plain ones, and those qualified by function, file and line.
 *
 * A colon after a function's name qualifies only where the text is ours (in a pragma the scope is C's) and what follows
 * is a name. Source: DuVarney 2002, figure 2.5.
 */
#include "runtime/cwi/edit.h"
#include "runtime/notes/parse.h"

static const struct cwi_expr *as_null(bool value)
{
    (void)value;
    return NULL;
}

static const struct cwi_expr *meaning_expr(struct parser *p, const struct name_meaning *m)
{
    switch (m->kind) {
    case NAME_VAR:
        return cwi_expr_var(p->a, p->u, m->id);
    case NAME_FUNC:
        return cwi_expr_func(p->a, note_pointer_to(p->u, cwi_func_of(p->u, m->id)->type), m->id);
    case NAME_CONST:
        return cwi_expr_const(p->a, m->type ? m->type : note_int_type(p->u), m->value);
    default:
        return NULL;
    }
}

const struct cwi_expr *note_name_in(struct parser *p, struct place at, const char *file, const char *func,
                                    const char *name)
{
    struct name_meaning m = p->r->resolve(p->r->context, file, func, name);
    if (m.kind == NAME_AMBIGUOUS)
        return as_null(note_fail(p, at, "'%s' is ambiguous: %s", name,
                                 m.nearest ? m.nearest : "several variables have this name"));
    if (m.kind != NAME_UNKNOWN)
        return meaning_expr(p, &m);
    const char *hint = note_did_you_mean(p, m.nearest);
    if (func && func[0] >= '0' && func[0] <= '9')
        note_fail_missing(p, at, "no variable '%s' at \"%s\":%s%s", name, file, func, hint);
    else if (func)
        note_fail_missing(p, at, "no variable '%s' in function '%s'%s", name, func, hint);
    else if (file)
        note_fail_missing(p, at, "no variable '%s' in \"%s\"%s", name, file, hint);
    else
        note_fail_missing(p, at, "no variable '%s' is visible here%s", name, hint);
    return NULL;
}

/* main:x, after `main` or a line's number; `at` is its place. */
static const struct cwi_expr *local_name(struct parser *p, struct place at, const char *file, const char *func)
{
    const char *nearest;
    bool ambiguous = false;
    if (func[0] > '9' && !note_find_function(p->a, p->u, file, func, &nearest, &ambiguous) && ambiguous)
        return as_null(note_fail(p, at, "'%s' is ambiguous: %s", func, nearest));
    note_take(p); /* the colon */
    const struct note_token *t = peek_c(p);
    if (t->kind != TOK_NAME)
        return as_null(note_fail(p, t->at, "expected a variable of '%s', found %s", func, note_describe(p, t)));
    struct note_token name = note_take(p);
    return note_name_in(p, name.at, file, func, name.text);
}

/* "file.c":x   "file.c":main:x   "file.c":12:x, the string not yet taken. */
const struct cwi_expr *note_file_name(struct parser *p)
{
    struct note_token file = note_take(p);
    if (!note_is_punct(peek_c(p), ":") || !p->qualified)
        return as_null(note_fail(p, file.at, "a string cannot stand in an annotation's expression"));
    note_take(p);
    if (!note_check_file(p, file.text, file.at))
        return NULL;
    const struct note_token *t = peek_c(p);
    if (t->kind == TOK_NUMBER && note_is_punct(note_peek_at(p, 1, true), ":")) {
        struct note_token line = note_take(p);
        return local_name(p, line.at, file.text, arena_printf(p->a, "%lld", (long long)line.value));
    }
    if (t->kind != TOK_NAME)
        return as_null(
            note_fail(p, t->at, "expected a variable or function of \"%s\", found %s", file.text, note_describe(p, t)));
    struct note_token name = note_take(p);
    if (note_is_punct(peek_c(p), ":") && note_peek_at(p, 1, true)->kind == TOK_NAME) {
        const char *nearest;
        if (note_find_function(p->a, p->u, file.text, name.text, &nearest, NULL))
            return local_name(p, name.at, file.text, name.text);
        if (!p->in_target)
            return as_null(note_fail_missing(p, name.at, "no function '%s' in \"%s\"%s", name.text, file.text,
                                             note_did_you_mean(p, nearest)));
    }
    return note_name_in(p, name.at, file.text, NULL, name.text);
}

static bool qualifies(struct parser *p)
{
    if (!p->qualified || !note_is_punct(peek_c(p), ":") || note_peek_at(p, 1, true)->kind != TOK_NAME)
        return false;
    if (!p->in_target)
        return true;
    const struct note_token *t = note_peek_at(p, 2, true);
    return note_is_punct(t, ":") || note_is_punct(t, ".") || note_is_punct(t, "[") || note_is_punct(t, "->") ||
           note_is_punct(t, ",");
}

const struct cwi_expr *note_plain_name(struct parser *p)
{
    struct note_token t = note_take(p);
    for (unsigned i = 0; i < p->bound_count; i++) {
        const struct bound *b = &p->bound[i];
        if (strcmp(b->name, t.text))
            continue;
        if (!b->type)
            return as_null(note_fail(p, t.at, "'%s' has no value here that could be tested", t.text));
        struct cwi_expr *e = ARENA_NEW(p->a, struct cwi_expr);
        e->kind = CWI_BOUND;
        e->type = b->type;
        e->value = b->index;
        e->name = b->name;
        return e;
    }
    if (qualifies(p)) {
        const char *nearest;
        if (note_find_function(p->a, p->u, NULL, t.text, &nearest, NULL))
            return local_name(p, t.at, NULL, t.text);
        if (!p->in_target && p->r->resolve(p->r->context, NULL, NULL, t.text).kind == NAME_UNKNOWN)
            return as_null(note_fail_missing(p, t.at, "no function '%s'%s", t.text, note_did_you_mean(p, nearest)));
    }
    return note_name_in(p, t.at, NULL, NULL, t.text);
}
