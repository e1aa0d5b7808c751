/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Aldebaran, line by line: `des (initial, transitions, states)` and a line `(from, label, to)` for each transition.
 *
 * Dialects: a label is quoted or bare; tools disagree on escapes. A quoted label ends at the first quote that is not
 * escaped and is followed by `, number )`; where there is none, at the first quote so followed. A bare one ends at the
 * last `, number )` of its line. Inside quotes \" \\ \n and \r are escapes; every other backslash stands for itself.
 * `i` and `tau`, quoted or not, are the silent action. Lines that start with # or % are comments.
 * Source: CADP manual page "aut"; what mCRL2 and LTSmin write.
 */
#include "runtime/lts/io/aut.h"

#include <stdlib.h>

void io_aut_reader_init(struct aut_reader *r, const char *name, struct aut_header *h, struct diag *d)
{
    *r = (struct aut_reader){.name = name, .d = d, .header = h, .limit = UINT64_MAX};
    r->labels = base_intern_new();
    base_intern_add(r->labels, "i", 1);
    r->cache[0].size = UINT32_MAX; /* no label: the empty one, whose bytes are all zero, belongs there */
}

void io_aut_reader_free(struct aut_reader *r)
{
    base_intern_free(r->labels);
    vec_free(&r->out);
    buf_free(&r->unescaped);
}

static uint32_t column(const struct aut_reader *a, const char *p)
{
    return (uint32_t)(p - a->line) + 1;
}

static struct place place_of(const struct aut_reader *a, const char *p)
{
    return (struct place){a->name, a->lines, column(a, p)};
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
        p++;
    return p;
}

static enum status expect(struct aut_reader *a, char c, const char *where)
{
    a->at = skip_blanks(a->at, a->end);
    if (a->at < a->end && *a->at == c) {
        a->at++;
        return ST_OK;
    }
    return diag_set(a->d, ST_BAD, place_of(a, a->at), "expected '%c' %s, found %s", c, where,
                    lts_found_at(a->at, a->end).text);
}

static enum status number(struct aut_reader *a, const char *what, uint64_t limit, uint64_t *out)
{
    a->at = skip_blanks(a->at, a->end);
    const char *start = a->at;
    uint64_t n = 0;
    for (; a->at < a->end && is_digit(*a->at); a->at++) {
        n = n * 10 + (uint64_t)(*a->at - '0');
        if (n >= limit)
            return diag_set(a->d, ST_BAD, place_of(a, start), "%s is too large", what);
    }
    if (a->at == start)
        return diag_set(a->d, ST_BAD, place_of(a, start), "expected %s, found %s", what,
                        lts_found_at(start, a->end).text);
    *out = n;
    return ST_OK;
}

static enum status state(struct aut_reader *a, const char *what, uint32_t *out)
{
    uint64_t n;
    a->at = skip_blanks(a->at, a->end);
    const char *start = a->at;
    enum status st = number(a, what, LTS_NONE, &n);
    if (st != ST_OK)
        return st;
    if (n >= a->header->states)
        return diag_set(a->d, ST_BAD, place_of(a, start), "state %llu does not exist: the header declares %u states",
                        (unsigned long long)n, a->header->states);
    *out = (uint32_t)n;
    return ST_OK;
}

