/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Systems as JSON: the one text format that keeps must bits, propositions and the names of states.
 *
 *     {"states": 2, "initial": 0, "labels": ["i", "'a"],
 *      "transitions": [[0,1,1], [1,0,0,false]],              from, label, to; a fourth `false`: may only
 *      "modal": true,                                        there are must bits, even if no transition is may only
 *      "propositions": ["p"], "values": ["1", "?"],          of each state: 0, 1 or ? for each proposition
 *      "state_names": ["start", null]}
 *
 * Label "i" is the silent action. Bytes of labels that are no UTF-8 are written as lone surrogates \udc80 .. \udcff, as
 * Python does. Unknown members are skipped. Source: RFC 8259.
 */
#include "runtime/lts/format.h"

#include <stdlib.h>

enum { DEEPEST = 100 };

struct step {
    uint32_t from, label, to;
    bool must;
};
struct strings {
    struct VEC(char *) list; /* NULL stands for null */
    struct VEC(size_t) sizes;
};
struct json {
    const char *name, *text, *at, *end;
    struct diag *d;
    uint64_t states, initial;
    bool has_states, has_initial, has_transitions, modal;
    struct strings labels, props, values, names;
    struct VEC(struct step) steps;
    struct buf word;
};

/* ---- the language ------------------------------------------------------------------------------------------------ */

static struct place place_of(const struct json *j, const char *p)
{
    struct place at = {j->name, 1, 1};
    for (const char *c = j->text; c < p; c++, at.col++)
        if (*c == '\n') {
            at.line++;
            at.col = 0;
        }
    return at;
}

static void skip_blanks(struct json *j)
{
    while (j->at < j->end && (*j->at == ' ' || *j->at == '\t' || *j->at == '\n' || *j->at == '\r'))
        j->at++;
}

static enum status expected(struct json *j, const char *what)
{
    return diag_set(j->d, ST_BAD, place_of(j, j->at), "expected %s, found %s", what, lts_found_at(j->at, j->end).text);
}

static bool take(struct json *j, char c)
{
    skip_blanks(j);
    if (j->at < j->end && *j->at == c) {
        j->at++;
        return true;
    }
    return false;
}

