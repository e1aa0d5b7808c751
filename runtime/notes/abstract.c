/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * abstract.c: abstractions and what they are for: `TARGET, TARGET : ABSTRACTION`.
 *
 * A target is an lvalue or the result of a function. An abstraction is a class with its arguments, a name from a map's
 * `type`, or one of these followed by `array`. Words are read before macro expansion, arguments after it. Source:
 * DuVarney 2002, table 2.1, figure 2.4.
 */
#include "runtime/notes/parse.h"

enum { ARGS_MAX = 4096 };

struct abs_args {
    struct VEC(struct abs_arg) list;
};

/* ---- intervals --------------------------------------------------------------------------------------------------- */

/* `[..3]`, which the preprocessor takes for `.` and `.3`. */
static bool parse_split_dots(struct parser *p, int64_t *hi)
{
    const struct note_token *t = peek_c(p), *next = note_peek_at(p, 1, true);
    if (!note_is_punct(t, ".") || next->kind != TOK_NUMBER || !next->text || next->text[0] != '.')
        return false;
    char *end;
    long long value = strtoll(next->text + 1, &end, 10);
    if (*end)
        return false;
    note_take(p);
    note_take(p);
    *hi = value;
    return true;
}

bool note_parse_interval(struct parser *p, int64_t *lo, int64_t *hi, bool open_ends)
{
    cwi_id type = 0;
    struct place at = peek_c(p)->at;
    *lo = INT64_MIN;
    *hi = INT64_MAX;
    if (open_ends && parse_split_dots(p, hi))
        return note_expect(p, "]", "after the interval");
    if (!(open_ends && note_at_dots(p)) && !note_parse_c_constant(p, lo, &type))
        return false;
    if (note_is_punct(peek_c(p), ",")) {
        note_take(p);
    } else if (note_at_dots(p)) {
        note_take_dots(p);
    } else {
        return note_fail(p, peek_c(p)->at, "expected ',' or '..' in the interval, found %s",
                         note_describe(p, peek_c(p)));
    }
    bool open = open_ends && note_is_punct(peek_c(p), "]");
    if (!open && !note_parse_c_constant(p, hi, &type))
        return false;
    if (*lo > *hi && (!type || cwi_type_of(p->u, type)->is_signed))
        return note_fail(p, at, "the interval [%lld, %lld] is empty", (long long)*lo, (long long)*hi);
    return note_expect(p, "]", "after the interval");
}

/* ---- abstractions ------------------------------------------------------------------------------------------------ */

static bool parse_argument(struct parser *p, struct abs_args *args)
{
    struct abs_arg arg = {.kind = ABS_INT};
    if (note_is_punct(peek_c(p), "[")) {
        note_take(p);
        arg.kind = ABS_INTERVAL;
        if (!note_parse_interval(p, &arg.lo, &arg.hi, true))
            return false;
    } else {
        if (!note_parse_c_constant(p, &arg.lo, NULL))
            return false;
        arg.hi = arg.lo;
    }
    vec_push(&args->list, arg);
    return args->list.count <= ARGS_MAX || note_fail(p, peek(p)->at, "more than %d arguments", ARGS_MAX);
}

static bool parse_arguments(struct parser *p, struct abs_args *args, struct place *places, size_t limit)
{
    if (!note_accept(p, "("))
        return true;
    if (note_is_punct(peek_c(p), ")")) {
        note_take(p);
        return true;
    }
    for (;;) {
        struct place at = peek_c(p)->at;
        if (!parse_argument(p, args))
            return false;
        if (args->list.count <= limit)
            places[args->list.count - 1] = at;
        if (!note_is_punct(peek_c(p), ","))
            return note_expect(p, ")", "after the abstraction's arguments");
        note_take(p);
    }
}

static const struct abs *find_user_type(const struct parser *p, const char *name)
{
    for (const struct user_type *t = p->types; t; t = t->next)
        if (!strcmp(t->name, name))
            return t->abs;
    return NULL;
}

static bool make_abs(struct parser *p, const char *name, const struct abs_arg *args, size_t count, struct place at,
                     const struct abs **out)
{
    enum status st = abs_make(p->a, name, args, count, at, out, p->d);
    if (st && !p->status)
        p->status = st;
    return !st;
}

/* `enum` alone: each of the enumerators of the variable's type, or of its elements'. */
static bool add_enumerators(struct parser *p, cwi_id type, struct place at, struct abs_args *args)
{
    const struct cwi_type *t = type && type != UNKNOWN_TYPE ? cwi_type_of(p->u, type) : NULL;
    if (type == UNKNOWN_TYPE) {
        vec_push(&args->list, ((struct abs_arg){.kind = ABS_INT}));
        return true;
    }
    while (t && t->kind == CWI_ARRAY)
        t = cwi_type_of(p->u, t->of);
    if (!t || !t->enumerator_count)
        return note_fail(p, at,
                         "'enum' alone is for variables of an enumeration: list the values that matter, enum(0, 1)");
    for (uint32_t i = 0; i < t->enumerator_count; i++) {
        struct abs_arg arg = {.kind = ABS_INT, .lo = t->enumerators[i].value, .hi = t->enumerators[i].value};
        vec_push(&args->list, arg);
    }
    return true;
}

