/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is written as aut, lts, ccs, cwb or json reads back as the same system, whatever the labels are; JSON and lts
 * keep must bits, propositions and names of states too.
 */
#include "runtime/lts/lts.h"
#include "tap.h"

#include <stdlib.h>

static uint64_t seed = 3;

static uint32_t any(uint32_t below)
{
    seed += 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash_u64(seed) >> 33) % below;
}

/* Names that some format must quote, escape or tell from a word of its own. */
static const char *const names[] = {
    "a",
    "'a",
    "t",
    "'t",
    "'tau",
    "nil",
    "proc",
    "set",
    "Aut",
    "agent",
    "start",
    "0",
    "12",
    "'",
    "''",
    "''a",
    "\"",
    "'\"",
    "\\",
    "a\\",
    "\\\"",
    "a\",1)",
    "\", 1)",
    "f(x, 1)",
    "write(1, \"hi\\n\")",
    "a b",
    " a ",
    "{",
    "}",
    "a{1}",
    "a.b",
    "a-b",
    "a--b",
    "-",
    "*",
    "* a",
    "#",
    "%d",
    "a\nb",
    "a\r",
    "\t",
    "\001",
    "\177",
    "h\303\251",
    "\303",
    "\377\376",
    "\xed\xa0\x80",
    "\xf0\x9f\x90\xba",
    "S0'",
    "a/b",
    "''''",
    "a'b",
    "i'",
    "'i",
    "I",
    "Tau",
    "\"i\"",
    "/*",
    "$x",
    "true",
    "null",
    "[1,2]",
    "\\u0041",
    "\\n",
    ",",
    "(",
    ")",
    "",
};
enum { NAMES = sizeof names / sizeof *names };

static struct lts *random_system(bool modal)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t states = 1 + any(8), n = any(30);
    lts_builder_states(b, states);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t label = any(6) ? lts_builder_label(b, names[any(NAMES)]) : LTS_TAU;
        lts_builder_add(b, any(states), label, any(states), !modal || any(2), 0);
    }
    struct lts *l = lts_builder_finish(b, any(states), modal, false);
    return l;
}

static char *text_copy(const char *s)
{
    return strcpy(base_mem_alloc(strlen(s) + 1), s);
}

static void decorate(struct lts *l)
{
    l->props = 1 + any(3);
    l->prop_names = base_mem_zalloc(l->props * sizeof *l->prop_names);
    for (uint32_t p = 0; p < l->props; p++)
        l->prop_names[p] = text_copy(names[any(NAMES)]);
    l->prop = base_mem_alloc((size_t)l->states * l->props);
    for (uint32_t i = 0; i < l->states * l->props; i++)
        l->prop[i] = (uint8_t)any(3);
    l->state_names = base_mem_zalloc(l->states * sizeof *l->state_names);
    for (uint32_t s = 0; s < l->states; s++)
        l->state_names[s] = any(4) ? text_copy(names[any(NAMES)]) : NULL;
}

/* Whether b has each transition of a, by the names of labels, with the same must bit. */
static bool within(const struct lts *a, const struct lts *b)
{
    for (uint32_t s = 0; s < a->states; s++)
        for (uint64_t t = a->first[s]; t < a->first[s + 1]; t++) {
            bool found = false;
            for (uint64_t k = b->first[s]; k < b->first[s + 1]; k++)
                found |= !strcmp(lts_label(a, t), lts_label(b, k)) && a->target[t] == b->target[k] &&
                         (a->label[t] == LTS_TAU) == (b->label[k] == LTS_TAU) && lts_is_must(a, t) == lts_is_must(b, k);
            if (!found)
                return false;
        }
    return true;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static bool same(const struct lts *a, const struct lts *b)
{
    if (a->states != b->states || a->initial != b->initial || lts_transitions(a) != lts_transitions(b) ||
        a->props != b->props)
        return false;
    if (!a->must != !b->must || !a->state_names != !b->state_names)
        return false;
    for (uint32_t s = 0; a->state_names && s < a->states; s++)
        if (!same_text(a->state_names[s], b->state_names[s]))
            return false;
    for (uint32_t p = 0; p < a->props; p++)
        if (!same_text(a->prop_names[p], b->prop_names[p]))
            return false;
    return (!a->props || !memcmp(a->prop, b->prop, (size_t)a->states * a->props)) && within(a, b) && within(b, a);
}

static bool round_trip(const struct lts *l, enum lts_format format, enum lts_format reader)
{
    struct buf text = {0};
    struct diag d = {0};
    struct lts *back = NULL;
    bool good = lts_write(l, format, NULL, &text, &d) == ST_OK &&
                lts_read_text("text", text.data, text.size, reader, NULL, 0, &back, &d) == ST_OK && same(l, back);
    if (!good)
        printf("# %s\n# %u:%u: %s\n", buf_str(&text), d.at.line, d.at.col, d.text);
    buf_free(&text);
    lts_free(back);
    return good;
}

int main(void)
{
    static const enum lts_format formats[] = {LTS_FMT_AUT, LTS_FMT_CCS, LTS_FMT_CWB, LTS_FMT_JSON, LTS_FMT_BINARY};
    static const char *const format_names[] = {"aut", "ccs", "cwb", "json", "lts"};
    enum { FORMATS = sizeof formats / sizeof *formats };
    bool good[FORMATS], detected[FORMATS], decorated = true;
    memset(good, true, sizeof good);
    memset(detected, true, sizeof detected);
    for (int round = 0; round < 3000; round++) {
        struct lts *l = random_system(false);
        for (int f = 0; f < FORMATS; f++) {
            good[f] &= round_trip(l, formats[f], formats[f]);
            detected[f] &= round_trip(l, formats[f], LTS_FMT_UNKNOWN);
        }
        lts_free(l);
        l = random_system(round & 1);
        decorate(l);
        decorated &= round_trip(l, LTS_FMT_JSON, LTS_FMT_JSON) && round_trip(l, LTS_FMT_BINARY, LTS_FMT_BINARY);
        lts_free(l);
    }
    for (int f = 0; f < FORMATS; f++) {
        ok(good[f], "%s: 3000 random systems read back as they were written", format_names[f]);
        ok(detected[f], "%s: also when the format is told by the content", format_names[f]);
    }
    ok(decorated, "json: must bits, propositions and names of states come back");
    return done();
}
