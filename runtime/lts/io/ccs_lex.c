/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words of CCS.
 *
 * A name is letters, digits, '_', inner '-' and closing quotes (S0'); bytes above 127 are letters. A number directly
 * followed by a letter ends there.
 */
#include "runtime/lts/io/ccs.h"

#include <stdio.h>

static const char *const keywords[] = {"proc", "set", "agent", "nil", "Aut", "t", "tau"};

static bool is_letter(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

/* How many bytes at p are a name; 0 when none is. */
static size_t name_length(const char *p, const char *end)
{
    const char *start = p;
    if (p == end || !is_letter((unsigned char)*p))
        return 0;
    for (p++; p < end; p++) {
        unsigned char c = (unsigned char)*p;
        bool inner = c == '-' && p + 1 < end && (is_letter((unsigned char)p[1]) || is_digit((unsigned char)p[1]));
        if (!is_letter(c) && !is_digit(c) && c != '\'' && !inner)
            break;
    }
    return (size_t)(p - start);
}

bool io_ccs_is_keyword(const char *s, size_t n)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strlen(keywords[i]) == n && !memcmp(keywords[i], s, n))
            return true;
    return false;
}

bool io_ccs_is_name(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)s[i] >= 0x80)
            return false;
    return n > 0 && name_length(s, s + n) == n && !io_ccs_is_keyword(s, n);
}

void io_ccs_lexer_start(struct ccs_lexer *x, const char *name, const char *text, size_t size, struct diag *d)
{
    *x = (struct ccs_lexer){.name = name, .at = text, .end = text + size, .line_start = text, .line = 1, .d = d};
    io_ccs_next(x);
}

static struct place here(const struct ccs_lexer *x)
{
    return (struct place){x->name, x->line, (uint32_t)(x->at - x->line_start) + 1};
}

static void to_line_end(struct ccs_lexer *x)
{
    const char *newline = memchr(x->at, '\n', (size_t)(x->end - x->at));
    x->at = newline ? newline : x->end;
}

static void skip(struct ccs_lexer *x)
{
    bool fresh = x->at == x->line_start;
    for (; x->at < x->end; x->at++) {
        char c = *x->at;
        if (c == '\n') {
            x->line++;
            x->line_start = x->at + 1;
            fresh = true;
        } else if ((c == '*' && fresh) || (c == '-' && x->at + 1 < x->end && x->at[1] == '-')) {
            to_line_end(x);
            x->at--; /* the loop steps on to the newline */
        } else if (c != ' ' && c != '\t' && c != '\r' && c != '\f') {
            return;
        }
    }
}

static void bad(struct ccs_lexer *x, struct place at, const char *what)
{
    x->word = W_BAD;
    x->status = diag_set(x->d, ST_BAD, at, "%s", what);
}

static void read_text(struct ccs_lexer *x)
{
    x->word = W_TEXT;
    for (x->at++; x->at < x->end && *x->at != '"'; x->at++) {
        char c = *x->at;
        if (c == '\n' || c == 0)
            break;
        if (c == '\\' && x->at + 1 < x->end) {
            static const char from[] = "\"\\nr", to[] = "\"\\\n\r";
            const char *escape = x->at[1] ? strchr(from, x->at[1]) : NULL;
            if (escape) {
                c = to[escape - from];
                x->at++;
            }
        }
        buf_putc(&x->text, c);
    }
    if (x->at == x->end || *x->at != '"')
        bad(x, x->place, "the quoted name has no closing quote on this line");
    else
        x->at++;
}

static void read_number(struct ccs_lexer *x)
{
    x->word = W_NUMBER;
    for (x->number = 0; x->at < x->end && is_digit((unsigned char)*x->at); x->at++) {
        x->number = x->number * 10 + (uint64_t)(*x->at - '0');
        if (x->number >= LTS_NONE) {
            bad(x, x->place, "the number is too large");
            return;
        }
    }
}

void io_ccs_next(struct ccs_lexer *x)
{
    if (x->word == W_BAD)
        return;
    skip(x);
    x->place = here(x);
    x->start = x->at;
    x->text.size = 0;
    buf_add(&x->text, "", 0);
    size_t n = name_length(x->at, x->end);
    if (x->at == x->end) {
        x->word = W_END;
    } else if (n) {
        x->word = W_NAME;
        buf_add(&x->text, x->at, n);
        x->at += n;
    } else if (*x->at == '"') {
        read_text(x);
    } else if (is_digit((unsigned char)*x->at)) {
        read_number(x);
    } else {
        x->word = W_SIGN;
        x->at++;
    }
    x->stop = x->at;
}

bool io_ccs_is_sign(const struct ccs_lexer *x, char c)
{
    return x->word == W_SIGN && *x->start == c;
}

bool io_ccs_is_word(const struct ccs_lexer *x, const char *keyword)
{
    return x->word == W_NAME && !strcmp(x->text.data, keyword);
}

enum status io_ccs_expected(struct ccs_lexer *x, const char *what)
{
    if (x->word == W_BAD)
        return x->status;
    struct buf word = {0};
    if (x->word == W_SIGN || x->word == W_END) {
        buf_puts(&word, x->word == W_END ? "the end of the file" : lts_found_at(x->start, x->end).text);
    } else {
        size_t n = (size_t)(x->stop - x->start);
        buf_putc(&word, '\'');
        buf_put_printable(&word, x->start, n < 60 ? n : 60);
        buf_putc(&word, '\'');
    }
    enum status st = diag_set(x->d, ST_BAD, x->place, "expected %s, found %s", what, word.data);
    buf_free(&word);
    return st;
}
