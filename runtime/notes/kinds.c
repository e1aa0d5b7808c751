/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * kinds.c: one annotation of any kind: the word that starts it, and what follows for the kinds that need few lines.
 *
 * Each kind is one row of `kinds`; every parser ends at the end of the source.
 */
#include "runtime/notes/parse.h"
#include "runtime/notes/rule.h"

const char *const note_words[NOTE_KINDS] = {"abstract", "label",     "property",  "spec", "input",   "external",
                                            "entry",    "interrupt", "predicate", "rule", "suppress"};

/* What a program can be compared with its design by. */
static const struct {
    const char *name, *alias;
    bool designs, preorder;
} relations[] = {
#define RELATION(id, name, alias, help, reduces, compares, designs, preorder) {name, alias, designs, preorder},
#include "runtime/base/relations.def"
#undef RELATION
};
enum { RELATIONS = sizeof relations / sizeof *relations };
static const char preorder_suffix[] = "-preorder";

/* ---- spec -------------------------------------------------------------------------------------------------------- */

/* A word with hyphens: tokens that touch. */
static const char *hyphenated(struct parser *p)
{
    struct note_token t = note_take(p);
    const char *text = t.kind == TOK_STRING ? t.text : note_word_of(&t);
    for (int parts = 1;
         parts < 8 && t.kind == TOK_NAME && note_is_punct(peek(p), "-") && note_peek_at(p, 1, false)->kind == TOK_NAME;
         parts++) {
        note_take(p);
        struct note_token part = note_take(p);
        text = arena_printf(p->a, "%s-%s", text, note_word_of(&part));
    }
    return arena_str(p->a, text);
}

bool note_is_relation(const char *word)
{
    size_t size = strlen(word), cut = sizeof preorder_suffix - 1;
    bool preorder = size > cut && !strcmp(word + size - cut, preorder_suffix);
    size -= preorder ? cut : 0;
    for (size_t i = 0; i < RELATIONS; i++) {
        const char *names[] = {relations[i].name, relations[i].alias};
        for (size_t k = 0; k < 2 && relations[i].designs && (!preorder || relations[i].preorder); k++)
            if (names[k] && strlen(names[k]) == size && !memcmp(names[k], word, size))
                return true;
    }
    return false;
}

static const char *nearest_relation(struct parser *p, const char *word)
{
    const char *names[4 * RELATIONS];
    size_t n = 0;
    for (size_t i = 0; i < RELATIONS; i++) {
        const char *both[] = {relations[i].name, relations[i].alias};
        for (size_t k = 0; k < 2 && relations[i].designs; k++) {
            if (both[k])
                names[n++] = both[k];
            if (both[k] && relations[i].preorder)
                names[n++] = arena_printf(p->a, "%s%s", both[k], preorder_suffix);
        }
    }
    return base_nearest_name(word, names, n);
}

static bool parse_spec(struct parser *p, struct note *n)
{
    const struct note_token *t = peek(p);
    if (t->kind != TOK_STRING || !*t->text)
        return note_fail(p, t->at, "expected the design's file in double quotes, found %s", note_describe(p, t));
    struct note_token file = note_take(p);
    n->u.spec.file = arena_str(p->a, file.text);
    n->u.spec.relation = "obseq";
    bool has_relation = false;
    while (note_is_name_like(peek(p)) && !has_relation) {
        t = peek(p);
        struct place at = t->at;
        if (note_is_word(t, "entry") && note_is_name_like(note_peek_at(p, 1, false))) {
            note_take(p);
            return note_expect_name(p, "the entry function", &n->u.spec.entry, NULL) && note_expect_end(p);
        }
        bool quoted = t->kind == TOK_STRING;
        const char *word = hyphenated(p);
        bool last = !note_is_name_like(peek(p)) || note_is_word(peek(p), "entry");
        has_relation = !quoted && last && note_is_relation(word);
        if (has_relation)
            n->u.spec.relation = word;
        else if (!n->u.spec.process)
            n->u.spec.process = word;
        else
            return note_fail(p, at, "'%s' is no relation%s", word, note_did_you_mean(p, nearest_relation(p, word)));
    }
    if (note_accept_word(p, "entry") && !note_expect_name(p, "the entry function", &n->u.spec.entry, NULL))
        return false;
    return note_expect_end(p);
}

/* ---- input ------------------------------------------------------------------------------------------------------- */

