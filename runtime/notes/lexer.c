/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lexer.c: tokens of a text: C's, and three of our own: `$n` (a reference of a note that travels), `..`, and the quote
 * before a label.
 *
 * A quote starts a character constant when a quote follows one character (or escape) later, and stands for itself
 * before an identifier otherwise: 'a' is 97, 'a is the input a. Any bytes are accepted; what is no token becomes
 * TOK_BAD, once, and the text goes on behind it. Source: C11 6.4; DuVarney 2002, figure 4.5.
 */
#include "runtime/notes/parse.h"

#include <ctype.h>
#include <stdlib.h>

struct text_source {
    struct note_source source;
    struct arena *a;
    const char *file, *at, *end;
    uint32_t line, col;
};

static bool starts_name(int c)
{
    return isalpha(c) || c == '_' || c >= 0x80;
}

static bool in_name(int c)
{
    return starts_name(c) || isdigit(c);
}

static int look(const struct text_source *t, size_t n)
{
    return (size_t)(t->end - t->at) > n ? (unsigned char)t->at[n] : -1;
}

static void skip(struct text_source *t, size_t n)
{
    for (; n && t->at < t->end; n--, t->at++) {
        if (*t->at == '\n') {
            t->line++;
            t->col = 1;
        } else {
            t->col++;
        }
    }
}

/* Skips blanks and comments; false at a comment that does not end. */
static bool skip_blanks(struct text_source *t)
{
    for (;;) {
        int c = look(t, 0);
        if (c == ' ' || (c >= '\t' && c <= '\r')) {
            skip(t, 1);
        } else if (c == '\\' && look(t, 1) == '\n') {
            skip(t, 2);
        } else if (c == '/' && look(t, 1) == '/') {
            while (look(t, 0) >= 0 && look(t, 0) != '\n')
                skip(t, 1);
        } else if (c == '/' && look(t, 1) == '*') {
            size_t n = 2;
            while (look(t, n) >= 0 && !(look(t, n) == '*' && look(t, n + 1) == '/'))
                n++;
            if (look(t, n) < 0)
                return false;
            skip(t, n + 2);
        } else {
            return true;
        }
    }
}

