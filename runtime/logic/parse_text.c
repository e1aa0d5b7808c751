/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The text of a question: blanks, signs, words, names, and errors at their line and column. A comment reaches from % to
 * the end of its line, as in mCRL2.
 */
#include "runtime/logic/parse.h"

static struct place place_of(const struct parser *p, size_t at)
{
    struct place where = {p->file, 1, 1};
    for (size_t i = 0; i < at && i < p->size; i++) {
        where.col++;
        if (p->text[i] == '\n') {
            where.line++;
            where.col = 1;
        }
    }
    return where;
}

static void fail_at(struct parser *p, size_t at, const char *format, va_list args)
{
    if (!p->failed)
        diag_vset(p->diag, ST_BAD, place_of(p, at), format, args);
    p->failed = true;
    p->at = p->size;
}

void logic_parse_error(struct parser *p, size_t at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_at(p, at, format, args);
    va_end(args);
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '@' || c == '#' || (unsigned char)c >= 0x80;
}

void logic_parse_blanks(struct parser *p)
{
    for (; p->at < p->size; p->at++) {
        char c = p->text[p->at];
        if (c == '%')
            while (p->at + 1 < p->size && p->text[p->at + 1] != '\n')
                p->at++;
        else if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
            return;
    }
}

size_t logic_parse_word_size(struct parser *p)
{
    size_t n = 0;
    logic_parse_blanks(p);
    while (p->at + n < p->size && is_word(p->text[p->at + n]))
        n++;
    return n;
}

void logic_parse_expected(struct parser *p, const char *what)
{
    size_t n = logic_parse_word_size(p);
    if (p->at >= p->size)
        logic_parse_error(p, p->at, "expected %s, found the end", what);
    else
        logic_parse_error(p, p->at, "expected %s, found '%.*s'", what, n > 60 ? 60 : n ? (int)n : 1, p->text + p->at);
}

bool logic_parse_at(struct parser *p, const char *sign)
{
    size_t n = strlen(sign);
    logic_parse_blanks(p);
    return p->size - p->at >= n && !memcmp(p->text + p->at, sign, n);
}

bool logic_parse_sign(struct parser *p, const char *sign)
{
    if (!logic_parse_at(p, sign))
        return false;
    p->at += strlen(sign);
    return true;
}

bool logic_parse_word(struct parser *p, const char *word)
{
    size_t n = logic_parse_word_size(p);
    if (n != strlen(word) || memcmp(p->text + p->at, word, n))
        return false;
    p->at += n;
    return true;
}

bool logic_parse_down(struct parser *p)
{
    if (++p->nesting <= LOGIC_DEEPEST)
        return true;
    logic_parse_error(p, p->at, "nested more than %d deep", LOGIC_DEEPEST);
    p->nesting--;
    return false;
}

void logic_parse_up(struct parser *p)
{
    p->nesting--;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static const char *parse_string(struct parser *p)
{
    size_t begin = p->at++;
    struct buf b = {0};
    while (p->at < p->size && p->text[p->at] != '"') {
        bool escaped =
            p->text[p->at] == '\\' && p->at + 1 < p->size && (p->text[p->at + 1] == '"' || p->text[p->at + 1] == '\\');
        p->at += escaped;
        buf_putc(&b, p->text[p->at++]);
    }
    if (p->at >= p->size)
        logic_parse_error(p, begin, "this string has no end");
    else
        p->at++;
    const char *text = arena_strn(p->arena, buf_str(&b), b.size);
    buf_free(&b);
    return text;
}

/* What follows a name in brackets, up to the one that closes the first. */
static size_t data_size(const struct parser *p, size_t at)
{
    size_t open = 0, i = at;
    for (; i < p->size; i++) {
        open += p->text[i] == '(';
        if (p->text[i] == ')' && !--open)
            return i + 1 - at;
    }
    return 0;
}

bool logic_parse_at_name(struct parser *p)
{
    return logic_parse_word_size(p) || logic_parse_at(p, "\"") || logic_parse_at(p, "'");
}

struct logic_name logic_parse_name(struct parser *p)
{
    logic_parse_blanks(p);
    struct logic_name name = {.text = "", .offset = (uint32_t)p->at};
    if (logic_parse_at(p, "\"")) {
        name.quoted = true;
        name.text = parse_string(p);
        if (!p->failed && !*name.text)
            logic_parse_error(p, name.offset, "this name is empty");
        return name;
    }
    size_t begin = p->at, n;
    p->at += p->at < p->size && p->text[p->at] == '\'';
    n = p->at < p->size && is_word(p->text[p->at]) ? logic_parse_word_size(p) : 0;
    if (!n) {
        p->at = begin;
        logic_parse_expected(p, "a name");
        return name;
    }
    p->at += n;
    if (p->at < p->size && p->text[p->at] == '(') {
        n = data_size(p, p->at);
        if (!n)
            logic_parse_error(p, p->at, "this bracket is not closed");
        else
            p->at += n;
    }
    name.text = p->failed ? "" : arena_strn(p->arena, p->text + begin, p->at - begin);
    return name;
}
