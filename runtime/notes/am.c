/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * am.c: abstraction maps. DuVarney 2002, figure 2.4, with every class of abstraction, fields and elements, and
 * variables of no file.
 *
 *   lib "other.am";   type id = T;   file "f.c" { var x : T;  fun f(var p : T) : T { var y : T; } }   var g : T;   fun
 * f() : T { ... }
 *
 * An entry for a name that several locals of a function share is for all of them. Names that do not occur are errors,
 * unless the map travelled with the program.
 */
#include "runtime/cwi/edit.h"
#include "runtime/notes/files.h"

struct am_scope {
    const char *file; /* or NULL */
    cwi_id func;      /* or 0 */
    const char *func_name;
    bool skipped; /* its file or function is not in this program: read for its grammar alone */
};

/* A missing name in a map that travelled is no failure: says so and clears it. */
static bool forgiven(struct map_reader *m, struct parser *p)
{
    if (!m->lenient || !p->missing)
        return false;
    diag_send(m->warnings, DIAG_WARNING, m->d->at, "%s", m->d->text);
    p->status = ST_OK;
    p->missing = false;
    return true;
}

static bool parse_type(struct map_reader *m, struct parser *p, cwi_id type, const struct abs **abs, struct place *at)
{
    p->types = m->types;
    return note_parse_abstraction(p, type, abs, at, NULL, 0);
}

/* ---- entries ----------------------------------------------------------------------------------------------------- */

static bool add_note(struct map_reader *m, struct parser *p, struct note *n)
{
    enum status st = note_add_abstraction(m->out, m->u, n, m->d);
    if (st)
        p->status = st;
    return !st;
}

static struct note *new_note(struct map_reader *m, struct place at, cwi_id func, const struct abs *abs)
{
    struct note *n = ARENA_NEW(m->out->arena, struct note);
    n->kind = NOTE_ABSTRACT;
    n->at = at;
    n->func = func;
    n->u.abstract.abs = abs;
    return n;
}

static bool unknown_variable(struct map_reader *m, struct parser *p, const struct am_scope *s, const char *name,
                             struct place at)
{
    const char *where = "in the program";
    cwi_id other;
    if (s->func)
        where = arena_printf(p->a, "in function '%s'", s->func_name);
    else if (s->file)
        where = arena_printf(p->a, "in \"%s\"", s->file);
    if (s->func && note_find_variables(m->u, s->file, 0, name, &other, 1))
        return note_fail_missing(
            p, at, "no local variable '%s' %s; the one outside of functions is declared outside of 'fun'", name, where);
    const char *nearest = note_nearest_variable(p->a, m->u, s->file, s->func, name);
    if (nearest && strchr(nearest, ':'))
        return note_fail_missing(p, at, "no variable '%s' %s outside of functions; '%s' is declared inside 'fun'", name,
                                 where, nearest);
    return note_fail_missing(p, at, "no variable '%s' %s%s", name, where, note_did_you_mean(p, nearest));
}

/* `x : T` where x may stand for several locals. */
static bool simple_entry(struct map_reader *m, struct parser *p, const struct am_scope *s)
{
    cwi_id vars[64];
    struct note_token name = note_take(p);
    size_t count = s->skipped ? 0 : note_find_variables(m->u, s->file, s->func, name.text, vars, 64);
    const struct abs *abs;
    struct place at;
    bool known = s->skipped || count || unknown_variable(m, p, s, name.text, name.at) || forgiven(m, p);
    if (!known || !note_expect(p, ":", "after the variable") ||
        !parse_type(m, p, count ? cwi_var_of(m->u, vars[0])->type : UNKNOWN_TYPE, &abs, &at))
        return false;
    bool same_place = true;
    for (size_t i = 1; i < count && i < 64; i++) {
        struct cwi_place x = cwi_var_of(m->u, vars[i])->at, y = cwi_var_of(m->u, vars[0])->at;
        same_place = same_place && x.file == y.file && x.line == y.line && x.col == y.col;
    }
    /* Statics of one name in several files are several variables; copies of a header's are one for the user. */
    if (count > 1 && !s->func && !same_place)
        return note_fail(p, name.at, "'%s' is ambiguous: %s", name.text,
                         note_candidate_places(p->a, m->u, vars, count < 6 ? count : 6));
    for (size_t i = 0; i < count && i < 64; i++) {
        struct note *n = new_note(m, name.at, s->func, abs);
        n->u.abstract.cell = cwi_expr_var(m->out->arena, m->u, vars[i]);
        if (!note_check_fits(p, abs, n->u.abstract.cell->type, at, NULL, 0, m->warnings) || !add_note(m, p, n))
            return false;
    }
    return true;
}

