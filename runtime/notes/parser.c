/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parser.c: the parser's hands: looking at tokens, taking them, and saying what was expected.
 *
 * A token is fetched when it is first looked at, with macros expanded or not as that look asks; later looks do not
 * change it. A name whose source knows how it was spelled keeps that spelling for words.
 */
#include "runtime/notes/parse.h"

void note_parser_init(struct parser *p, struct arena *a, struct note_source *s, const struct note_resolver *r,
                      struct diag *d)
{
    memset(p, 0, sizeof *p);
    p->a = a;
    p->s = s;
    p->r = r;
    p->u = r->unit;
    p->d = d;
    p->max_depth = note_is_ref_resolver(r) ? NOTES_MAX_NEST_CANONICAL : NOTES_MAX_NEST;
    p->max_operators = note_is_ref_resolver(r) ? NOTES_MAX_OPERATORS_CANONICAL : NOTES_MAX_OPERATORS;
    p->qualified = note_is_text_source(s) &&
                   !note_is_ref_resolver(r); /* in a pragma the scope is C's, and `c ? f : x` is no name */
}

static bool fail_with(struct parser *p, struct place at, const char *format, va_list args)
{
    if (!p->status)
        p->status = diag_vset(p->d, ST_BAD, at, format, args);
    return false;
}

bool note_fail(struct parser *p, struct place at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_with(p, at, format, args);
    va_end(args);
    return false;
}

bool note_fail_missing(struct parser *p, struct place at, const char *format, ...)
{
    va_list args;
    if (!p->status)
        p->missing = true;
    va_start(args, format);
    fail_with(p, at, format, args);
    va_end(args);
    return false;
}

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

const struct note_token *note_peek_at(struct parser *p, unsigned n, bool expand)
{
    while (p->queued <= n) {
        /* A source is not asked for more after its end. */
        if (p->queued && p->queue[p->queued - 1].kind == TOK_END)
            p->queue[p->queued] = p->queue[p->queued - 1];
        else
            p->queue[p->queued] = p->s->next(p->s->context, expand);
        p->queued++;
    }
    return &p->queue[n];
}

struct note_token note_take(struct parser *p)
{
    struct note_token t = *peek(p);
    if (t.kind != TOK_END)
        memmove(p->queue, p->queue + 1, --p->queued * sizeof *p->queue);
    return t;
}

bool note_is_punct(const struct note_token *t, const char *text)
{
    return t->kind == TOK_PUNCT && !strcmp(t->text, text);
}

const char *note_word_of(const struct note_token *t)
{
    return t->kind != TOK_NAME ? NULL : t->spelling ? t->spelling : t->text;
}

bool note_is_word(const struct note_token *t, const char *word)
{
    const char *w = note_word_of(t);
    return w && !strcmp(w, word);
}

bool note_is_name_like(const struct note_token *t)
{
    return t->kind == TOK_NAME || t->kind == TOK_STRING;
}

bool note_accept(struct parser *p, const char *punct)
{
    if (!note_is_punct(peek(p), punct))
        return false;
    note_take(p);
    return true;
}

bool note_accept_word(struct parser *p, const char *word)
{
    if (!note_is_word(peek(p), word))
        return false;
    note_take(p);
    return true;
}

const char *note_describe(struct parser *p, const struct note_token *t)
{
    switch (t->kind) {
    case TOK_END:
        return "the end";
    case TOK_NAME:
        return arena_printf(p->a, "'%.100s'", note_word_of(t));
    case TOK_STRING:
        return arena_printf(p->a, "\"%.100s\"", t->text);
    case TOK_NUMBER:
    case TOK_CHAR:
        if (!t->text)
            return arena_printf(p->a, "'%lld'", (long long)t->value);
        return arena_printf(p->a, t->kind == TOK_CHAR ? "%.100s" : "'%.100s'", t->text);
    case TOK_REF:
        return arena_printf(p->a, "'$%lld'", (long long)t->value);
    case TOK_BAD:
        return t->text ? arena_printf(p->a, "%.200s", t->text) : "something that is no token";
    case TOK_PUNCT:
        break;
    }
    return arena_printf(p->a, "'%.100s'", t->text);
}