static void bad(struct text_source *t, struct note_token *k, size_t size, const char *why)
{
    k->kind = TOK_BAD;
    k->text = why;
    skip(t, size);
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static size_t number_size(const struct text_source *t)
{
    size_t n = 0;
    for (int c; (c = look(t, n)) >= 0; n++) {
        if (c == '.' && look(t, n + 1) == '.')
            break; /* 0..3 is an interval */
        if ((c == '+' || c == '-') && n &&
            !(look(t, 0) == '0' && (look(t, 1) | 32) == 'x' && (look(t, n - 1) | 32) == 'e') &&
            ((look(t, n - 1) | 32) == 'e' || (look(t, n - 1) | 32) == 'p'))
            continue;
        if (c != '.' && !in_name(c))
            break;
    }
    return n;
}

static bool is_floating(const char *s)
{
    bool hex = s[0] == '0' && (s[1] | 32) == 'x';
    return strchr(s, '.') || strpbrk(s, hex ? "pP" : "eE");
}

static bool read_suffix(const char *s, struct note_token *k)
{
    unsigned u = 0, l = 0;
    for (; *s; s++) {
        if ((*s | 32) == 'u')
            u++;
        else if ((*s | 32) == 'l')
            l++;
        else
            return false;
    }
    k->is_unsigned = u;
    k->is_long = l;
    return u < 2 && l < 3;
}

static void read_number(struct text_source *t, struct note_token *k)
{
    size_t size = number_size(t);
    char *s = arena_strn(t->a, t->at, size);
    k->kind = TOK_NUMBER;
    k->text = s;
    skip(t, size);
    char *end = s;
    if (is_floating(s)) {
        double v = strtod(s, &end);
        if (end == s || v - v != 0 || (*end && !((*end | 32) == 'f' || (*end | 32) == 'l')) || (*end && end[1]))
            bad(t, k, 0, arena_printf(t->a, "'%.60s', which is no number", s));
        return;
    }
    unsigned base = s[0] != '0' ? 10 : (s[1] | 32) == 'x' ? 16 : (s[1] | 32) == 'b' ? 2 : 8;
    const char *digits = base == 16 || base == 2 ? s + 2 : s;
    uint64_t value = 0;
    bool too_big = false;
    const char *c = digits;
    for (; *c; c++) {
        unsigned digit = isdigit((unsigned char)*c)             ? (unsigned)(*c - '0')
                         : (*c | 32) >= 'a' && (*c | 32) <= 'f' ? (unsigned)((*c | 32) - 'a' + 10)
                                                                : 99;
        if (digit >= base)
            break;
        too_big |= value > (UINT64_MAX - digit) / base;
        value = value * base + digit;
    }
    k->value = (int64_t)value;
    if (c == digits || !read_suffix(c, k))
        bad(t, k, 0, arena_printf(t->a, "'%.60s', which is no number", s));
    else if (too_big)
        bad(t, k, 0, arena_printf(t->a, "'%.60s', which has more than 64 bits", s));
    else if (value > INT64_MAX)
        k->is_unsigned = true;
}

/* ---- characters and strings -------------------------------------------------------------------------------------- */

/* The character or escape at offset n; its size, or 0 when there is none. */
static size_t read_char(const struct text_source *t, size_t n, int *value)
{
    int c = look(t, n);
    if (c < 0 || c == '\n')
        return 0;
    if (c != '\\') {
        *value = c;
        return 1;
    }
    static const char letters[] = "abfnrtv\\'\"?e", values[] = "\a\b\f\n\r\t\v\\'\"?\033";
    c = look(t, n + 1);
    const char *known = c > 0 ? strchr(letters, c) : NULL;
    if (known) {
        *value = values[known - letters];
        return 2;
    }
    size_t size = 1;
    int v = 0;
    if (c == 'x') {
        for (size = 2; (c = look(t, n + size)) >= 0 && isxdigit(c); size++)
            v = (v * 16 + (isdigit(c) ? c - '0' : (c | 32) - 'a' + 10)) & 0xff;
        *value = v;
        return size > 2 ? size : 0;
    }
    for (; size < 4 && (c = look(t, n + size)) >= '0' && c <= '7'; size++)
        v = v * 8 + c - '0';
    *value = v & 0xff;
    return size > 1 ? size : 0;
}

static void read_quote(struct text_source *t, struct note_token *k)
{
    int value = 0;
    size_t size = read_char(t, 1, &value);
    if (size && look(t, 1) != '\'' && look(t, 1 + size) == '\'') {
        k->kind = TOK_CHAR;
        k->value = value < 0x80 ? value : value - 0x100;
        k->text = arena_strn(t->a, t->at, size + 2);
        skip(t, size + 2);
    } else if (starts_name(look(t, 1)) || look(t, 1) == '"') {
        k->kind = TOK_PUNCT;
        k->text = "'";
        skip(t, 1);
    } else {
        bad(t, k, 1, "a quote that starts neither a character nor a label");
    }
}

static void read_string(struct text_source *t, struct note_token *k)
{
    struct buf b = {0};
    size_t n = 1;
    int value = 0;
    while (look(t, n) >= 0 && look(t, n) != '"') {
        size_t size = read_char(t, n, &value);
        if (!size)
            break;
        buf_putc(&b, (char)value);
        n += size;
    }
    if (look(t, n) != '"') {
        bad(t, k, n, "a string without its closing quote");
    } else if (b.size && memchr(b.data, 0, b.size)) {
        bad(t, k, n + 1, "a string with a zero byte in it");
    } else {
        k->kind = TOK_STRING;
        k->text = arena_strn(t->a, buf_str(&b), b.size);
        skip(t, n + 1);
    }
    buf_free(&b);
}

/* ---- the rest ---------------------------------------------------------------------------------------------------- */

static void read_dollar(struct text_source *t, struct note_token *k)
{
    size_t n = 1;
    if (isdigit(look(t, 1))) {
        k->kind = TOK_REF;
        for (; isdigit(look(t, n)) && n < 10; n++)
            k->value = k->value * 10 + (look(t, n) - '0');
    } else if (starts_name(look(t, 1))) {
        k->kind = TOK_NAME; /* operators that C cannot spell, in notes that travel */
        while (in_name(look(t, n)))
            n++;
    } else {
        bad(t, k, 1, "a stray '$'");
        return;
    }
    k->text = arena_strn(t->a, t->at, n);
    skip(t, n);
}

static void read_punct(struct text_source *t, struct note_token *k)
{
    static const char *const two[] = {"->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "=>", ".."};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
        if (look(t, 0) == two[i][0] && look(t, 1) == two[i][1]) {
            k->kind = TOK_PUNCT;
            k->text = two[i];
            skip(t, 2);
            return;
        }
    }
    int c = look(t, 0);
    if (c && strchr("+-*/%<>=!&|^~?:;,.()[]{}@#", c)) {
        k->kind = TOK_PUNCT;
        k->text = arena_strn(t->a, t->at, 1);
        skip(t, 1);
    } else {
        bad(t, k, 1,
            isprint(c) ? arena_printf(t->a, "a stray '%c'", c)
                       : arena_printf(t->a, "a stray byte \\x%02x", (unsigned)c));
    }
}

static struct note_token next_token(void *context, bool expand)
{
    struct text_source *t = context;
    struct note_token k = {0};
    (void)expand;
    bool blanks = skip_blanks(t);
    k.at = (struct place){t->file, t->line, t->col};
    int c = look(t, 0);
    if (!blanks) {
        bad(t, &k, SIZE_MAX, "a comment without its end");
    } else if (c < 0) {
        k.kind = TOK_END;
    } else if (starts_name(c)) {
        size_t n = 1;
        while (in_name(look(t, n)))
            n++;
        k.kind = TOK_NAME;
        k.text = arena_strn(t->a, t->at, n);
        skip(t, n);
    } else if (isdigit(c) || (c == '.' && isdigit(look(t, 1)))) {
        read_number(t, &k);
    } else if (c == '\'') {
        read_quote(t, &k);
    } else if (c == '"') {
        read_string(t, &k);
    } else if (c == '$') {
        read_dollar(t, &k);
    } else {
        read_punct(t, &k);
    }
    return k;
}

struct note_source *note_text_source(struct arena *a, const char *file, const char *text, size_t size,
                                     uint32_t first_line, uint32_t first_col)
{
    struct text_source *t = ARENA_NEW(a, struct text_source);
    t->source.context = t;
    t->source.next = next_token;
    t->a = a;
    t->file = arena_str(a, file);
    t->at = arena_strn(a, text, size);
    t->end = t->at + size;
    t->line = first_line;
    t->col = first_col;
    return &t->source;
}

bool note_is_text_source(const struct note_source *s)
{
    return s->next == next_token;
}

bool note_is_identifier(const char *s)
{
    if (!starts_name((unsigned char)*s))
        return false;
    while (in_name((unsigned char)*s))
        s++;
    return !*s;
}
