/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * property.c: [NAME :] LOGIC TEXT, in pragmas, on the command line, and one a line in property files.
 *
 * `invariant` is read as a C condition here. The other logics' formulas are kept as text, unexpanded, because events in
 * them are bare names: the rooms logic and check read them.
 */
#include "runtime/notes/parse.h"

const struct logic_word note_logic_words[] = {
    {"invariant", LOGIC_EXPR},
    {"reach-assert", LOGIC_NOTHING},
    {"unreachable", LOGIC_TARGET},
    {"requires", LOGIC_TEXT},
    {"ensures", LOGIC_TEXT},
    {"ctl", LOGIC_TEXT},
    {"ltl", LOGIC_TEXT},
    {"ctlstar", LOGIC_TEXT},
    {"hml", LOGIC_TEXT},
    {"mu", LOGIC_TEXT},
    {"never", LOGIC_TEXT},
    {"always", LOGIC_TEXT},
    {"after", LOGIC_TEXT},
    {"before", LOGIC_TEXT},
    {"between", LOGIC_TEXT},
    {"responds", LOGIC_TEXT},
    {"memory-safe", LOGIC_NOTHING},
    {"no-null", LOGIC_NOTHING},
    {"no-use-after-free", LOGIC_NOTHING},
    {"no-bad-free", LOGIC_NOTHING},
    {"no-leak", LOGIC_NOTHING},
    {"no-overflow", LOGIC_NOTHING},
    {"no-div-zero", LOGIC_NOTHING},
    {"no-uninit", LOGIC_NOTHING},
    {"no-deadlock", LOGIC_NOTHING},
    {"termination", LOGIC_NOTHING},
    {NULL, LOGIC_TEXT},
};

/* ---- one property ------------------------------------------------------------------------------------------------ */

static bool has_more_parts(const char *word)
{
    size_t size = strlen(word);
    for (const struct logic_word *l = note_logic_words; l->word; l++)
        if (!strncmp(l->word, word, size) && l->word[size] == '-')
            return true;
    return false;
}

/* The logic's word: its parts between hyphens are tokens of their own. What follows a whole word is not looked at: it
 * may be C. */
const char *note_take_logic_word(struct parser *p)
{
    struct note_token t = note_take(p);
    const char *word = arena_str(p->a, note_word_of(&t));
    while (has_more_parts(word) && note_is_punct(peek(p), "-") && note_peek_at(p, 1, false)->kind == TOK_NAME) {
        note_take(p);
        struct note_token part = note_take(p);
        word = arena_printf(p->a, "%s-%s", word, note_word_of(&part));
    }
    return word;
}

static const struct logic_word *find_logic(struct parser *p, const char *word, struct place at)
{
    const char *names[32];
    size_t count = 0;
    for (const struct logic_word *l = note_logic_words; l->word; l++) {
        if (!strcmp(l->word, word))
            return l;
        names[count++] = l->word;
    }
    note_fail(p, at, "no logic or built-in property is called '%s'%s", word,
              note_did_you_mean(p, base_nearest_name(word, names, count)));
    return NULL;
}

/* NAME, or FUNCTION:LABEL. */
static bool parse_target(struct parser *p, struct note *n)
{
    if (!note_expect_name(p, "the function or label that must not be reached", &n->u.property.target, NULL))
        return false;
    if (note_accept(p, ":")) {
        const char *label;
        if (!note_expect_name(p, "a label of the function", &label, NULL))
            return false;
        n->u.property.target = arena_printf(p->a, "%s:%s", n->u.property.target, label);
    }
    n->u.property.text = n->u.property.target;
    return note_expect_end(p);
}

static bool parse_invariant(struct parser *p, struct note *n)
{
    n->u.property.expr = note_parse_c_condition(p);
    if (!n->u.property.expr || !note_expect_end(p))
        return false;
    struct buf b = {0};
    note_print_expr(p->u, n->u.property.expr, &b);
    n->u.property.text = arena_str(p->a, buf_str(&b));
    buf_free(&b);
    return true;
}

bool note_take_property(struct parser *p, struct note *n)
{
    const struct note_token *t = peek(p);
    if (note_is_name_like(t) && note_is_punct(note_peek_at(p, 1, false), ":")) {
        if (!note_expect_name(p, "a property", &n->u.property.name, NULL))
            return false;
        note_take(p);
        t = peek(p);
    }
    struct place at = t->at;
    if (t->kind != TOK_NAME)
        return note_fail(p, at, "expected a logic (invariant, unreachable, ctl, ...), found %s", note_describe(p, t));
    const struct logic_word *logic = find_logic(p, note_take_logic_word(p), at);
    if (!logic)
        return false;
    n->u.property.logic = logic->word;
    n->u.property.text = "";
    switch (logic->kind) {
    case LOGIC_EXPR:
        return parse_invariant(p, n);
    case LOGIC_NOTHING:
        return note_expect_end(p);
    case LOGIC_TARGET:
        return parse_target(p, n);
    case LOGIC_TEXT:
        break;
    }
    struct place formula = peek(p)->at;
    n->u.property.text = note_take_text(p);
    if (n->u.property.text && !*n->u.property.text)
        return note_fail(p, formula, "expected a formula after '%s', found the end", logic->word);
    return n->u.property.text;
}

