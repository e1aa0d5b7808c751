/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Aldebaran: `des (initial, transitions, states)` and a line `(from, label, to)` for each transition.
 *
 * Dialects: a label is quoted or bare; tools disagree on escapes. A quoted label ends at the first quote that is not
 * escaped and is followed by `, number )`; where there is none, at the first quote so followed. A bare one ends at the
 * last `, number )` of its line. Inside quotes \" \\ \n and \r are escapes; every other backslash stands for itself. `i`
 * and `tau`, quoted or not, are the silent action. Lines that start with # or % are comments.
 * Source: CADP manual page "aut"; what mCRL2 and LTSmin write.
 */
#include "runtime/lts/format.h"

#include <stdlib.h>

struct aut {
    struct source *source;
    struct diag *d;
    struct lts_builder *builder;
    const char *line, *end; /* the line in hand */
    const char *at;         /* how far it is read */
    uint64_t declared, found;
    uint32_t states, initial;
    uint32_t header_line, states_col, count_col;
    struct buf unescaped;
};

static uint32_t column(const struct aut *a, const char *p)
{
    return (uint32_t)(p - a->line) + 1;
}

static struct place place_of(const struct aut *a, const char *p)
{
    return (struct place){a->source->name, a->source->line, column(a, p)};
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

static enum status expect(struct aut *a, char c, const char *where)
{
    a->at = skip_blanks(a->at, a->end);
    if (a->at < a->end && *a->at == c) {
        a->at++;
        return ST_OK;
    }
    return diag_set(a->d, ST_BAD, place_of(a, a->at), "expected '%c' %s, found %s", c, where,
                    lts_found_at(a->at, a->end).text);
}

static enum status number(struct aut *a, const char *what, uint64_t limit, uint64_t *out)
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

static enum status state(struct aut *a, const char *what, uint32_t *out)
{
    uint64_t n;
    a->at = skip_blanks(a->at, a->end);
    const char *start = a->at;
    enum status st = number(a, what, LTS_NONE, &n);
    if (st != ST_OK)
        return st;
    if (n >= a->states)
        return diag_set(a->d, ST_BAD, place_of(a, start), "state %llu does not exist: the header declares %u states",
                        (unsigned long long)n, a->states);
    *out = (uint32_t)n;
    return ST_OK;
}

static enum status header(struct aut *a)
{
    uint64_t initial, states;
    a->at = skip_blanks(a->line, a->end);
    if (a->end - a->at < 3 || memcmp(a->at, "des", 3))
        return diag_set(a->d, ST_BAD, place_of(a, a->at),
                        "expected the header 'des (initial, transitions, states)', found %s",
                        lts_found_at(a->at, a->end).text);
    a->at += 3;
    a->header_line = a->source->line;
    enum status st = expect(a, '(', "after 'des'");
    const char *initial_at = skip_blanks(a->at, a->end);
    if (st == ST_OK)
        st = number(a, "the initial state", LTS_NONE, &initial);
    if (st == ST_OK)
        st = expect(a, ',', "after the initial state");
    a->count_col = column(a, skip_blanks(a->at, a->end));
    if (st == ST_OK)
        st = number(a, "the number of transitions", UINT64_MAX / 16, &a->declared);
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
    a->states = (uint32_t)states;
    a->states_col = column(a, states_at);
    a->initial = (uint32_t)initial;
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

static uint32_t label_id(struct aut *a, const char *s, size_t n)
{
    if ((n == 1 && *s == 'i') || (n == 3 && !memcmp(s, "tau", 3)))
        return LTS_TAU;
    return lts_builder_label_n(a->builder, s, n);
}

static uint32_t quoted_label(struct aut *a, const char *s, size_t n)
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

static enum status label(struct aut *a, uint32_t *out)
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

static enum status transition(struct aut *a)
{
    uint32_t from = 0, to = 0, name = 0;
    const char *start = a->at;
    enum status st = expect(a, '(', "at the start of a transition");
    if (st == ST_OK && a->found == a->declared)
        return diag_set(a->d, ST_BAD, place_of(a, start), "more transitions than the %llu that the header declares",
                        (unsigned long long)a->declared);
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
    lts_builder_add(a->builder, from, name, to, true, 0);
    a->found++;
    return ST_OK;
}

/* Up to nine digits between an opening byte and a closing one. */
static const char *plain_number(const char *p, const char *end, char open, char close, uint32_t *out)
{
    if (p == end || *p++ != open)
        return NULL;
    p += p < end && *p == ' ';
    const char *digits = p;
    uint32_t n = 0;
    for (; p < end && is_digit(*p); p++)
        n = n * 10 + (uint32_t)(*p - '0');
    *out = n;
    return p > digits && p - digits < 10 && p < end && *p == close ? p : NULL;
}

/* The form of nearly all lines of large files, `(1,"a",2)`, at once. False, with nothing done, for any other form. */
static bool plain_transition(struct aut *a)
{
    uint32_t from, to;
    const char *p = plain_number(a->at, a->end, '(', ',', &from);
    if (!p)
        return false;
    p += 1 + (p + 1 < a->end && p[1] == ' ');
    if (p == a->end || *p++ != '"')
        return false;
    const char *name = p;
    while (p < a->end && *p != '"' && *p != '\\' && *p)
        p++;
    if (p == a->end || *p != '"')
        return false;
    size_t n = (size_t)(p - name);
    p = plain_number(p + 1, a->end, ',', ')', &to);
    if (!p || p + 1 != a->end || from >= a->states || to >= a->states || a->found == a->declared)
        return false;
    lts_builder_add(a->builder, from, label_id(a, name, n), to, true, 0);
    a->found++;
    a->at = a->end;
    return true;
}

static enum status transitions(struct aut *a)
{
    if (plain_transition(a))
        return ST_OK;
    for (;;) {
        a->at = skip_blanks(a->at, a->end);
        if (a->at == a->end)
            return ST_OK;
        enum status st = transition(a);
        if (st != ST_OK)
            return st;
    }
}

static enum status all_lines(struct aut *a)
{
    size_t n;
    bool headed = false;
    while (lts_source_line(a->source, &a->line, &n)) {
        a->end = a->line + n;
        a->at = skip_blanks(a->line, a->end);
        if (a->at == a->end || *a->at == '#' || *a->at == '%')
            continue;
        enum status st = headed ? ST_OK : header(a);
        headed = true;
        if (st == ST_OK)
            st = transitions(a);
        if (st != ST_OK)
            return st;
    }
    if (a->source->status != ST_OK)
        return a->source->status;
    struct place at = {a->source->name, headed ? a->header_line : 1, headed ? a->count_col : 1};
    if (!headed)
        return diag_set(a->d, ST_BAD, at, "expected the header 'des (initial, transitions, states)', found the end");
    if (a->found != a->declared)
        return diag_set(a->d, ST_BAD, at, "the header declares %llu transitions, the file has %llu",
                        (unsigned long long)a->declared, (unsigned long long)a->found);
    at.col = a->states_col;
    if (!states_plausible(a->states, a->found))
        return diag_set(a->d, ST_BAD, at, "the header declares %u states for %llu transitions", a->states,
                        (unsigned long long)a->found);
    return ST_OK;
}

enum status lts_read_aut(struct source *s, struct lts **out, struct diag *d)
{
    struct aut a = {.source = s, .d = d, .builder = lts_builder_new()};
    enum status st = all_lines(&a);
    buf_free(&a.unescaped);
    if (st != ST_OK) {
        lts_builder_free(a.builder);
        return st;
    }
    lts_builder_states(a.builder, a.states);
    *out = lts_builder_finish(a.builder, a.initial, false, false);
    return ST_OK;
}