struct intervals {
    struct VEC(struct note_interval) list;
};

static bool add_interval(struct parser *p, struct intervals *v, cwi_id type, struct place at, int64_t lo, int64_t hi)
{
    struct vs_type t = note_value_type(p->u, type);
    if (t.bits && t.kind == VS_INT && t.bits < 64) {
        int64_t bad = lo < vs_type_min(t) || lo > vs_type_max(t) ? lo : hi;
        if (bad < vs_type_min(t) || bad > vs_type_max(t))
            return note_fail(p, at, "%lld cannot occur in the type of this input ([%lld .. %lld])", (long long)bad,
                             (long long)vs_type_min(t), (long long)vs_type_max(t));
    }
    struct note_interval i = {lo, hi};
    vec_push(&v->list, i);
    return v->list.count <= 4096 || note_fail(p, at, "more than 4096 intervals");
}

static bool parse_value(struct parser *p, struct intervals *v, cwi_id type)
{
    struct place at = peek_c(p)->at;
    int64_t lo, hi;
    if (note_is_punct(peek_c(p), "[")) {
        note_take(p);
        return note_parse_interval(p, &lo, &hi, false) && add_interval(p, v, type, at, lo, hi);
    }
    if (!note_is_punct(peek_c(p), "{")) {
        /* No operators at the top of a lone constant: `|` stands between values here. */
        p->operators = 0;
        const struct cwi_expr *e = note_parse_c_unary(p);
        if (e && e->kind != CWI_CONST)
            return note_fail(p, at, "a constant is needed here");
        return e && add_interval(p, v, type, at, e->value, e->value);
    }
    note_take(p);
    for (;;) {
        at = peek_c(p)->at;
        if (!note_parse_c_constant(p, &lo, NULL) || !add_interval(p, v, type, at, lo, lo))
            return false;
        if (!note_is_punct(peek_c(p), ","))
            return note_expect(p, "}", "after the values");
        note_take(p);
    }
}

static bool parse_values(struct parser *p, struct note *n, cwi_id type)
{
    struct intervals v = {0};
    bool done = true;
    do
        done = parse_value(p, &v, type);
    while (done && (note_accept(p, ",") || note_accept(p, "|")));
    n->u.input.count = (uint32_t)v.list.count;
    n->u.input.values = vec_to_arena(&v.list, p->a);
    vec_free(&v.list);
    return done && note_expect_end(p);
}

static bool parse_input_target(struct parser *p, struct note *n, cwi_id *type)
{
    const struct note_token *t = peek_c(p);
    if (note_is_word(t, "result") && note_is_word(note_peek_at(p, 1, true), "of")) {
        note_take(p);
        note_take(p);
    }
    struct place at = peek_c(p)->at;
    bool call = peek_c(p)->kind == TOK_NAME && note_is_punct(note_peek_at(p, 1, true), "(") &&
                note_is_punct(note_peek_at(p, 2, true), ")");
    const struct cwi_expr *e = NULL;
    if (call) {
        if (!note_parse_function(p, &n->u.input.func))
            return false;
        note_take(p);
        note_take(p);
    } else if (!(e = note_parse_c_target(p))) {
        return false;
    }
    if (e && e->kind == CWI_FUNCREF)
        n->u.input.func = e->ref;
    else if (e && e->kind == CWI_VAR)
        n->u.input.var = e->ref;
    else if (e)
        return note_fail(p, at, "an input is the result of a function, or a variable");
    if (n->u.input.var && !cwi_var_of(p->u, n->u.input.var)->is_volatile)
        return note_fail(p, at,
                         "'%s' is not volatile: only a function's result, or what changes by itself, can be an input",
                         cwi_var_of(p->u, n->u.input.var)->name);
    *type = n->u.input.var ? e->type : cwi_func_of(p->u, n->u.input.func)->type;
    if (n->u.input.func) {
        const struct cwi_type *f = *type ? cwi_type_of(p->u, *type) : NULL;
        *type = f && f->kind == CWI_FUNC ? f->of : 0;
        if (*type && cwi_type_of(p->u, *type)->kind == CWI_VOID)
            return note_fail(p, at, "'%s' returns nothing", cwi_func_of(p->u, n->u.input.func)->name);
    }
    return true;
}

