/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parallel composition of finished systems: what CCS says of their terms, for random systems too.
 */
#include "runtime/lts/lts.h"
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
    lts_compose((const struct lts *const *)parts, 2, how, 0, &whole, d);
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
    ok(l && l->states == 4 && lts_transitions(l) == 9, "two buffers side by side: 4 states, 8 moves alone and one together");
    lts_free(l);
    l = composed(first, second, &shared, &d);
    ok(l && l->states == 4 && lts_transitions(l) == 5, "with mid only together: a buffer of two places, 5 transitions");
    lts_free(l);
    static const char *const mid[] = {"mid"}, *const absent[] = {"mud"};
    struct lts_composition by_name = {.restricted = mid, .restricted_count = 1};
    l = composed(first, second, &by_name, &d);
    ok(l && lts_transitions(l) == 5, "the same with the name given");
    lts_free(l);
    by_name.restricted = absent;
    l = composed(first, second, &by_name, &d);
    is(d.text, "no system has the action 'mud' or its co-name", "a name that no system has is an error");
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
    ok(lts_compose(parts, 1, &how, 0, &whole, &d) == ST_BAD && !whole, "may transitions are refused: %s", d.text);
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
    static const char *const names[] = {"a"};
    struct lts_composition how = {.restricted = names, .restricted_count = 1};
    int wrong = 0;
    for (int round = 0; round < 300; round++) {
        struct lts *parts[3], *whole = NULL;
        struct diag d = {0};
        for (int i = 0; i < 3; i++)
            parts[i] = random_system();
        struct lts *text = through_text(parts);
        enum status st = lts_compose((const struct lts *const *)parts, 3, &how, 0, &whole, &d);
        struct lts_comparison c = {0};
        if (st == ST_OK && text)
            wrong += lts_compare(whole, text, LTS_STRONG, false, NULL, &c, &d) != ST_OK || c.verdict != LTS_VERDICT_TRUE;
        else
            wrong += strncmp(d.text, "no system has", 13) != 0; /* none of the three has an a */
        lts_comparison_free(&c);
        lts_free(whole);
        lts_free(text);
        for (int i = 0; i < 3; i++)
            lts_free(parts[i]);
    }
    ok(wrong == 0, "300 times three random systems: the same as their automata in a CCS term (%d wrong)", wrong);
}

int main(void)
{
    test_buffers();
    test_must();
    test_random();
    return done();
}