static bool take_word(struct json *j, const char *word)
{
    size_t n = strlen(word);
    skip_blanks(j);
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

static void put_utf8(struct buf *out, uint32_t c)
{
    if (c < 0x80) {
        buf_putc(out, (char)c);
    } else if (c < 0x800) {
        buf_putc(out, (char)(0xc0 | c >> 6));
        buf_putc(out, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        buf_putc(out, (char)(0xe0 | c >> 12));
        buf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        buf_putc(out, (char)(0x80 | (c & 0x3f)));
    } else {
        buf_putc(out, (char)(0xf0 | c >> 18));
        buf_putc(out, (char)(0x80 | (c >> 12 & 0x3f)));
        buf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        buf_putc(out, (char)(0x80 | (c & 0x3f)));
    }
}

/* Behind "\u": a character, half of one with its other half, or a byte in disguise. */
static enum status unicode_escape(struct json *j)
{
    uint32_t c, low;
    const char *start = j->at - 2;
    if (!hex4(j, &c))
        return expected(j, "four hexadecimal digits");
    if (c >= 0xd800 && c <= 0xdbff && j->end - j->at >= 2 && j->at[0] == '\\' && j->at[1] == 'u') {
        j->at += 2;
        if (!hex4(j, &low))
            return expected(j, "four hexadecimal digits");
        if (low >= 0xdc00 && low <= 0xdfff) {
            put_utf8(&j->word, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
            return ST_OK;
        }
    }
    if (c >= 0xdc80 && c <= 0xdcff)
        buf_putc(&j->word, (char)(c - 0xdc00));
    else if (c == 0 || (c >= 0xd800 && c <= 0xdfff))
        return diag_set(j->d, ST_BAD, place_of(j, start), "this is no character");
    else
        put_utf8(&j->word, c);
    return ST_OK;
}

/* A string into j->word. */
static enum status string(struct json *j)
{
    if (!take(j, '"'))
        return expected(j, "a string");
    const char *start = j->at - 1;
    j->word.size = 0;
    buf_add(&j->word, "", 0);
    while (j->at < j->end && *j->at != '"') {
        static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
        char c = *j->at++;
        if ((unsigned char)c < ' ') {
            j->at--;
            return expected(j, "no control character inside a string");
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
            st = diag_set(j->d, ST_BAD, place_of(j, j->at - 1), "unknown escape in a string");
        if (st != ST_OK)
            return st;
    }
    if (j->at == j->end)
        return diag_set(j->d, ST_BAD, place_of(j, start), "the string has no closing quote");
    j->at++;
    return ST_OK;
}

static enum status number(struct json *j, const char *what, uint64_t *out)
{
    skip_blanks(j);
    const char *start = j->at;
    uint64_t n = 0;
    for (; j->at < j->end && *j->at >= '0' && *j->at <= '9'; j->at++) {
        n = n * 10 + (uint64_t)(*j->at - '0');
        if (n >= LTS_NONE)
            return diag_set(j->d, ST_BAD, place_of(j, start), "%s is too large", what);
    }
    if (j->at == start)
        return expected(j, what);
    *out = n;
    return ST_OK;
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

/* Calls `item` for each element of a list. */
static enum status list(struct json *j, enum status (*item)(struct json *, void *), void *context)
{
    if (!take(j, '['))
        return expected(j, "'['");
    if (take(j, ']'))
        return ST_OK;
    do {
        enum status st = item(j, context);
        if (st != ST_OK)
            return st;
    } while (take(j, ','));
    return take(j, ']') ? ST_OK : expected(j, "',' or ']'");
}

static enum status string_item(struct json *j, void *context)
{
    struct strings *s = context;
    char *copy = NULL;
    size_t n = 0;
    if (s != &j->names || !take_word(j, "null")) {
        enum status st = string(j);
        if (st != ST_OK)
            return st;
        n = j->word.size;
        copy = memcpy(mem_alloc(n + 1), j->word.data, n + 1);
    }
    vec_push(&s->list, copy);
    vec_push(&s->sizes, n);
    return ST_OK;
}

static enum status step_item(struct json *j, void *context)
{
    (void)context;
    uint64_t from = 0, label = 0, to = 0;
    bool must = true;
    enum status st = take(j, '[') ? number(j, "the number of a state", &from) : expected(j, "'['");
    if (st == ST_OK)
        st = take(j, ',') ? number(j, "the number of a label", &label) : expected(j, "','");
    if (st == ST_OK)
        st = take(j, ',') ? number(j, "the number of a state", &to) : expected(j, "','");
    if (st == ST_OK && take(j, ',')) {
        j->modal = true;
        must = take_word(j, "true");
        if (!must && !take_word(j, "false"))
            return expected(j, "true or false");
    }
    if (st == ST_OK && !take(j, ']'))
        return expected(j, "']'");
    vec_push(&j->steps, ((struct step){(uint32_t)from, (uint32_t)label, (uint32_t)to, must}));
    return st;
}

/* Passes over any value. */
static enum status skip_value(struct json *j)
{
    char closing[DEEPEST];
    int depth = 0;
    do {
        skip_blanks(j);
        if (j->at == j->end)
            return expected(j, "a value");
        char c = *j->at;
        if (c == '"') {
            enum status st = string(j);
            if (st != ST_OK)
                return st;
        } else if (c == '[' || c == '{') {
            if (depth == DEEPEST)
                return expected(j, "fewer brackets");
            closing[depth++] = c == '[' ? ']' : '}';
            j->at++;
        } else if (c == ']' || c == '}') {
            if (depth == 0 || closing[--depth] != c)
                return expected(j, "a value");
            j->at++;
        } else if (depth == 0 && (c == ',' || c == ':')) {
            return expected(j, "a value");
        } else {
            j->at++;
            while (j->at < j->end && !strchr(" \t\r\n,:[]{}\"", *j->at))
                j->at++;
        }
    } while (depth > 0);
    return ST_OK;
}

/* ---- a system ---------------------------------------------------------------------------------------------------- */

static enum status read_labels(struct json *j)
{
    return list(j, string_item, &j->labels);
}

static enum status read_propositions(struct json *j)
{
    return list(j, string_item, &j->props);
}

static enum status read_values(struct json *j)
{
    return list(j, string_item, &j->values);
}

static enum status read_names(struct json *j)
{
    return list(j, string_item, &j->names);
}

static enum status read_states(struct json *j)
{
    j->has_states = true;
    return number(j, "the number of states", &j->states);
}

static enum status read_initial(struct json *j)
{
    j->has_initial = true;
    return number(j, "the initial state", &j->initial);
}

static enum status read_transitions(struct json *j)
{
    j->has_transitions = true;
    return list(j, step_item, NULL);
}

static enum status read_modal(struct json *j)
{
    if (take_word(j, "true"))
        j->modal = true;
    else if (!take_word(j, "false"))
        return expected(j, "true or false");
    return ST_OK;
}

static const struct {
    const char *name;
    enum status (*read)(struct json *);
} members[] = {
    {"states", read_states},
    {"initial", read_initial},
    {"labels", read_labels},
    {"transitions", read_transitions},
    {"propositions", read_propositions},
    {"values", read_values},
    {"state_names", read_names},
    {"modal", read_modal},
};

static enum status member(struct json *j)
{
    enum status st = string(j);
    if (st != ST_OK)
        return st;
    enum status (*read)(struct json *) = skip_value;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!strcmp(j->word.data, members[i].name))
            read = members[i].read;
    return take(j, ':') ? read(j) : expected(j, "':'");
}

static enum status object(struct json *j)
{
    if (!take(j, '{'))
        return expected(j, "'{'");
    if (!take(j, '}')) {
        do {
            enum status st = member(j);
            if (st != ST_OK)
                return st;
        } while (take(j, ','));
        if (!take(j, '}'))
            return expected(j, "',' or '}'");
    }
    skip_blanks(j);
    return j->at == j->end ? ST_OK : expected(j, "the end of the file");
}

static enum status check(struct json *j)
{
    struct place at = {j->name, 0, 0};
    if (!j->has_states || !j->has_initial || !j->has_transitions)
        return diag_set(j->d, ST_BAD, at, "member \"%s\" is missing",
                        !j->has_states ? "states" : !j->has_initial ? "initial" : "transitions");
    if (!states_plausible(j->states, j->steps.count) || j->states == 0)
        return diag_set(j->d, ST_BAD, at, "%llu states with %zu transitions", (unsigned long long)j->states,
                        j->steps.count);
    if (j->initial >= j->states)
        return diag_set(j->d, ST_BAD, at, "initial state %llu does not exist", (unsigned long long)j->initial);
    for (size_t i = 0; i < j->steps.count; i++) {
        const struct step *s = &j->steps.items[i];
        if (s->from >= j->states || s->to >= j->states)
            return diag_set(j->d, ST_BAD, at, "transition %zu: state %u does not exist", i,
                            s->from >= j->states ? s->from : s->to);
        if (s->label >= j->labels.list.count)
            return diag_set(j->d, ST_BAD, at, "transition %zu: label %u does not exist", i, s->label);
    }
    if (j->names.list.count && j->names.list.count != j->states)
        return diag_set(j->d, ST_BAD, at, "%zu state names for %llu states", j->names.list.count,
                        (unsigned long long)j->states);
    if ((j->props.list.count || j->values.list.count) && j->values.list.count != j->states)
        return diag_set(j->d, ST_BAD, at, "%zu values of propositions for %llu states", j->values.list.count,
                        (unsigned long long)j->states);
    for (size_t i = 0; i < j->values.list.count; i++)
        if (j->values.sizes.items[i] != j->props.list.count ||
            strspn(j->values.list.items[i], "01?") != j->props.list.count)
            return diag_set(j->d, ST_BAD, at, "values of state %zu: expected %zu of 0, 1 and ?", i,
                            j->props.list.count);
    return ST_OK;
}

static struct lts *build(struct json *j)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t *label = mem_alloc((j->labels.list.count + 1) * sizeof *label);
    for (size_t i = 0; i < j->labels.list.count; i++)
        label[i] = lts_builder_label_n(b, j->labels.list.items[i], j->labels.sizes.items[i]);
    for (size_t i = 0; i < j->steps.count; i++) {
        const struct step *s = &j->steps.items[i];
        lts_builder_add(b, s->from, label[s->label], s->to, s->must, 0);
    }
    free(label);
    lts_builder_states(b, (uint32_t)j->states);
    struct lts *l = lts_builder_finish(b, (uint32_t)j->initial, j->modal, false);
    if (j->names.list.count) {
        l->state_names = j->names.list.items; /* the strings go along */
        j->names.list.items = NULL;
        j->names.list.count = 0;
    }
    if (j->props.list.count) {
        l->props = (uint32_t)j->props.list.count;
        l->prop_names = j->props.list.items;
        j->props.list.items = NULL;
        j->props.list.count = 0;
        l->prop = mem_alloc((size_t)l->states * l->props);
        for (uint32_t s = 0; s < l->states; s++)
            for (uint32_t p = 0; p < l->props; p++) {
                char c = j->values.list.items[s][p];
                l->prop[(size_t)s * l->props + p] = c == '1' ? LTS_TRUE : c == '0' ? LTS_FALSE : LTS_MAYBE;
            }
    }
    return l;
}

static void free_strings(struct strings *s)
{
    for (size_t i = 0; i < s->list.count; i++)
        free(s->list.items[i]);
    vec_free(&s->list);
    vec_free(&s->sizes);
}

enum status lts_read_json(struct source *s, struct lts **out, struct diag *d)
{
    struct json j = {.name = s->name, .d = d};
    size_t size;
    enum status st = lts_source_all(s, &j.text, &size);
    if (st != ST_OK)
        return st;
    j.at = j.text;
    j.end = j.text + size;
    st = object(&j);
    if (st == ST_OK)
        st = check(&j);
    if (st == ST_OK)
        *out = build(&j);
    free_strings(&j.labels);
    free_strings(&j.props);
    free_strings(&j.values);
    free_strings(&j.names);
    vec_free(&j.steps);
    buf_free(&j.word);
    return st;
}