static bool parse_input(struct parser *p, struct note *n)
{
    cwi_id type = 0;
    if (!parse_input_target(p, n, &type))
        return false;
    if (peek(p)->kind == TOK_END)
        return true;
    if (!note_expect(p, ":", "before the input's values"))
        return false;
    if (note_accept_word(p, "any"))
        return note_expect_end(p);
    return parse_values(p, n, type);
}

/* ---- external ---------------------------------------------------------------------------------------------------- */

static const char *const clause_words[] = {"reads", "writes", "globals", "calls", "noreturn"};

static bool parse_parameter(struct parser *p, const struct cwi_func *f, uint32_t *out)
{
    struct note_token t = note_take(p);
    const struct cwi_type *type = f->type ? cwi_type_of(p->u, f->type) : NULL;
    uint32_t count = type && type->kind == CWI_FUNC ? type->param_count : f->param_count;
    if (t.kind == TOK_NUMBER) {
        *out = (uint32_t)t.value - 1;
        bool open = !type || type->is_variadic || !count;
        if (t.value >= 1 && t.value <= 255 && (open || (uint32_t)t.value <= count))
            return true;
        return note_fail(p, t.at, "'%s' has no parameter number %lld (they count from 1)", f->name, (long long)t.value);
    }
    if (t.kind != TOK_NAME)
        return note_fail(p, t.at, "expected a parameter's name or number, found %s", note_describe(p, &t));
    /* The compiler knows the names in a declaration; the unit only those of definitions. */
    struct name_meaning m = p->r->resolve(p->r->context, NULL, f->name ? f->name : "", note_word_of(&t));
    if (m.kind == NAME_CONST && m.value >= 0 && m.value < 255) {
        *out = (uint32_t)m.value;
        return true;
    }
    struct VEC(const char *) names = {0};
    for (uint32_t i = 0; i < f->param_count; i++) {
        const char *name = f->params[i] ? cwi_var_of(p->u, f->params[i])->name : NULL;
        if (name && !strcmp(name, note_word_of(&t))) {
            *out = i;
            vec_free(&names);
            return true;
        }
        if (name)
            vec_push(&names, name);
    }
    const char *nearest = base_nearest_name(note_word_of(&t), names.items, names.count);
    bool unnamed = !names.count && count;
    vec_free(&names);
    return note_fail_missing(p, t.at, "no parameter '%s' of '%s'%s%s", note_word_of(&t), f->name,
                             note_did_you_mean(p, nearest),
                             unnamed ? "; its declaration names none: give the number, from 1" : "");
}

static bool parse_parameters(struct parser *p, struct note *n, bool writes)
{
    const struct cwi_func *f = cwi_func_of(p->u, n->u.external.func);
    uint32_t list[256], count = 0;
    if (!note_expect(p, "(", writes ? "after 'writes'" : "after 'reads'"))
        return false;
    while (!note_is_punct(peek(p), ")")) {
        if (count && !note_expect(p, ",", "between parameters"))
            return false;
        if (writes && note_is_word(peek(p), "globals")) {
            note_take(p);
            n->u.external.writes_globals = true;
            continue;
        }
        if (count == 255 || !parse_parameter(p, f, &list[count]))
            return count < 255 ? false : note_fail(p, peek(p)->at, "more than 255 parameters");
        count++;
    }
    note_take(p);
    uint32_t *copy = count ? arena_copy(p->a, list, count * sizeof *list) : NULL;
    if (writes) {
        n->u.external.writes = copy;
        n->u.external.write_count = count;
        n->u.external.says_writes = true;
    } else {
        n->u.external.reads = copy;
        n->u.external.read_count = count;
        n->u.external.says_reads = true;
    }
    return true;
}

static bool parse_external(struct parser *p, struct note *n)
{
    if (!note_parse_function(p, &n->u.external.func) || !note_expect(p, ":", "after the function"))
        return false;
    do {
        const struct note_token *t = peek(p);
        if (note_is_word(t, "reads") || note_is_word(t, "writes")) {
            bool writes = note_is_word(t, "writes");
            note_take(p);
            if (!parse_parameters(p, n, writes))
                return false;
        } else if (note_accept_word(p, "globals")) {
            n->u.external.writes_globals = true;
        } else if (note_accept_word(p, "calls")) {
            n->u.external.calls_back = true;
        } else if (note_accept_word(p, "noreturn")) {
            n->u.external.noreturn = true;
        } else {
            const char *word = note_word_of(t);
            const char *nearest =
                word ? base_nearest_name(word, clause_words, sizeof clause_words / sizeof *clause_words) : NULL;
            return note_fail(p, t->at, "expected reads(...), writes(...), globals, calls or noreturn, found %s%s",
                             note_describe(p, t), note_did_you_mean(p, nearest));
        }
        note_accept(p, ",");
    } while (peek(p)->kind != TOK_END);
    return true;
}