static enum status header(struct aut_reader *a)
{
    uint64_t initial, states;
    a->at = skip_blanks(a->line, a->end);
    if (a->end - a->at < 3 || memcmp(a->at, "des", 3))
        return diag_set(a->d, ST_BAD, place_of(a, a->at),
                        "expected the header 'des (initial, transitions, states)', found %s",
                        lts_found_at(a->at, a->end).text);
    a->at += 3;
    a->header->line = a->lines;
    enum status st = expect(a, '(', "after 'des'");
    const char *initial_at = skip_blanks(a->at, a->end);
    if (st == ST_OK)
        st = number(a, "the initial state", LTS_NONE, &initial);
    if (st == ST_OK)
        st = expect(a, ',', "after the initial state");
    a->header->transitions_col = column(a, skip_blanks(a->at, a->end));
    if (st == ST_OK)
        st = number(a, "the number of transitions", UINT64_MAX / 16, &a->header->transitions);
    if (st == ST_OK)
        st = expect(a, ',', "after the number of transitions");
    const char *states_at = skip_blanks(a->at, a->end);
    if (st == ST_OK)
        st = number(a, "the number of states", LTS_NONE, &states);
    if (st == ST_OK)
        st = expect(a, ')', "after the number of states");
    if (st != ST_OK)
        return st;
    if (states == 0)
        return diag_set(a->d, ST_BAD, place_of(a, states_at), "a system has at least one state");
    if (initial >= states)
        return diag_set(a->d, ST_BAD, place_of(a, initial_at),
                        "initial state %llu does not exist: there are %llu states", (unsigned long long)initial,
                        (unsigned long long)states);
    a->header->states = (uint32_t)states;
    a->header->states_col = column(a, states_at);
    a->header->initial = (uint32_t)initial;
    a->header->found = true;
    return ST_OK;
}

/* Where `, number )` ends when it starts at p; NULL when it does not. */
static const char *label_tail(const char *p, const char *end)
{
    p = skip_blanks(p, end);
    if (p == end || *p++ != ',')
        return NULL;
    p = skip_blanks(p, end);
    const char *digits = p;
    while (p < end && is_digit(*p))
        p++;
    if (p == digits)
        return NULL;
    p = skip_blanks(p, end);
    return p < end && *p == ')' ? p + 1 : NULL;
}

/* The quote that ends the label behind `p`, or NULL. */
static const char *closing_quote(const char *p, const char *end, bool escapes)
{
    for (; p < end; p++) {
        if (escapes && *p == '\\')
            p++;
        else if (*p == '"' && label_tail(p + 1, end))
            return p;
    }
    return NULL;
}

static uint32_t new_label(struct aut_reader *a, const char *s, size_t n)
{
    if ((n == 1 && *s == 'i') || (n == 3 && !memcmp(s, "tau", 3)))
        return LTS_TAU;
    return base_intern_add(a->labels, s, n);
}

/* Short labels, n bytes in the low ones of `text`, are looked up without a hash table. */
static inline uint32_t short_label(struct aut_reader *a, uint64_t text, size_t n)
{
    size_t at = (size_t)(text * 0x9e3779b97f4a7c15u >> 55);
    if (a->cache[at].text != text || a->cache[at].size != n) {
        char name[8];
        for (size_t i = 0; i < sizeof name; i++)
            name[i] = (char)(text >> 8 * i);
        a->cache[at].text = text;
        a->cache[at].size = (uint32_t)n;
        a->cache[at].id = new_label(a, name, n);
    }
    return a->cache[at].id;
}

static uint32_t label_id(struct aut_reader *a, const char *s, size_t n)
{
    uint64_t text = 0;
    if (n > sizeof text)
        return new_label(a, s, n);
    for (size_t i = 0; i < n; i++)
        text |= (uint64_t)(unsigned char)s[i] << 8 * i;
    return short_label(a, text, n);
}

static uint32_t quoted_label(struct aut_reader *a, const char *s, size_t n)
{
    if (!memchr(s, '\\', n))
        return label_id(a, s, n);
    a->unescaped.size = 0;
    for (size_t i = 0; i < n; i++) {
        static const char from[] = "\"\\nr", to[] = "\"\\\n\r";
        const char *escape = s[i] == '\\' && i + 1 < n && s[i + 1] ? strchr(from, s[i + 1]) : NULL;
        buf_putc(&a->unescaped, escape ? to[escape - from] : s[i]);
        i += escape != NULL;
    }
    return label_id(a, a->unescaped.data, a->unescaped.size);
}