/* `s.field : T`, `a[3] : T`. */
static bool lvalue_entry(struct map_reader *m, struct parser *p, const struct am_scope *s)
{
    const struct note_resolver *before = p->r;
    struct place at = peek_c(p)->at, abs_at;
    if (s->skipped) {
        while (peek(p)->kind != TOK_END && !note_is_punct(peek(p), ":"))
            note_take(p);
        const struct abs *unused;
        return note_expect(p, ":", "after the variable") && parse_type(m, p, UNKNOWN_TYPE, &unused, &abs_at);
    }
    p->r = note_scope_resolver(p->a, m->u, s->file, s->func);
    const struct cwi_expr *e = note_parse_c_target(p);
    p->r = before;
    const struct abs *abs;
    if (!e && forgiven(m, p)) {
        while (peek(p)->kind != TOK_END && !note_is_punct(peek(p), ":"))
            note_take(p);
    } else if (!e) {
        return false;
    }
    if (e && !cwi_is_lvalue(e))
        return note_fail(p, at, "an abstraction belongs to a variable, a field or an element, and this is none");
    if (!note_expect(p, ":", "after the variable") || !parse_type(m, p, e ? e->type : UNKNOWN_TYPE, &abs, &abs_at))
        return false;
    if (!e)
        return true;
    struct note *n = new_note(m, at, s->func, abs);
    n->u.abstract.cell = e;
    return note_check_fits(p, abs, e->type, abs_at, NULL, 0, m->warnings) && add_note(m, p, n);
}

static bool parse_var(struct map_reader *m, struct parser *p, const struct am_scope *s)
{
    const struct note_token *t = peek_c(p);
    if (t->kind == TOK_NAME && note_is_punct(note_peek_at(p, 1, true), ":"))
        return simple_entry(m, p, s);
    return lvalue_entry(m, p, s);
}

/* ---- scopes ------------------------------------------------------------------------------------------------------ */

static bool parse_params(struct map_reader *m, struct parser *p, const struct am_scope *s)
{
    if (!note_expect(p, "(", "after the function's name"))
        return false;
    while (!note_accept(p, ")")) {
        if (!note_accept_word(p, "var"))
            return note_fail(p, peek(p)->at, "expected 'var' or ')', found %s", note_describe(p, peek(p)));
        if (!parse_var(m, p, s))
            return false;
        if (!note_accept(p, ";") && !note_accept(p, ",") && !note_is_punct(peek(p), ")"))
            return note_expect(p, ")", "after the parameters");
    }
    return true;
}

static bool find_fun(struct map_reader *m, struct parser *p, struct am_scope *s, struct place at)
{
    const char *nearest;
    bool ambiguous = false;
    s->func = note_find_function(p->a, m->u, s->file, s->func_name, &nearest, &ambiguous);
    if (s->func)
        return true;
    if (ambiguous)
        return note_fail(p, at, "'%s' is ambiguous: %s", s->func_name, nearest);
    s->skipped = true;
    const char *where = s->file ? arena_printf(p->a, " in \"%s\"", s->file) : "";
    note_fail_missing(p, at, "no function '%s'%s%s", s->func_name, where, note_did_you_mean(p, nearest));
    return forgiven(m, p);
}

static bool add_result(struct map_reader *m, struct parser *p, const struct am_scope *s, const struct abs *abs,
                       struct place at, struct place abs_at)
{
    const struct cwi_type *t = cwi_type_of(m->u, cwi_func_of(m->u, s->func)->type);
    if (t->kind != CWI_FUNC || !t->of || cwi_type_of(m->u, t->of)->kind == CWI_VOID)
        return true; /* the grammar wants a type here, so maps have `top` for functions that return nothing */
    struct note *n = new_note(m, at, s->func, abs);
    n->u.abstract.result_of = s->func;
    return note_check_fits(p, abs, t->of, abs_at, NULL, 0, m->warnings) && add_note(m, p, n);
}