bool note_parse_abstraction(struct parser *p, cwi_id type, const struct abs **out, struct place *at,
                            struct place *arg_places, size_t limit)
{
    const char *name;
    struct place here;
    if (!note_expect_name(p, "an abstraction", &name, &here))
        return false;
    if (at)
        *at = here;
    if (!strcmp(name, "_Bool")) /* what <stdbool.h> makes of the user's word */
        name = "bool";
    *out = find_user_type(p, name);
    if (!*out) {
        struct abs_args args = {0};
        bool done = parse_arguments(p, &args, arg_places, limit);
        if (done && !args.list.count && !strcmp(name, "enum"))
            done = add_enumerators(p, type, here, &args);
        done = done && make_abs(p, name, args.list.items, args.list.count, here, out);
        vec_free(&args.list);
        if (!done)
            return false;
    }
    for (unsigned n = 0; note_accept_word(p, "array"); n++) {
        struct abs_arg element = {.kind = ABS_ABS, .abs = *out};
        if (n > 8)
            return note_fail(p, here, "more than 8 dimensions");
        if (!make_abs(p, "array", &element, 1, here, out))
            return false;
    }
    return true;
}

bool note_check_fits(struct parser *p, const struct abs *abs, cwi_id type, struct place at,
                     const struct place *arg_places, size_t limit, const struct diag_sink *warnings)
{
    struct vs_type t = note_value_type(p->u, type);
    int64_t bad;
    (void)arg_places;
    (void)limit;
    if (!t.bits || t.kind != VS_INT || abs_fits_type(abs_element(abs), t, &bad))
        return true;
    struct buf b = {0};
    cwi_print_type(p->u, type, &b);
    const char *text = arena_printf(p->a, "%lld cannot occur in the type '%s' ([%lld .. %s])", (long long)bad,
                                    buf_str(&b), (long long)vs_type_min(t),
                                    t.is_signed ? arena_printf(p->a, "%lld", (long long)vs_type_max(t))
                                                : arena_printf(p->a, "%llu", (unsigned long long)vs_type_max(t)));
    buf_free(&b);
    if (!warnings)
        return note_fail(p, at, "%s", text);
    diag_send(warnings, DIAG_WARNING, at, "%s", text);
    return true;
}

/* ---- targets ----------------------------------------------------------------------------------------------------- */

/* Whether `f()` or `result of f` stands here; then the function. 1 yes, 0 no, -1 after an error. */
static int parse_result(struct parser *p, cwi_id *func)
{
    const struct note_token *t = peek_c(p), *next = note_peek_at(p, 1, true);
    if (note_is_word(t, "result") && note_is_word(next, "of")) {
        note_take(p);
        note_take(p);
        if (!note_parse_function(p, func))
            return -1;
        if (note_is_punct(peek_c(p), "(")) {
            note_take(p);
            peek_c(p);
            return note_expect(p, ")", "after the function's name") ? 1 : -1;
        }
        return 1;
    }
    if (t->kind == TOK_NAME && note_is_punct(next, "(") && note_is_punct(note_peek_at(p, 2, true), ")")) {
        if (!note_parse_function(p, func))
            return -1;
        note_take(p);
        note_take(p);
        return 1;
    }
    return 0;
}

static bool parse_target(struct parser *p, struct note *n)
{
    n->at = peek_c(p)->at;
    int result = parse_result(p, &n->u.abstract.result_of);
    if (result < 0)
        return false;
    if (result) {
        const struct cwi_type *t = cwi_type_of(p->u, cwi_func_of(p->u, n->u.abstract.result_of)->type);
        bool has_result = t->kind == CWI_FUNC && t->of && cwi_type_of(p->u, t->of)->kind != CWI_VOID;
        return has_result ||
               note_fail(p, n->at, "'%s' returns nothing", cwi_func_of(p->u, n->u.abstract.result_of)->name);
    }
    const struct cwi_expr *e = note_parse_c_target(p);
    if (!e)
        return false;
    n->u.abstract.cell = e;
    if (e->kind == CWI_FUNCREF)
        return note_fail(p, n->at, "'%s' is a function; for its result write 'result of %s'",
                         cwi_func_of(p->u, e->ref)->name, cwi_func_of(p->u, e->ref)->name);
    return cwi_is_lvalue(e) ||
           note_fail(p, n->at, "an abstraction belongs to a variable, a field or an element, and this is none");
}

static cwi_id target_type(const struct parser *p, const struct note *n)
{
    if (n->u.abstract.cell)
        return n->u.abstract.cell->type;
    return cwi_type_of(p->u, cwi_func_of(p->u, n->u.abstract.result_of)->type)->of;
}

bool note_parse_abstract(struct parser *p, struct note *n)
{
    struct note *last = n;
    for (;;) {
        if (!parse_target(p, last))
            return false;
        if (!note_is_punct(peek(p), ","))
            break;
        note_take(p);
        struct note *next = ARENA_NEW(p->a, struct note);
        next->kind = NOTE_ABSTRACT;
        last->next = next;
        last = next;
    }
    const struct abs *abs;
    struct place at, places[64];
    if (!note_expect(p, ":", "after what is to be abstracted") ||
        !note_parse_abstraction(p, target_type(p, n), &abs, &at, places, 64) || !note_expect_end(p))
        return false;
    for (struct note *m = n; m; m = (struct note *)(uintptr_t)m->next) {
        m->u.abstract.abs = abs;
        if (!note_check_fits(p, abs, target_type(p, m), at, places, 64, NULL))
            return false;
    }
    return true;
}