bool note_expect(struct parser *p, const char *punct, const char *where)
{
    if (note_accept(p, punct))
        return true;
    const struct note_token *t = peek(p);
    const char *hint = note_is_punct(t, "=") ? " ('==' compares)" : "";
    return note_fail(p, t->at, "expected '%s' %s, found %s%s", punct, where, note_describe(p, t), hint);
}

bool note_expect_end(struct parser *p)
{
    const struct note_token *t = peek(p);
    if (t->kind == TOK_END)
        return true;
    const char *hint = note_is_punct(t, "=") ? " ('==' compares)" : "";
    return note_fail(p, t->at, "expected the end of the annotation, found %s%s", note_describe(p, t), hint);
}

bool note_expect_name(struct parser *p, const char *what, const char **out, struct place *at)
{
    const struct note_token *t = peek(p);
    if (!note_is_name_like(t))
        return note_fail(p, t->at, "expected %s, found %s", what, note_describe(p, t));
    struct note_token k = note_take(p);
    *out = arena_str(p->a, k.kind == TOK_STRING ? k.text : note_word_of(&k));
    if (at)
        *at = k.at;
    return **out || note_fail(p, k.at, "expected %s, found an empty string", what);
}

bool note_at_arrow(struct parser *p)
{
    return note_is_punct(peek(p), "=>") ||
           (note_is_punct(peek(p), "=") && note_is_punct(note_peek_at(p, 1, false), ">"));
}

bool note_expect_arrow(struct parser *p)
{
    if (note_at_arrow(p)) {
        if (note_is_punct(peek(p), "="))
            note_take(p);
        note_take(p);
        return true;
    }
    const struct note_token *t = peek(p);
    return note_fail(p, t->at, "expected 'when' or '=>' after the event, found %s", note_describe(p, t));
}

bool note_at_dots(struct parser *p)
{
    return note_is_punct(peek_c(p), "..") ||
           (note_is_punct(peek_c(p), ".") && note_is_punct(note_peek_at(p, 1, true), "."));
}

void note_take_dots(struct parser *p)
{
    if (note_is_punct(peek(p), "."))
        note_take(p);
    note_take(p);
}

const char *note_did_you_mean(struct parser *p, const char *nearest)
{
    return nearest ? arena_printf(p->a, "; did you mean '%s'?", nearest) : "";
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void spell(const struct note_token *t, struct buf *out)
{
    if (t->kind == TOK_STRING) {
        buf_putc(out, '"');
        for (const char *c = t->text; *c; c++) {
            if (*c == '"' || *c == '\\')
                buf_printf(out, "\\%c", *c);
            else if ((unsigned char)*c < 32)
                buf_printf(out, "\\%03o", (unsigned)*c);
            else
                buf_putc(out, *c);
        }
        buf_putc(out, '"');
    } else if (t->kind == TOK_NAME) {
        buf_puts(out, note_word_of(t));
    } else if (t->text) {
        buf_puts(out, t->text);
    } else {
        buf_printf(out, t->is_unsigned ? "%llu" : "%lld", (unsigned long long)t->value);
    }
}

/* Whether the token ends a text outside of brackets: one of `closing`'s characters. */
static bool closes(const struct note_token *t, const char *closing, int *depth)
{
    if (t->kind == TOK_END)
        return true;
    if (t->kind != TOK_PUNCT || !t->text[0] || t->text[1])
        return false;
    if (!*depth && strchr(closing, t->text[0]))
        return true;
    *depth += strchr("([{", t->text[0]) != NULL;
    *depth -= strchr(")]}", t->text[0]) && *depth;
    return false;
}

const char *note_take_text_until(struct parser *p, const char *closing)
{
    struct buf b = {0};
    struct place end = {0};
    int depth = 0;
    for (const struct note_token *t; t = peek(p), !closes(t, closing, &depth); note_take(p)) {
        if (t->kind == TOK_BAD) {
            buf_free(&b);
            note_fail(p, t->at, "expected a formula, found %s", note_describe(p, t));
            return NULL;
        }
        bool adjacent = t->at.line && t->at.line == end.line && t->at.col == end.col;
        if (b.size && !adjacent)
            buf_putc(&b, ' ');
        size_t before = b.size;
        spell(t, &b);
        end = t->at;
        end.col += (uint32_t)(b.size - before);
    }
    const char *text = arena_strn(p->a, buf_str(&b), b.size);
    buf_free(&b);
    return text;
}

const char *note_take_text(struct parser *p)
{
    return note_take_text_until(p, "");
}
