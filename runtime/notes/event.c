/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * event.c: label rules: EVENT [when (CONDITION)] => [DIRECTION] NAME[(ARGUMENTS)].
 *
 * An event may give names to values: the arguments of a call as its pattern names them, `value` for what is written or
 * returned, and `status` (or `value`) for a program's exit. These names hide the program's in the condition and in the
 * label. Source: DuVarney 2002, figure 2.5 and section 3.11, with `exit` as figure 4.5 uses it.
 */
#include "runtime/notes/parse.h"

const char *const note_event_words[] = {"call", "return", "read", "write", "watch", "exec", "exit", NULL};

static bool bind(struct parser *p, struct place at, const char *name, int64_t index, cwi_id type)
{
    for (unsigned i = 0; i < p->bound_count; i++)
        if (!strcmp(p->bound[i].name, name))
            return note_fail(p, at, "'%s' names two arguments", name);
    if (p->bound_count == BOUND_MAX)
        return note_fail(p, at, "more than %d arguments in a pattern", BOUND_MAX - 2);
    p->bound[p->bound_count++] = (struct bound){name, index, type};
    return true;
}

static cwi_id scalar_or_none(const struct parser *p, cwi_id type)
{
    while (type && cwi_type_of(p->u, type)->kind == CWI_ARRAY)
        type = cwi_type_of(p->u, type)->of;
    return note_value_type(p->u, type).bits ? type : 0;
}

