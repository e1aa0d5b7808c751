/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parallel composition of finished systems: what CCS says of their terms, for random systems too.
 */
#include "runtime/lts/lts.h"
#include "lts_large.h"
#include "tap.h"

#include <stdlib.h>

static uint64_t seed = 6130;

static uint32_t any(uint32_t below)
{
    seed += 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash_u64(seed) >> 33) % below;
}

static struct lts *read_ccs(const char *text, size_t size)
{
    struct lts *l = NULL;
    struct diag d = {0};
    if (lts_read_text("x.ccs", text, size, LTS_FMT_CCS, NULL, 0, &l, &d) != ST_OK)
        printf("# %s\n", d.text);
    return l;
}

static struct lts *composed(const char *left, const char *right, const struct lts_composition *how, struct diag *d)
{
    struct lts *parts[2] = {read_ccs(left, strlen(left)), read_ccs(right, strlen(right))}, *whole = NULL;
    memset(d, 0, sizeof *d);
    lts_compose((const struct lts *const *)parts, 2, how, NULL, &whole, d);
    lts_free(parts[0]);
    lts_free(parts[1]);
    return whole;
}

static void test_buffers(void)
{
    static const char first[] = "proc B = in.'mid.B", second[] = "proc C = mid.'out.C";
    struct lts_composition free_names = {0}, shared = {.restrict_shared = true};
    struct diag d;
    struct lts *l = composed(first, second, &free_names, &d);
    ok(l && l->states == 4 && lts_transitions(l) == 9,
       "two buffers side by side: 4 states, 8 moves alone and one together");
    lts_free(l);
    l = composed(first, second, &shared, &d);
    ok(l && l->states == 4 && lts_transitions(l) == 5, "with mid only together: a buffer of two places, 5 transitions");
    lts_free(l);
    struct lts_edit edit = {LTS_RESTRICT, "mid", NULL};
    struct lts_composition by_name = {.edits = &edit, .edit_count = 1};
    l = composed(first, second, &by_name, &d);
    ok(l && lts_transitions(l) == 5, "the same with the name given");
    lts_free(l);
    edit.name = "mud";
    l = composed(first, second, &by_name, &d);
    is(d.text, "no label matches 'mud'; did you mean 'mid'?", "a name that no system has is an error");
    ok(!l, "and nothing is composed");
}

static void test_must(void)
{
    struct lts_builder *b = lts_builder_new();
    struct lts_composition how = {0};
    struct diag d = {0};
    lts_builder_add(b, 0, LTS_TAU, 0, false, 0);
    struct lts *l = lts_builder_finish(b, 0, true, false), *whole = NULL;
    const struct lts *parts[1] = {l};
    ok(lts_compose(parts, 1, &how, NULL, &whole, &d) == ST_BAD && !whole, "may transitions are refused: %s", d.text);
    lts_free(l);
}

static struct lts *random_system(void)
{
    static const char *const names[] = {"a", "'a", "b", "'b", "c"};
    struct lts_builder *b = lts_builder_new();
    uint32_t states = 1 + any(4), n = any(8);
    lts_builder_states(b, states);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t label = any(6) ? lts_builder_label(b, names[any(5)]) : LTS_TAU;
        lts_builder_add(b, any(states), label, any(states), true, 0);
    }
    return lts_builder_finish(b, any(states), false, false);
}

/* Writes the three as automata of a CCS file and reads `(A | B | C) \ {a}`. */
static struct lts *through_text(struct lts *const *parts)
{
    static const char *const process[] = {"A", "B", "C"};
    struct buf text = {0};
    struct diag d;
    for (int i = 0; i < 3; i++)
        lts_write(parts[i], LTS_FMT_CCS, &(struct lts_print){.name = process[i]}, &text, &d);
    buf_puts(&text, "proc main = (A | B | C) \\ {a}\n");
    struct lts *l = read_ccs(text.data, text.size);
    buf_free(&text);
    return l;
}