/* ---- the others and the table ------------------------------------------------------------------------------------ */

static bool parse_label(struct parser *p, struct note *n)
{
    return note_parse_label_rule(p, n, DIR_NONE) && note_expect_end(p);
}

static bool parse_function_note(struct parser *p, struct note *n)
{
    return note_parse_function(p, &n->u.function) && note_expect_end(p);
}

static bool parse_predicate(struct parser *p, struct note *n)
{
    struct place at = peek_c(p)->at;
    n->u.predicate = note_parse_c_condition(p);
    if (n->u.predicate && n->u.predicate->kind == CWI_CONST)
        return note_fail(p, at, "this predicate is always %s: it names no variable",
                         n->u.predicate->value ? "true" : "false");
    return n->u.predicate && note_expect_end(p);
}

/* The text is kept as it is: events are names of the linked program. Here it is only seen whether it is a rule. */
static bool parse_rule(struct parser *p, struct note *n)
{
    struct place at = peek(p)->at;
    struct rule *r;
    n->u.rule.text = note_take_text(p);
    if (!n->u.rule.text)
        return false;
    p->status = note_parse_rule(p->a, n->u.rule.text, at, &r, p->d);
    return !p->status;
}

static bool parse_suppress(struct parser *p, struct note *n)
{
    const char *rest;
    struct place at = peek(p)->at;
    if (!note_expect_name(p, "the rule that is suppressed", &n->u.suppress.rule, NULL))
        return false;
    if (note_accept(p, ".")) {
        if (!note_expect_name(p, "the rule of the set", &rest, NULL))
            return false;
        n->u.suppress.rule = arena_printf(p->a, "%s.%s", n->u.suppress.rule, rest);
    }
    if (peek(p)->kind != TOK_STRING)
        return note_fail(p, peek(p)->at, "expected the reason in quotes: suppress RULE \"reason\"");
    n->u.suppress.reason = arena_str(p->a, note_take(p).text);
    return *n->u.suppress.reason ? note_expect_end(p) : note_fail(p, at, "a suppression without a reason");
}

static bool (*const kinds[NOTE_KINDS])(struct parser *p, struct note *n) = {
    note_parse_abstract, parse_label,         note_take_property, parse_spec, parse_input,    parse_external,
    parse_function_note, parse_function_note, parse_predicate,    parse_rule, parse_suppress,
};

const char *note_nearest_word(const char *word)
{
    return base_nearest_name(word, note_words, NOTE_KINDS);
}

bool note_parse_note(struct parser *p, struct note *n)
{
    const struct note_token *t = peek(p);
    const char *word = note_word_of(t);
    n->at = t->at;
    for (int i = 0; word && i < NOTE_KINDS; i++) {
        if (strcmp(word, note_words[i]))
            continue;
        n->kind = (enum note_kind)i;
        struct place at = note_take(p).at;
        bool done = kinds[i](p, n);
        n->at = at;
        return done;
    }
    if (!word)
        return note_fail(p, t->at, "expected an annotation (abstract, label, property, ...), found %s",
                         note_describe(p, t));
    return note_fail(p, t->at, "no annotation is called '%s'%s", word, note_did_you_mean(p, note_nearest_word(word)));
}

enum status note_parse(struct arena *a, struct note_source *s, const struct note_resolver *r, struct note **out,
                       struct diag *d)
{
    struct parser p;
    struct note *n = ARENA_NEW(a, struct note);
    note_parser_init(&p, a, s, r, d);
    if (!note_parse_note(&p, n))
        return p.status;
    *out = n;
    return ST_OK;
}

enum status note_parse_expr(struct arena *a, struct note_source *s, const struct note_resolver *r,
                            const struct cwi_expr **out, struct diag *d)
{
    struct parser p;
    note_parser_init(&p, a, s, r, d);
    *out = note_parse_c(&p);
    return *out && note_expect_end(&p) ? ST_OK : p.status;
}