static const struct cwi_type *function_type(const struct parser *p, cwi_id func)
{
    cwi_id type = cwi_func_of(p->u, func)->type;
    return type && cwi_type_of(p->u, type)->kind == CWI_FUNC ? cwi_type_of(p->u, type) : NULL;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* The type under which argument i is known: its parameter's; beyond those, 64 bits. */
static cwi_id argument_type(const struct parser *p, cwi_id func, uint32_t i)
{
    const struct cwi_type *t = function_type(p, func);
    return t && i < t->param_count ? scalar_or_none(p, t->params[i]) : cwi_int_type(p->u, 64, true);
}

static bool is_pattern_name(struct parser *p)
{
    const struct note_token *t = peek_c(p), *next = note_peek_at(p, 1, true);
    if (t->kind != TOK_NAME || t->text[0] == '$' || !(note_is_punct(next, ",") || note_is_punct(next, ")")))
        return false;
    return p->r->resolve(p->r->context, NULL, NULL, t->text).kind != NAME_CONST;
}

static bool parse_pattern(struct parser *p, cwi_id func, uint32_t i, struct note_arg *arg)
{
    cwi_id type = argument_type(p, func, i);
    if (is_pattern_name(p)) {
        struct note_token t = note_take(p);
        arg->kind = strcmp(t.text, "_") ? ARG_NAME : ARG_ANY;
        if (arg->kind == ARG_ANY)
            return true;
        arg->name = arena_str(p->a, t.text);
        return bind(p, t.at, arg->name, i, type);
    }
    struct place at = peek_c(p)->at;
    const struct cwi_expr *e = note_parse_c_scalar(p);
    if (!e)
        return false;
    if (type && !(e = note_convert(p->a, p->u, e, type)))
        return note_fail(p, at, "this constant cannot be an argument of that type");
    if (e->kind != CWI_CONST && e->kind != CWI_FCONST && e->kind != CWI_FUNCREF)
        return note_fail(p, at, "an argument's pattern is '_', a name for it, or a constant");
    arg->kind = ARG_VALUE;
    arg->value = e;
    return true;
}

static bool parse_patterns(struct parser *p, struct note_event *ev)
{
    struct note_arg args[BOUND_MAX];
    memset(args, 0, sizeof args);
    if (!note_is_punct(peek_c(p), ")")) {
        do {
            if (ev->arg_count == BOUND_MAX - 2)
                return note_fail(p, peek(p)->at, "more than %d arguments in a pattern", BOUND_MAX - 2);
            if (!parse_pattern(p, ev->func, ev->arg_count, &args[ev->arg_count]))
                return false;
            ev->arg_count++;
        } while (note_accept(p, ","));
    }
    ev->args = ev->arg_count ? arena_copy(p->a, args, ev->arg_count * sizeof *args) : NULL;
    const struct cwi_type *t = function_type(p, ev->func);
    if (t && t->param_count && !t->is_variadic && ev->arg_count > t->param_count)
        return note_fail(p, peek(p)->at, "'%s' has %u parameter%s, the pattern %u", cwi_func_of(p->u, ev->func)->name,
                         t->param_count, t->param_count == 1 ? "" : "s", ev->arg_count);
    return note_expect(p, ")", "after the arguments");
}

static bool parse_call(struct parser *p, struct note_event *ev)
{
    if (!note_expect(p, "(", "after 'call'") || !note_parse_function(p, &ev->func))
        return false;
    if (note_is_punct(peek_c(p), "(")) {
        note_take(p);
        if (!parse_patterns(p, ev))
            return false;
    }
    return note_expect(p, ")", "after the function");
}

static bool parse_return(struct parser *p, struct note_event *ev)
{
    if (!note_expect(p, "(", "after 'return'") || !note_parse_function(p, &ev->func))
        return false;
    const struct cwi_type *t = function_type(p, ev->func);
    return bind(p, peek(p)->at, "value", -1, t ? scalar_or_none(p, t->of) : note_int_type(p->u)) &&
           note_expect(p, ")", "after the function");
}

/* ---- the other events -------------------------------------------------------------------------------------------- */

static bool parse_access(struct parser *p, struct note_event *ev)
{
    if (!note_expect(p, "(", "after the event's word"))
        return false;
    struct place at = peek_c(p)->at;
    ev->cell = note_parse_c(p);
    if (!ev->cell)
        return false;
    if (!cwi_is_lvalue(ev->cell))
        return note_fail(p, at, "a variable, a field or an element is needed here");
    if (ev->kind == EV_WRITE && !bind(p, at, "value", -1, scalar_or_none(p, ev->cell->type)))
        return false;
    return note_expect(p, ")", "after the variable");
}

static bool parse_watch(struct parser *p, struct note_event *ev)
{
    if (!note_expect(p, "(", "after 'watch'"))
        return false;
    struct place at = peek_c(p)->at;
    ev->cond = note_parse_c_condition(p);
    if (!ev->cond)
        return false;
    if (ev->cond->kind == CWI_CONST)
        return note_fail(p, at, "this condition is always %s: it names no variable",
                         ev->cond->value ? "true" : "false");
    return note_expect(p, ")", "after the condition");
}

static cwi_id find_source_file(struct parser *p, const char *name)
{
    for (cwi_id i = 1; i < p->u->files.count; i++)
        if (base_path_ends_with(p->u->files.items[i], name))
            return i;
    return cwi_add_file(p->u, name);
}

static bool parse_exec(struct parser *p, struct note_event *ev)
{
    const struct note_token *t = peek(p);
    const char *file = NULL;
    bool bracket = note_accept(p, "(");
    if ((t = peek(p))->kind == TOK_STRING) {
        struct note_token string = note_take(p);
        file = string.text;
        /* Only a linked program knows all its files. */
        if ((p->qualified && !note_check_file(p, file, string.at)) || !note_expect(p, ":", "between file and line"))
            return false;
        t = peek(p);
    }
    if (t->kind != TOK_NUMBER || t->value < 1 || t->value > INT32_MAX)
        return note_fail(p, t->at, "expected a line's number, as in exec \"file.c\":12, found %s", note_describe(p, t));
    if (!file && !t->at.file)
        return note_fail(p, t->at, "'exec' needs a file: exec \"file.c\":12");
    ev->exec_line = (uint32_t)t->value;
    ev->exec_file = find_source_file(p, file ? file : t->at.file);
    note_take(p);
    return !bracket || note_expect(p, ")", "after the line");
}

static bool mentions_status(const struct cwi_expr *e)
{
    if (!e)
        return false;
    return e->kind == CWI_BOUND || mentions_status(e->a) || mentions_status(e->b) || mentions_status(e->c);
}

static const struct cwi_expr *status_expr(struct parser *p)
{
    struct cwi_expr *e = ARENA_NEW(p->a, struct cwi_expr);
    e->kind = CWI_BOUND;
    e->type = note_int_type(p->u);
    e->value = -1;
    e->name = "value";
    return e;
}

/* exit   exit == 0   exit(0)   exit(status > 1) */
static bool parse_exit(struct parser *p, struct note_event *ev)
{
    struct place at = peek(p)->at;
    if (!bind(p, at, "value", -1, note_int_type(p->u)) || !bind(p, at, "status", -1, note_int_type(p->u)))
        return false;
    if (note_at_arrow(p))
        return true;
    for (const struct binary_operator *o = note_binary_operators; o->text; o++) {
        if (o->op < CWI_EQ || o->op > CWI_GE || !note_accept(p, o->text))
            continue;
        const struct cwi_expr *y = note_parse_c_scalar(p);
        ev->cond = y ? note_build_binary(p, at, o->op, status_expr(p), y) : NULL;
        return ev->cond;
    }
    if (!note_accept(p, "("))
        return true;
    if (note_is_punct(peek_c(p), ")")) {
        note_take(p);
        return true;
    }
    const struct cwi_expr *e = note_parse_c_scalar(p);
    if (!e)
        return false;
    ev->cond = mentions_status(e) ? note_truth(p->a, p->u, e) : note_build_binary(p, at, CWI_EQ, status_expr(p), e);
    return ev->cond && note_expect(p, ")", "after the condition");
}

static bool parse_event(struct parser *p, struct note_event *ev)
{
    const struct note_token *t = peek(p);
    const char *word = note_word_of(t);
    int kind = 0;
    while (word && note_event_words[kind] && strcmp(note_event_words[kind], word))
        kind++;
    if (!word || !note_event_words[kind]) {
        size_t count = sizeof note_event_words / sizeof *note_event_words - 1;
        const char *nearest = word ? base_nearest_name(word, note_event_words, count) : NULL;
        return note_fail(p, t->at, "expected an event (call, return, read, write, watch, exec or exit), found %s%s",
                         note_describe(p, t), note_did_you_mean(p, nearest));
    }
    note_take(p);
    ev->kind = (enum event_kind)kind;
    switch (ev->kind) {
    case EV_CALL:
        return parse_call(p, ev);
    case EV_RETURN:
        return parse_return(p, ev);
    case EV_READ:
    case EV_WRITE:
        return parse_access(p, ev);
    case EV_WATCH:
        return parse_watch(p, ev);
    case EV_EXEC:
        return parse_exec(p, ev);
    case EV_EXIT:
        break;
    }
    return parse_exit(p, ev);
}

/* ---- labels ------------------------------------------------------------------------------------------------------ */

static bool parse_label_arguments(struct parser *p, struct note *n)
{
    const struct cwi_expr *args[BOUND_MAX];
    if (note_is_punct(peek_c(p), ")")) {
        note_take(p);
        return true;
    }
    for (;;) {
        if (n->u.label.arg_count == BOUND_MAX)
            return note_fail(p, peek(p)->at, "more than %d arguments in a label", BOUND_MAX);
        const struct cwi_expr *e = note_parse_c_scalar(p);
        if (!e)
            return false;
        args[n->u.label.arg_count++] = e;
        if (!note_is_punct(peek_c(p), ","))
            break;
        note_take(p);
    }
    n->u.label.args = arena_copy(p->a, args, n->u.label.arg_count * sizeof *args);
    return note_expect(p, ")", "after the label's arguments");
}

static bool parse_label_name(struct parser *p, struct note *n, enum note_direction unmarked)
{
    const struct note_token *t = peek(p);
    n->u.label.direction = unmarked;
    if (note_accept(p, "'")) {
        n->u.label.direction = DIR_INPUT;
    } else if ((note_is_word(t, "input") || note_is_word(t, "output")) &&
               note_is_name_like(note_peek_at(p, 1, false))) {
        struct note_token word = note_take(p);
        n->u.label.direction = note_is_word(&word, "input") ? DIR_INPUT : DIR_OUTPUT;
    }
    t = peek(p);
    if (t->kind == TOK_CHAR)
        return note_fail(p, t->at, "expected a label, found the character %s; an input is written 'name with one quote",
                         note_describe(p, t));
    bool silent = t->kind == TOK_NAME && note_is_word(t, "_");
    const char *name;
    if (!note_expect_name(p, "a label", &name, NULL))
        return false;
    if (!silent)
        n->u.label.name = name;
    else
        n->u.label.direction = DIR_NONE;
    struct place at = peek(p)->at;
    if (!note_accept(p, "("))
        return true;
    return !silent ? parse_label_arguments(p, n) : note_fail(p, at, "the silent label '_' has no arguments");
}

bool note_parse_label_rule(struct parser *p, struct note *n, enum note_direction unmarked)
{
    p->bound_count = 0;
    bool done = parse_event(p, &n->u.label.event);
    if (done && note_accept_word(p, "when"))
        done = note_expect(p, "(", "after 'when'") && (n->u.label.event.when = note_parse_c_condition(p)) &&
               note_expect(p, ")", "after the condition");
    done = done && note_expect_arrow(p) && parse_label_name(p, n, unmarked);
    p->bound_count = 0;
    return done;
}