static void test_random(void)
{
    struct lts_edit edit = {LTS_RESTRICT, "a", NULL};
    struct lts_composition how = {.edits = &edit, .edit_count = 1};
    int wrong = 0;
    for (int round = 0; round < 300; round++) {
        struct lts *parts[3], *whole = NULL;
        struct diag d = {0};
        for (int i = 0; i < 3; i++)
            parts[i] = random_system();
        struct lts *text = through_text(parts);
        enum status st = lts_compose((const struct lts *const *)parts, 3, &how, NULL, &whole, &d);
        struct lts_comparison c = {0};
        if (st == ST_OK && text)
            wrong +=
                lts_compare(whole, text, LTS_STRONG, false, NULL, &c, &d) != ST_OK || c.verdict != LTS_VERDICT_TRUE;
        else
            wrong += strncmp(d.text, "no label matches", 16) != 0; /* none of the three has an a */
        lts_comparison_free(&c);
        lts_free(whole);
        lts_free(text);
        for (int i = 0; i < 3; i++)
            lts_free(parts[i]);
    }
    ok(wrong == 0, "300 times three random systems: the same as their automata in a CCS term (%d wrong)", wrong);
}

/* ---- labels done together ---------------------------------------------------------------------------------------- */

enum { PARTS = 3, LABELS = 5 };
static const char *const alphabet[LABELS] = {"i", "a", "'a", "b(1)", "b(2)"};

static struct lts *random_part(void)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t states = 1 + any(4), n = any(9);
    lts_builder_states(b, states);
    for (uint32_t i = 0; i < n; i++)
        lts_builder_add(b, any(states), lts_builder_label(b, alphabet[any(LABELS)]), any(states), true, 0);
    struct lts *l = lts_builder_finish(b, any(states), false, false), *reached = lts_reachable(l);
    lts_free(l);
    lts_forget_labels(reached);
    return reached;
}

static bool has(const struct lts *l, uint32_t from, const char *label, uint32_t to)
{
    for (uint64_t t = l->first[from]; t < l->first[from + 1]; t++)
        if (l->target[t] == to && !strcmp(lts_label(l, t), label))
            return true;
    return false;
}

static bool knows(const struct lts *l, const char *label)
{
    for (uint64_t t = 0; t < lts_transitions(l); t++)
        if (!strcmp(lts_label(l, t), label))
            return true;
    return false;
}

/* The definition, for all states at once: a step of the whole is a step of each part that takes part. */
static bool whole_has(struct lts *const *parts, const uint32_t *s, const char *label, bool together, const uint32_t *t)
{
    uint32_t moved = 0;
    for (int i = 0; i < PARTS; i++)
        moved += s[i] != t[i];
    if (!together) {
        for (int i = 0; i < PARTS; i++)
            if (has(parts[i], s[i], label, t[i]) && moved == (s[i] != t[i]))
                return true;
        return false;
    }
    bool some = false;
    for (int i = 0; i < PARTS; i++) {
        some |= knows(parts[i], label);
        if (knows(parts[i], label) ? !has(parts[i], s[i], label, t[i]) : s[i] != t[i])
            return false;
    }
    return some;
}

static uint32_t split(struct lts *const *parts, uint32_t state, uint32_t *s)
{
    for (int i = 0; i < PARTS; i++) {
        s[i] = state % parts[i]->states;
        state /= parts[i]->states;
    }
    return state;
}

/* `together`, and what happens to a label afterwards, by label: a bit, and NULL when it goes. */
static struct lts *naive_product(struct lts *const *parts, const bool *together, const char *const *becomes)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t all = 1, initial = 0, s[PARTS], t[PARTS];
    for (int i = 0; i < PARTS; i++) {
        initial += parts[i]->initial * all;
        all *= parts[i]->states;
    }
    for (uint32_t from = 0; from < all; from++)
        for (uint32_t to = 0; to < all; to++)
            for (int l = 0; l < LABELS; l++) {
                split(parts, from, s);
                split(parts, to, t);
                if (becomes[l] && whole_has(parts, s, alphabet[l], together[l], t))
                    lts_builder_add(b, from, lts_builder_label(b, becomes[l]), to, true, 0);
            }
    lts_builder_states(b, all);
    struct lts *l = lts_builder_finish(b, initial, false, false), *reached = lts_reachable(l);
    lts_free(l);
    return reached;
}

