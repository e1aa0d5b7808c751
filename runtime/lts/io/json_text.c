/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * JSON, read piece by piece: blanks, strings, numbers, lists.
 */
#include "runtime/lts/io/json_text.h"

enum { DEEPEST = 100 };

struct place io_json_place(const struct json *j, const char *p)
{
    struct place at = {j->name, 1, 1};
    for (const char *c = j->text; c < p; c++, at.col++)
        if (*c == '\n') {
            at.line++;
            at.col = 0;
        }
    return at;
}

void io_json_skip_blanks(struct json *j)
{
    while (j->at < j->end && (*j->at == ' ' || *j->at == '\t' || *j->at == '\n' || *j->at == '\r'))
        j->at++;
}

enum status io_json_expected(struct json *j, const char *what)
{
    return diag_set(j->d, ST_BAD, io_json_place(j, j->at), "expected %s, found %s", what,
                    lts_found_at(j->at, j->end).text);
}

bool io_json_take(struct json *j, char c)
{
    io_json_skip_blanks(j);
    if (j->at < j->end && *j->at == c) {
        j->at++;
        return true;
    }
    return false;
}

bool io_json_take_word(struct json *j, const char *word)
{
    size_t n = strlen(word);
    io_json_skip_blanks(j);
    if ((size_t)(j->end - j->at) < n || memcmp(j->at, word, n))
        return false;
    j->at += n;
    return true;
}

static bool hex4(struct json *j, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < 4; i++, j->at++) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char *digit = j->at < j->end && *j->at ? strchr(digits, *j->at) : NULL;
        if (!digit)
            return false;
        uint32_t value = (uint32_t)(digit - digits);
        *out = *out << 4 | (value > 15 ? value - 6 : value);
    }
    return true;
}

/* Behind "\u": a character, half of one with its other half, or a byte in disguise. */
static enum status unicode_escape(struct json *j)
{
    uint32_t c, low;
    const char *start = j->at - 2;
    if (!hex4(j, &c))
        return io_json_expected(j, "four hexadecimal digits");
    if (c >= 0xd800 && c <= 0xdbff && j->end - j->at >= 2 && j->at[0] == '\\' && j->at[1] == 'u') {
        j->at += 2;
        if (!hex4(j, &low))
            return io_json_expected(j, "four hexadecimal digits");
        if (low >= 0xdc00 && low <= 0xdfff) {
            buf_put_utf8(&j->word, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
            return ST_OK;
        }
    }
    if (c >= 0xdc80 && c <= 0xdcff)
        buf_putc(&j->word, (char)(c - 0xdc00));
    else if (c == 0 || (c >= 0xd800 && c <= 0xdfff))
        return diag_set(j->d, ST_BAD, io_json_place(j, start),
                        c ? "this is no character" : "a label cannot hold a zero byte");
    else
        buf_put_utf8(&j->word, c);
    return ST_OK;
}

enum status io_json_string(struct json *j)
{
    if (!io_json_take(j, '"'))
        return io_json_expected(j, "a string");
    const char *start = j->at - 1;
    j->word.size = 0;
    buf_add(&j->word, "", 0);
    while (j->at < j->end && *j->at != '"') {
        static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
        char c = *j->at++;
        if ((unsigned char)c < ' ') {
            j->at--;
            return io_json_expected(j, "no control character inside a string");
        }
        if (c != '\\') {
            buf_putc(&j->word, c);
            continue;
        }
        if (j->at == j->end)
            break;
        c = *j->at++;
        const char *escape = c ? strchr(from, c) : NULL;
        enum status st = ST_OK;
        if (escape)
            buf_putc(&j->word, to[escape - from]);
        else if (c == 'u')
            st = unicode_escape(j);
        else
            st = diag_set(j->d, ST_BAD, io_json_place(j, j->at - 2), "unknown escape in a string");
        if (st != ST_OK)
            return st;
    }
    if (j->at == j->end)
        return diag_set(j->d, ST_BAD, io_json_place(j, start), "the string has no closing quote");
    j->at++;
    return ST_OK;
}

enum status io_json_number(struct json *j, const char *what, uint64_t *out)
{
    io_json_skip_blanks(j);
    const char *start = j->at;
    uint64_t n = 0;
    for (; j->at < j->end && *j->at >= '0' && *j->at <= '9'; j->at++) {
        n = n * 10 + (uint64_t)(*j->at - '0');
        if (n >= LTS_NONE)
            return diag_set(j->d, ST_BAD, io_json_place(j, start), "%s is too large", what);
    }
    if (j->at == start)
        return io_json_expected(j, what);
    *out = n;
    return ST_OK;
}

enum status io_json_list(struct json *j, enum status (*item)(struct json *, void *), void *context)
{
    if (!io_json_take(j, '['))
        return io_json_expected(j, "'['");
    if (io_json_take(j, ']'))
        return ST_OK;
    do {
        enum status st = item(j, context);
        if (st != ST_OK)
            return st;
    } while (io_json_take(j, ','));
    return io_json_take(j, ']') ? ST_OK : io_json_expected(j, "',' or ']'");
}

enum status io_json_skip_value(struct json *j)
{
    char closing[DEEPEST];
    int depth = 0;
    do {
        io_json_skip_blanks(j);
        if (j->at == j->end)
            return io_json_expected(j, "a value");
        char c = *j->at;
        if (c == '"') {
            enum status st = io_json_string(j);
            if (st != ST_OK)
                return st;
        } else if (c == '[' || c == '{') {
            if (depth == DEEPEST)
                return io_json_expected(j, "fewer brackets");
            closing[depth++] = c == '[' ? ']' : '}';
            j->at++;
        } else if (c == ']' || c == '}') {
            if (depth == 0 || closing[--depth] != c)
                return io_json_expected(j, "a value");
            j->at++;
        } else if (depth == 0 && (c == ',' || c == ':')) {
            return io_json_expected(j, "a value");
        } else {
            j->at++;
            while (j->at < j->end && !strchr(" \t\r\n,:[]{}\"", *j->at))
                j->at++;
        }
    } while (depth > 0);
    return ST_OK;
}

struct element {
    size_t left; /* elements before the one that is looked for */
    const char *at;
};

static enum status find_element(struct json *j, void *context)
{
    struct element *e = context;
    io_json_skip_blanks(j);
    if (e->left-- == 0)
        e->at = j->at;
    return e->at ? ST_STOPPED : io_json_skip_value(j);
}

struct place io_json_element(const struct json *j, const char *list, size_t index)
{
    struct diag unheard;
    struct json again = {.name = j->name, .text = j->text, .at = list, .end = j->end, .d = &unheard};
    struct element e = {.left = index};
    io_json_list(&again, find_element, &e);
    buf_free(&again.word);
    return io_json_place(j, e.at ? e.at : list);
}