static bool parse_fun(struct map_reader *m, struct parser *p, const struct am_scope *outer)
{
    struct am_scope s = *outer;
    struct place at, abs_at;
    const struct abs *abs = NULL;
    if (!note_expect_name(p, "a function's name", &s.func_name, &at))
        return false;
    if ((!s.skipped && !find_fun(m, p, &s, at)) || !parse_params(m, p, &s))
        return false;
    if (note_accept(p, ":") &&
        (!parse_type(m, p, 0, &abs, &abs_at) || (!s.skipped && !add_result(m, p, &s, abs, at, abs_at))))
        return false;
    if (note_accept(p, ";"))
        return true;
    if (!note_expect(p, "{", "after the function"))
        return false;
    while (!note_accept(p, "}")) {
        if (!note_accept_word(p, "var"))
            return note_fail(p, peek(p)->at, "expected 'var' or '}', found %s", note_describe(p, peek(p)));
        if (!parse_var(m, p, &s) || !note_expect(p, ";", "after the abstraction"))
            return false;
    }
    return true;
}

static bool parse_object(struct map_reader *m, struct parser *p, const struct am_scope *s, const char *expected)
{
    if (note_accept_word(p, "var"))
        return parse_var(m, p, s) && note_expect(p, ";", "after the abstraction");
    if (note_accept_word(p, "fun"))
        return parse_fun(m, p, s);
    const struct note_token *t = peek(p);
    static const char *const words[] = {"var", "fun", "file", "lib", "type"};
    const char *nearest = note_word_of(t) ? base_nearest_name(note_word_of(t), words, s->file ? 2 : 5) : NULL;
    return note_fail(p, t->at, "expected %s, found %s%s", expected, note_describe(p, t), note_did_you_mean(p, nearest));
}

static bool parse_file(struct map_reader *m, struct parser *p)
{
    const struct note_token *t = peek(p);
    struct am_scope s = {0};
    if (t->kind != TOK_STRING)
        return note_fail(p, t->at, "expected the name of a C file in double quotes, found %s", note_describe(p, t));
    struct note_token name = note_take(p);
    s.file = arena_str(p->a, name.text);
    if (!note_check_file(p, s.file, name.at)) {
        if (!forgiven(m, p))
            return false;
        s.skipped = true;
    }
    if (!note_expect(p, "{", "after the file's name"))
        return false;
    while (!note_accept(p, "}"))
        if (!parse_object(m, p, &s, "'var', 'fun' or '}'"))
            return false;
    return true;
}

static bool parse_typedef(struct map_reader *m, struct parser *p)
{
    struct user_type *t = ARENA_NEW(m->out->arena, struct user_type);
    if (!note_expect_name(p, "the name of a type", &t->name, &t->at))
        return false;
    for (const struct user_type *o = m->types; o; o = o->next)
        if (!strcmp(o->name, t->name))
            return note_fail(p, t->at, "type '%s' is already declared at %s:%u:%u", t->name, o->at.file, o->at.line,
                             o->at.col);
    if (abs_class_find(t->name))
        return note_fail(p, t->at, "'%s' is the name of an abstraction already", t->name);
    if (!note_expect(p, "=", "after the type's name") || !parse_type(m, p, 0, &t->abs, NULL))
        return false;
    t->next = m->types;
    m->types = t;
    return note_expect(p, ";", "after the type");
}

enum status note_read_am(struct map_reader *m, const char *path, const char *text, size_t size)
{
    struct parser p;
    struct am_scope none = {0};
    note_parser_init(&p, m->out->arena, note_text_source(m->out->arena, path, text, size, 1, 1),
                     note_unit_resolver(m->out->arena, m->u, 0), m->d);
    while (peek(&p)->kind != TOK_END && !p.status) {
        if (note_accept_word(&p, "lib"))
            note_read_lib(m, &p, path, note_read_am);
        else if (note_accept_word(&p, "type"))
            parse_typedef(m, &p);
        else if (note_accept_word(&p, "file"))
            parse_file(m, &p);
        else
            parse_object(m, &p, &none, "'file', 'lib', 'type', 'var' or 'fun'");
    }
    return p.status;
}

enum status note_parse_am(struct notes *out, const char *path, const char *text, size_t size, struct cwi_unit *u,
                          const struct diag_sink *warnings, struct diag *d)
{
    static const struct diag_sink none; /* that an argument does not fit is no error in a map */
    struct map_reader m = {.out = out, .u = u, .warnings = warnings ? warnings : &none, .d = d};
    vec_push(&m.open, arena_str(out->arena, path));
    enum status st = note_read_am(&m, path, text, size);
    note_map_reader_free(&m);
    return st;
}