struct choice {
    const char *what;
    const char *sync[2];
    bool together[LABELS];
    struct lts_edit edits[3];
    const char *becomes[LABELS];
};
static const struct choice choices[] = {
    {"nothing together", {0}, {0}, {{0}}, {"i", "a", "'a", "b(1)", "b(2)"}},
    {"all together", {"*"}, {0, 1, 1, 1, 1}, {{0}}, {"i", "a", "'a", "b(1)", "b(2)"}},
    {"|[a]|", {"a"}, {0, 1, 1, 0, 0}, {{0}}, {"i", "a", "'a", "b(1)", "b(2)"}},
    {"|['a]|", {"'a"}, {0, 0, 1, 0, 0}, {{0}}, {"i", "a", "'a", "b(1)", "b(2)"}},
    {"|[\"a\",b]|", {"\"a\"", "b"}, {0, 1, 0, 1, 1}, {{0}}, {"i", "a", "'a", "b(1)", "b(2)"}},
    {"|[b(1)]|, b hidden", {"b(1)"}, {0, 0, 0, 1, 0}, {{LTS_HIDE, "b", NULL}}, {"i", "a", "'a", "i", "i"}},
    {"a is c", {"a"}, {0, 1, 1, 0, 0}, {{LTS_RENAME, "a", "c"}}, {"i", "c", "'c", "b(1)", "b(2)"}},
    {"b is a, a is b",
     {"b"},
     {0, 0, 0, 1, 1},
     {{LTS_RENAME, "b", "a"}, {LTS_RENAME, "a", "b"}},
     {"i", "b", "'b", "a(1)", "a(2)"}},
    {"b(2) does not happen, b(*) is c*",
     {"*"},
     {0, 1, 1, 1, 1},
     {{LTS_RESTRICT, "b(2)", NULL}, {LTS_RENAME, "b(*)", "c*"}},
     {"i", "a", "'a", "c1", NULL}},
    {"a does not happen",
     {"b"},
     {0, 0, 0, 1, 1},
     {{LTS_RESTRICT, "a", NULL}, {LTS_HIDE, "*", NULL}},
     {"i", NULL, NULL, "i", "i"}},
};

static bool round_agrees(const struct choice *ch)
{
    struct lts *parts[PARTS], *whole = NULL;
    struct diag d = {0};
    struct lts_comparison c = {0};
    size_t edits = 0, sync = 0;
    while (edits < 3 && ch->edits[edits].name)
        edits++;
    while (sync < 2 && ch->sync[sync])
        sync++;
    for (int i = 0; i < PARTS; i++)
        parts[i] = random_part();
    struct lts *expected = naive_product(parts, ch->together, ch->becomes);
    struct lts_composition how = {
        .style = LTS_GATES, .sync = ch->sync, .sync_count = sync, .edits = ch->edits, .edit_count = edits};
    enum status st = lts_compose((const struct lts *const *)parts, PARTS, &how, NULL, &whole, &d);
    bool good = st == ST_OK
                    ? whole->states == expected->states && lts_transitions(whole) == lts_transitions(expected) &&
                          lts_compare(whole, expected, LTS_STRONG, false, NULL, &c, &d) == ST_OK &&
                          c.verdict == LTS_VERDICT_TRUE
                    : !strncmp(d.text, "no label matches", 16);
    lts_comparison_free(&c);
    lts_free(whole);
    lts_free(expected);
    for (int i = 0; i < PARTS; i++)
        lts_free(parts[i]);
    return good;
}

static void test_gates(void)
{
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        int wrong = 0;
        for (int round = 0; round < 100; round++)
            wrong += !round_agrees(&choices[i]);
        ok(wrong == 0, "%s: 100 times three random systems as the definition says (%d wrong)", choices[i].what, wrong);
    }
}

/* ---- a product of known size ------------------------------------------------------------------------------------- */

/* One buffer: takes from wire k, gives to wire k+1. */
static struct lts *buffer(uint32_t k, uint32_t data)
{
    struct lts_builder *b = lts_builder_new();
    char label[32];
    for (uint32_t x = 1; x <= data; x++) {
        snprintf(label, sizeof label, "wire%u(%u)", k, x);
        lts_builder_add(b, 0, lts_builder_label(b, label), x, true, 0);
        snprintf(label, sizeof label, "wire%u(%u)", k + 1, x);
        lts_builder_add(b, x, lts_builder_label(b, label), 0, true, 0);
    }
    return lts_builder_finish(b, 0, false, false);
}

