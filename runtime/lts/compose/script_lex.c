/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words of scripts.
 */
#include "runtime/lts/io/io.h"
#include "runtime/lts/compose/script.h"

#include <ctype.h>

void compose_script_lexer_start(struct script_lexer *x, const char *name, const char *text, size_t size,
                                struct arena *a, struct diag *d)
{
    *x = (struct script_lexer){
        .name = name, .at = text, .end = text + size, .line_start = text, .line = 1, .arena = a, .d = d};
}

static void skip_blanks(struct script_lexer *x)
{
    for (; x->at < x->end; x->at++) {
        if (*x->at == '#') {
            const char *newline = memchr(x->at, '\n', (size_t)(x->end - x->at));
            x->at = newline ? newline : x->end;
            if (!newline)
                return;
        }
        if (*x->at == '\n') {
            x->line++;
            x->line_start = x->at + 1;
        } else if (*x->at != ' ' && *x->at != '\t' && *x->at != '\r' && *x->at != ';') {
            return;
        }
    }
}

static void start_word(struct script_lexer *x)
{
    skip_blanks(x);
    x->place = (struct place){x->name, x->line, (uint32_t)(x->at - x->line_start) + 1};
    x->word = SW_BAD;
    x->text = "";
}

static bool is_name_start(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static void take_name(struct script_lexer *x)
{
    const char *start = x->at;
    while (x->at < x->end && (isalnum((unsigned char)*x->at) || strchr("_-.", *x->at)) && *x->at)
        x->at++;
    x->word = SW_NAME;
    x->text = arena_strn(x->arena, start, (size_t)(x->at - start));
}

static void take_string(struct script_lexer *x)
{
    const char *start = ++x->at;
    while (x->at < x->end && *x->at != '"' && *x->at != '\n')
        x->at++;
    if (x->at == x->end || *x->at != '"') {
        diag_set(x->d, ST_BAD, x->place, "the string has no end on its line");
        return;
    }
    x->word = SW_STRING;
    x->text = arena_strn(x->arena, start, (size_t)(x->at++ - start));
}

/* 1000, 10k, 2M */
static void take_number(struct script_lexer *x)
{
    uint64_t n = 0;
    bool too_large = false;
    for (; x->at < x->end && isdigit((unsigned char)*x->at); x->at++) {
        too_large |= n > UINT64_MAX / 10000000000 / 10;
        n = n * 10 + (uint64_t)(*x->at - '0');
    }
    static const char units[] = "kMG";
    const char *unit = x->at < x->end && *x->at ? strchr(units, *x->at) : NULL;
    for (const char *u = units; unit && u <= unit; u++)
        n *= 1000;
    x->at += unit != NULL;
    if (too_large || (x->at < x->end && is_name_start(*x->at))) {
        diag_set(x->d, ST_BAD, x->place, too_large ? "the number is too large" : "expected a number like 1000 or 10M");
        return;
    }
    x->word = SW_NUMBER;
    x->number = n;
}

static void take_sign(struct script_lexer *x)
{
    static const char *const signs[] = {"|||", "|[[", "|[", "]]|", "]|", "||", "|", "(", ")", "=", ",", NULL};
    for (size_t i = 0; signs[i]; i++) {
        size_t n = strlen(signs[i]);
        if ((size_t)(x->end - x->at) >= n && !memcmp(x->at, signs[i], n)) {
            x->word = SW_SIGN;
            x->text = signs[i];
            x->at += n;
            return;
        }
    }
    diag_set(x->d, ST_BAD, x->place, "no word of a script starts with %s", lts_found_at(x->at, x->end).text);
}

void compose_script_next(struct script_lexer *x)
{
    start_word(x);
    if (x->at == x->end)
        x->word = SW_END;
    else if (is_name_start(*x->at))
        take_name(x);
    else if (*x->at == '"')
        take_string(x);
    else if (isdigit((unsigned char)*x->at))
        take_number(x);
    else
        take_sign(x);
}

static bool closes_names(const struct script_lexer *x)
{
    size_t left = (size_t)(x->end - x->at);
    return (left > 1 && !memcmp(x->at, "]|", 2)) || (left > 2 && !memcmp(x->at, "]]|", 3));
}

void compose_script_next_label(struct script_lexer *x)
{
    start_word(x);
    const char *start = x->at;
    int depth = 0;
    bool quoted = false;
    for (; x->at < x->end && *x->at != '\n'; x->at++) {
        if (!quoted && depth <= 0 && strchr(" \t\r,=;#", *x->at) && *x->at)
            break;
        if (!quoted && depth <= 0 && closes_names(x))
            break;
        if (*x->at == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (*x->at == '(') - (*x->at == ')');
    }
    if (quoted) {
        diag_set(x->d, ST_BAD, x->place, "the quoted label has no end on its line");
        return;
    }
    if (x->at == start) {
        diag_set(x->d, ST_BAD, x->place, "expected the name of a label, found %s", lts_found_at(x->at, x->end).text);
        return;
    }
    x->word = SW_NAME;
    x->text = arena_strn(x->arena, start, (size_t)(x->at - start));
}

bool compose_script_is_sign(const struct script_lexer *x, const char *sign)
{
    return x->word == SW_SIGN && !strcmp(x->text, sign);
}

bool compose_script_is_word(const struct script_lexer *x, const char *word)
{
    return x->word == SW_NAME && !strcmp(x->text, word);
}

enum status compose_script_expected(struct script_lexer *x, const char *what)
{
    switch (x->word) {
    case SW_BAD:
        return ST_BAD;
    case SW_END:
        return diag_set(x->d, ST_BAD, x->place, "expected %s, found the end of the script", what);
    case SW_NUMBER:
        return diag_set(x->d, ST_BAD, x->place, "expected %s, found %llu", what, (unsigned long long)x->number);
    default:
        return diag_set(x->d, ST_BAD, x->place, "expected %s, found '%s'", what, x->text);
    }
}
