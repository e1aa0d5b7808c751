/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words of a Boolean program: identifiers, names in braces, numbers, marks; comments are skipped.
 */
#include "runtime/boolean/lex.h"

#include <ctype.h>

static const char *const keywords[] = {"decl", "void",   "bool",   "boolean", "begin",  "end",     "enforce", "skip",
                                       "goto", "assume", "assert", "return",  "if",     "then",    "elsif",   "else",
                                       "fi",   "while",  "do",     "od",      "choose", "schoose", "T",       "F"};

bool bool_is_keyword(const char *text)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (!strcmp(keywords[i], text))
            return true;
    return false;
}

static struct place here(const struct lexer *l)
{
    return (struct place){l->file, l->line, (uint32_t)(l->p - l->line_start) + 1};
}

static void newline(struct lexer *l)
{
    l->line++;
    l->line_start = l->p + 1;
}

/* Skips blanks and comments; false in a comment without an end, at whose start `at` stands. */
static bool skip_blanks(struct lexer *l)
{
    for (; l->p < l->end; l->p++) {
        bool two = l->p + 1 < l->end;
        if (*l->p == '\n') {
            newline(l);
        } else if (two && l->p[0] == '/' && l->p[1] == '/') {
            while (l->p + 1 < l->end && l->p[1] != '\n')
                l->p++;
        } else if (two && l->p[0] == '/' && l->p[1] == '*') {
            l->at = here(l);
            for (l->p += 2; l->p + 1 < l->end && !(l->p[0] == '*' && l->p[1] == '/'); l->p++)
                if (*l->p == '\n')
                    newline(l);
            if (l->p + 1 >= l->end)
                return false;
            l->p++;
        } else if (!strchr(" \t\r\f\v", *l->p) || !*l->p) {
            break;
        }
    }
    return true;
}

static void take(struct lexer *l, enum token token, size_t length)
{
    l->token = token;
    l->text = arena_strn(l->arena, l->p, length);
    l->p += length;
}

static void wrong(struct lexer *l, const char *text)
{
    l->token = TOKEN_WRONG;
    l->text = text;
    l->p = l->end;
}

/* {any text}: blanks around it do not belong to the name. */
static void take_braces(struct lexer *l)
{
    const char *start = l->p + 1, *stop = start;
    while (stop < l->end && *stop && !strchr("{}\n", *stop))
        stop++;
    if (stop == l->end || *stop != '}') {
        wrong(l, "a name in braces without '}' on its line");
        return;
    }
    l->p = stop + 1;
    while (start < stop && isspace((unsigned char)*start))
        start++;
    while (stop > start && isspace((unsigned char)stop[-1]))
        stop--;
    if (start == stop) {
        wrong(l, "an empty name");
        return;
    }
    l->token = TOKEN_NAME;
    l->text = arena_strn(l->arena, start, (size_t)(stop - start));
}

void bool_lex_next(struct lexer *l)
{
    static const char *const pairs[] = {":=", "=>", "!="};
    if (!skip_blanks(l)) {
        wrong(l, "a comment without '*/'");
        return;
    }
    l->at = here(l);
    size_t n = 0, left = (size_t)(l->end - l->p);
    while (n < left && (isalnum((unsigned char)l->p[n]) || l->p[n] == '_'))
        n++;
    if (!left) {
        l->token = TOKEN_END;
        l->text = "the end";
    } else if (n) {
        take(l, isdigit((unsigned char)*l->p) ? TOKEN_NUMBER : TOKEN_NAME, n);
        if (l->token == TOKEN_NAME && bool_is_keyword(l->text))
            l->token = TOKEN_KEYWORD;
    } else if (*l->p == '{') {
        take_braces(l);
    } else {
        size_t length = 1;
        for (size_t i = 0; left > 1 && i < sizeof pairs / sizeof *pairs; i++)
            if (!memcmp(l->p, pairs[i], 2))
                length = 2;
        if (length == 1 && (!*l->p || !strchr("!&|^=?:*()[]<>,;.", *l->p))) {
            bool shown = isprint((unsigned char)*l->p);
            wrong(l, shown ? arena_printf(l->arena, "'%c'", *l->p)
                           : arena_printf(l->arena, "the byte \\x%02x", (unsigned char)*l->p));
            return;
        }
        take(l, TOKEN_MARK, length);
    }
}

void bool_lex_begin(struct lexer *l, struct arena *a, const char *file, const char *text, size_t size)
{
    *l = (struct lexer){.arena = a, .file = file, .p = text, .end = text + size, .line_start = text, .line = 1};
    bool_lex_next(l);
}

bool bool_lex_at(const struct lexer *l, const char *text)
{
    return (l->token == TOKEN_KEYWORD || l->token == TOKEN_MARK) && !strcmp(l->text, text);
}