/* The end of a bare label: the last comma that starts `, number )` with nothing but another transition behind it. */
static const char *bare_end(const char *p, const char *end)
{
    for (; p < end; p++) {
        const char *tail = *p == ',' ? label_tail(p, end) : NULL;
        if (!tail)
            continue;
        tail = skip_blanks(tail, end);
        if (tail == end || (*tail == '(' && tail + 1 < end && is_digit(*skip_blanks(tail + 1, end - 1))))
            return p;
    }
    return NULL;
}

static enum status label(struct aut_reader *a, uint32_t *out)
{
    a->at = skip_blanks(a->at, a->end);
    const char *start = a->at, *stop;
    if (start < a->end && *start == '"') {
        stop = closing_quote(start + 1, a->end, true);
        if (!stop)
            stop = closing_quote(start + 1, a->end, false);
        if (!stop)
            return diag_set(a->d, ST_BAD, place_of(a, start), "the label has no closing quote followed by ', state)'");
        *out = quoted_label(a, start + 1, (size_t)(stop - start - 1));
        a->at = stop + 1;
    } else {
        stop = bare_end(start, a->end);
        if (!stop)
            return diag_set(a->d, ST_BAD, place_of(a, start), "the label is not followed by ', state)'");
        const char *last = stop;
        while (last > start && (last[-1] == ' ' || last[-1] == '\t'))
            last--;
        if (last == start)
            return diag_set(a->d, ST_BAD, place_of(a, start), "expected a label, found ','");
        *out = label_id(a, start, (size_t)(last - start));
        a->at = stop;
    }
    const char *nul = memchr(start, 0, (size_t)(a->at - start));
    return nul ? diag_set(a->d, ST_BAD, place_of(a, nul), "a label cannot hold a zero byte") : ST_OK;
}

/* There is room: see io_aut_read_piece. */
static inline void add(struct aut_reader *a, uint32_t from, uint32_t label, uint32_t to)
{
    struct transition *x = &a->out.items[a->out.count++];
    *x = (struct transition){from, label, to};
}

static enum status transition(struct aut_reader *a)
{
    uint32_t from = 0, to = 0, name = 0;
    const char *start = a->at;
    enum status st = expect(a, '(', "at the start of a transition");
    if (st == ST_OK && a->out.count == a->limit)
        return diag_set(a->d, ST_BAD, place_of(a, start), "more transitions than the %llu that the header declares",
                        (unsigned long long)a->header->transitions);
    if (st == ST_OK)
        st = state(a, "the number of a state", &from);
    if (st == ST_OK)
        st = expect(a, ',', "after the first state");
    if (st == ST_OK)
        st = label(a, &name);
    if (st == ST_OK)
        st = expect(a, ',', "after the label");
    if (st == ST_OK)
        st = state(a, "the number of a state", &to);
    if (st == ST_OK)
        st = expect(a, ')', "after the second state");
    if (st != ST_OK)
        return st;
    add(a, from, name, to);
    return ST_OK;
}

/* ---- the form of nearly all lines -------------------------------------------------------------------------------- */

/* Eight bytes at once, the first the lowest. The text may be read some bytes beyond its end, where there are zeros. */
static const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;

static inline uint64_t eight_bytes(const char *p)
{
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? w : __builtin_bswap64(w);
}

/* A mark in the high bit of each byte that is c, up to the first one at least. */
static inline uint64_t marks(uint64_t w, char c)
{
    uint64_t x = w ^ ones * (unsigned char)c;
    return (x - ones) & ~x & highs;
}

/* The first n bytes of w, n below 8. */
static inline uint64_t first_bytes(uint64_t w, unsigned n)
{
    return w & (((uint64_t)1 << 8 * n) - 1);
}

static inline const char *long_number(const char *p, char close, uint32_t *out)
{
    const char *digits = p;
    uint32_t n = 0;
    for (; is_digit(*p); p++)
        n = n * 10 + (uint32_t)(*p - '0');
    *out = n;
    return p - digits < 10 && *p == close ? p + 1 : NULL;
}

/* One to nine digits that end with `close`, a blank before them allowed; behind `close`, or NULL. Up to seven digits
 * are added up as pairs, then fours, then all. */