static void test_chain(void)
{
    enum { PLACES = 40, FEW = 5, DATA = 3 };
    static const char *const all[] = {"*"};
    struct lts *parts[PLACES], *whole = NULL, *small = NULL;
    struct lts_edit edits[] = {{LTS_RENAME, "wire0", "in"}, {LTS_RENAME, "wire5", "out"}, {LTS_HIDE, "wire*", NULL}};
    struct lts_composition how = {.style = LTS_GATES, .sync = all, .sync_count = 1, .edits = edits, .edit_count = 3};
    struct diag d = {0};
    struct lts_comparison c = {0};
    for (uint32_t k = 0; k < PLACES; k++)
        parts[k] = buffer(k, DATA);
    lts_compose((const struct lts *const *)parts, FEW, &how, NULL, &whole, &d);
    struct lts *expected = large_buffers(FEW, DATA);
    ok(whole && whole->states == 1024 && lts_compare(whole, expected, LTS_STRONG, false, NULL, &c, &d) == ST_OK &&
           c.verdict == LTS_VERDICT_TRUE,
       "five buffers with their wires hidden are the chain built directly");
    lts_reduce(whole, LTS_BRANCHING, NULL, &small, NULL, &d);
    ok(small && small->states == 1 + 3 + 9 + 27 + 81 + 243, "and have as many branching classes as known");
    lts_comparison_free(&c);
    lts_free(expected);
    lts_free(whole);
    lts_free(small);
    struct lts_control few = {.max_states = 5000};
    enum status st = lts_compose((const struct lts *const *)parts, PLACES, &how, &few, &whole, &d);
    ok(st == ST_LIMIT && !whole && strstr(d.text, "more than 5000 states"), "forty buffers end at the limit: %s",
       d.text);
    struct lts_control little = {.max_memory = 1 << 20};
    st = lts_compose((const struct lts *const *)parts, PLACES, &how, &little, &whole, &d);
    ok(st == ST_LIMIT && !whole && strstr(d.text, "memory"), "or of the memory: %s", d.text);
    for (uint32_t k = 0; k < PLACES; k++)
        lts_free(parts[k]);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static void test_names(void)
{
    static const struct {
        const char *name, *label;
        bool matches;
    } table[] = {
        {"send", "send", true},
        {"send", "'send", true},
        {"'send", "send", false},
        {"'send", "'send", true},
        {"send", "send(1,2)", true},
        {"send", "send !1 !2", true},
        {"send", "send!1", true},
        {"send", "sender", false},
        {"'send", "'send(1)", true},
        {"send(1)", "send(1)", true},
        {"send(1)", "send", false},
        {"send(1)", "send(1) ", false},
        {"s*", "'send(1)", true},
        {"s*d", "send(1)", false},
        {"*(1)", "send(1)", true},
        {"*", "", true},
        {"s*n*1*", "send(1)", true},
        {"s*n*2*", "send(1)", false},
        {"**", "x", true},
        {"*d", "sendd", true},
        {"\"send\"", "send", true},
        {"\"send\"", "'send", false},
        {"\"send\"", "send(1)", false},
        {"\"a*\"", "a*", true},
        {"\"a*\"", "ab", false},
        {"(x)", "(x)", true},
        {"", "(x)", false},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (lts_name_matches(table[i].name, table[i].label, strlen(table[i].label)) != table[i].matches) {
            printf("# %s and %s\n", table[i].name, table[i].label);
            wrong++;
        }
    ok(wrong == 0, "names match labels by their gate, by * and in quotes exactly");
}

static void test_relabel(void)
{
    struct lts_builder *b = lts_builder_new();
    const char *labels[] = {"a(1)", "a(2)", "'a(1)", "c", "d", "e"};
    for (uint32_t i = 0; i < 6; i++)
        lts_builder_add(b, 0, lts_builder_label(b, labels[i]), 1, i % 2, i);
    struct lts *l = lts_builder_finish(b, 0, true, true);
    struct lts_edit edits[] = {{LTS_RENAME, "a(*)", "x*y"}, {LTS_RENAME, "c", "d"}, {LTS_HIDE, "e", NULL}};
    lts_relabel(l, edits, 3);
    struct buf text = {0};
    for (uint64_t t = 0; t < lts_transitions(l); t++)
        buf_printf(&text, "%s%s%u ", lts_label(l, t), lts_is_must(l, t) ? "!" : "?", l->origin[t]);
    is(buf_str(&text), "i!5 x1y?0 x2y!1 'x1y?2 d!3 ", "of two transitions that become one the must one stays");
    buf_free(&text);
    const struct lts *one[] = {l};
    struct lts_edit silent = {LTS_HIDE, "tau", NULL};
    struct diag d = {0};
    ok(lts_check_edits(one, 1, &silent, 1, &d) == ST_BAD, "the silent action has no name: %s", d.text);
    lts_free(l);
}

int main(void)
{
    test_buffers();
    test_must();
    test_random();
    test_names();
    test_relabel();
    test_gates();
    test_chain();
    return done();
}