/* On the command line and in files, bare names may be main's. */
static const struct note_resolver *default_scope(struct arena *a, struct cwi_unit *u, cwi_id scope)
{
    bool ambiguous = false;
    cwi_id main_func = cwi_find_func(u, NULL, "main", &ambiguous);
    return scope ? note_unit_resolver(a, u, scope) : note_question_resolver(a, u, ambiguous ? 0 : main_func);
}

enum status note_parse_property(struct arena *a, const char *text, struct cwi_unit *u, cwi_id scope, struct note **out,
                                struct diag *d)
{
    struct parser p;
    struct note *n = ARENA_NEW(a, struct note);
    note_parser_init(&p, a, note_text_source(a, "-p", text, strlen(text), 1, 1), default_scope(a, u, scope), d);
    n->kind = NOTE_PROPERTY;
    n->func = scope;
    n->at = peek(&p)->at;
    if (!note_take_property(&p, n))
        return p.status;
    *out = n;
    return ST_OK;
}

enum status note_parse_condition(struct arena *a, const char *text, struct cwi_unit *u, const char *file,
                                 struct note **out, struct diag *d)
{
    struct parser p;
    struct note *n = ARENA_NEW(a, struct note);
    note_parser_init(&p, a, note_text_source(a, "-p", text, strlen(text), 1, 1), note_scope_resolver(a, u, file, 0), d);
    n->kind = NOTE_PROPERTY;
    n->u.property.logic = "invariant";
    n->at = peek(&p)->at;
    if (!parse_invariant(&p, n))
        return p.status;
    *out = n;
    return ST_OK;
}

/* ---- property files ---------------------------------------------------------------------------------------------- */

/* Where the property that starts at i ends: at a semicolon or line end outside brackets, quotes and comments. */
static size_t property_end(const char *text, size_t size, size_t i)
{
    int depth = 0;
    for (; i < size; i++) {
        char c = text[i];
        if (c == '"') {
            for (i++; i < size && text[i] != '"' && text[i] != '\n'; i++)
                i += text[i] == '\\' && i + 1 < size;
            i -= i < size && text[i] == '\n';
        } else if (c == '/' && i + 1 < size && text[i + 1] == '*') {
            for (i += 2; i + 1 < size && !(text[i] == '*' && text[i + 1] == '/'); i++)
                ;
            i++;
        } else if (c == '/' && i + 1 < size && text[i + 1] == '/') {
            while (i + 1 < size && text[i + 1] != '\n')
                i++;
        } else if (c == '\\' && i + 1 < size && text[i + 1] == '\n') {
            i++;
        } else if (c == '\'' && i + 2 < size &&
                   (text[i + 1] == ';' || text[i + 1] == '(' || text[i + 1] == ')' || text[i + 1] == '"')) {
            i += 2;
        } else if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (c == ')' || c == ']' || c == '}') {
            depth -= depth > 0;
        } else if (c == ';' || (c == '\n' && !depth)) {
            return i;
        }
    }
    return size;
}

static enum status parse_line(struct notes *out, struct note_source *s, const struct note_resolver *r, struct diag *d)
{
    struct parser p;
    note_parser_init(&p, out->arena, s, r, d);
    if (peek(&p)->kind == TOK_END)
        return ST_OK; /* blank, or a comment */
    struct note *n = ARENA_NEW(out->arena, struct note);
    n->kind = NOTE_PROPERTY;
    n->at = peek(&p)->at;
    note_accept_word(&p, "property");
    if (!note_take_property(&p, n))
        return p.status;
    vec_push(&out->list, n);
    return ST_OK;
}

enum status note_parse_properties(struct notes *out, const char *path, const char *text, size_t size,
                                  struct cwi_unit *u, const struct diag_sink *warnings, struct diag *d)
{
    (void)warnings;
    uint32_t line = 1, col = 1;
    const struct note_resolver *r = default_scope(out->arena, u, 0);
    for (size_t i = 0; i < size;) {
        for (; i < size && (text[i] == ' ' || text[i] == '\t'); i++)
            col++;
        if (i == size)
            break;
        size_t end = text[i] == '#' ? i : property_end(text, size, i);
        if (text[i] == '#') /* a comment, as scripts have it */
            while (end < size && text[end] != '\n')
                end++;
        else {
            enum status st = parse_line(out, note_text_source(out->arena, path, text + i, end - i, line, col), r, d);
            if (st)
                return st;
        }
        for (; i < size && i <= end; i++) {
            col = text[i] == '\n' ? 1 : col + 1;
            line += text[i] == '\n';
        }
    }
    return ST_OK;
}

bool note_asks_about_label(const struct note *n, const char *func, const char *label)
{
    const char *target = n->kind == NOTE_PROPERTY ? n->u.property.target : NULL;
    if (!target || strcmp(n->u.property.logic, "unreachable"))
        return false;
    size_t size = strlen(func);
    return !strcmp(target, label) ||
           (!strncmp(target, func, size) && target[size] == ':' && !strcmp(target + size + 1, label));
}