static inline const char *plain_number(const char *p, char close, uint32_t *out)
{
    p += *p == ' ';
    uint64_t t = eight_bytes(p) ^ ones * '0', others = (t | (t + ones * 0x76)) & highs;
    if (!others)
        return long_number(p, close, out);
    unsigned n = (unsigned)__builtin_ctzll(others) / 8;
    if (n == 0 || p[n] != close)
        return NULL;
    t <<= 64 - 8 * n;
    t = (t * 10 + (t >> 8)) & 0x00ff00ff00ff00ffu;
    t = (t * 100 + (t >> 16)) & 0x0000ffff0000ffffu;
    *out = (uint32_t)(t * 10000 + (t >> 32));
    return p + n + 1;
}

static inline const char *long_label(const char *p, bool quoted, size_t *size)
{
    const char *name = p;
    if (quoted)
        while (*p != '"' && *p != '\\' && *p != '\n' && *p)
            p++;
    else
        while (*p != ',' && *p != '"' && (unsigned char)*p > ' ')
            p++;
    *size = (size_t)(p - name);
    return p;
}

/* The label of `"a",` or `a,` at p; behind the comma, or NULL when it has anything special. */
static inline const char *plain_label(struct aut_reader *a, const char *p, uint32_t *label)
{
    p += *p == ' ';
    bool quoted = *p == '"';
    const char *name = p + quoted;
    uint64_t w = eight_bytes(name), ends = marks(w, '"');
    unsigned n = quoted && ends ? (unsigned)__builtin_ctzll(ends) / 8 : 0;
    if (n && !first_bytes(marks(w, '\\') | marks(w, '\n') | marks(w, 0), n)) {
        *label = short_label(a, first_bytes(w, n), n);
        p = name + n;
    } else {
        size_t size;
        p = long_label(name, quoted, &size);
        if (size == 0 || *p != (quoted ? '"' : ','))
            return NULL;
        *label = label_id(a, name, size);
    }
    p += quoted;
    return *p == ',' ? p + 1 : NULL;
}

/* `(1,"a",2)` or `(1,a,2)` and the end of the line at once; behind it, or NULL, with nothing done, for any other
 * form. */
static const char *plain_line(struct aut_reader *a, const char *p)
{
    uint32_t from, label, to;
    if (*p != '(' || !(p = plain_number(p + 1, ',', &from)) || !(p = plain_label(a, p, &label)) ||
        !(p = plain_number(p, ')', &to)))
        return NULL;
    p += *p == '\r';
    if (*p != '\n' || from >= a->header->states || to >= a->header->states || a->out.count == a->limit)
        return NULL;
    add(a, from, label, to);
    return p + 1;
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */

static enum status any_line(struct aut_reader *a)
{
    enum status st = ST_OK;
    a->at = skip_blanks(a->line, a->end);
    if (a->at == a->end || *a->at == '#' || *a->at == '%')
        return ST_OK;
    if (!a->header->found)
        st = header(a);
    while (st == ST_OK) {
        a->at = skip_blanks(a->at, a->end);
        if (a->at == a->end)
            break;
        st = transition(a);
    }
    return st;
}

enum status io_aut_read_piece(struct aut_reader *a, const struct piece *p)
{
    enum status st = ST_OK;
    const char *at = p->text, *end = p->text + p->size;
    enum { SHORTEST = sizeof "(0,a,0)" - 1 };
    vec_reserve(&a->out, p->size / SHORTEST + 1);
    a->out.count = 0;
    a->lines = 0;
    while (at < end && st == ST_OK) {
        const char *next = a->header->found ? plain_line(a, at) : NULL;
        a->lines++;
        if (!next) {
            const char *newline = memchr(at, '\n', (size_t)(end - at));
            next = newline ? newline + 1 : end;
            a->line = at;
            a->end = newline ? newline : end;
            a->end -= a->end > at && a->end[-1] == '\r';
            st = any_line(a);
        }
        at = next;
    }
    return st;
}
