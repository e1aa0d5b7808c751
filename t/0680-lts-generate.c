/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Generated systems: as large as announced, reachable throughout, with the quotients that theory gives; the .aut text
 * is the same system; wrong sizes are refused.
 */
#include "runtime/lts/lts.h"
#include "tap.h"

static struct lts *made(const char *family, const uint64_t *values)
{
    struct lts *l;
    struct diag d = {0};
    if (lts_generate(lts_family_by_name(family), values, NULL, &l, &d))
        printf("# %s: %s\n", family, d.text);
    return l;
}

static uint32_t classes(const struct lts *l, enum lts_relation r)
{
    struct lts *q;
    struct diag d;
    if (lts_reduce(l, r, NULL, &q, NULL, &d))
        return 0;
    uint32_t n = q->states;
    lts_free(q);
    return n;
}

/* 0 stands for "no figure is known". */
static const struct {
    const char *family;
    uint64_t values[LTS_PARAMETERS];
    uint32_t states;
    uint64_t transitions;
    uint32_t strong, branching, weak;
} known[] = {
    {"abp", {1, 1}, 36, 44, 0, 2, 2},
    {"abp", {1, 2}, 70, 88, 0, 3, 3},
    {"abp", {2, 2}, 4900, 12320, 0, 9, 9},
    {"abp", {2, 3}, 10816, 27456, 0, 16, 16},
    {"window", {1, 1, 1}, 0, 0, 0, 3, 3},
    {"window", {1, 2, 1}, 0, 0, 0, 7, 7},
    {"window", {2, 2, 1}, 0, 0, 0, 31, 31},
    {"window", {3, 1, 1}, 0, 0, 0, 7, 7},
    {"window", {1, 2, 2}, 0, 0, 0, 49, 49},
    {"philosophers", {2}, 17, 28, 0, 0, 0},
    {"philosophers", {3}, 75, 186, 0, 0, 0},
    {"philosophers", {5}, 1363, 5650, 0, 0, 0},
    {"philosophers", {7}, 24475, 0, 0, 0, 0},
    {"ring", {1}, 4, 5, 0, 2, 2},
    {"ring", {2}, 16, 28, 0, 8, 8},
    {"ring", {7}, 1792, 7616, 0, 896, 896},
    {"buffers", {1, 3}, 4, 6, 4, 4, 4},
    {"buffers", {4, 3}, 256, 528, 0, 121, 121},
    {"buffers", {9, 2}, 19683, 61236, 0, 1023, 1023},
    {"grid", {30, 20, 5}, 600, 1180, 0, 30, 5},
    {"grid", {1, 1, 1}, 1, 1, 1, 1, 1},
    {"fibonacci", {3}, 2, 3, 2, 2, 2},
    {"fibonacci", {17}, 1597, 2207, 1597, 1597, 1597},
    {"chain", {1000, 0}, 1001, 1000, 1001, 1001, 1001},
    {"chain", {1000, 3}, 1001, 1000, 1001, 668, 668},
    {"random", {1000, 5000, 200, 20, 7}, 1000, 5000, 0, 0, 0},
};

static enum status collect(void *context, const char *text, size_t size, struct diag *d)
{
    (void)d;
    buf_add(context, text, size);
    return ST_OK;
}

/* The text is read as the same system, and its header tells what follows. */
static bool same_as_text(const struct lts_family *f, const uint64_t *values, const struct lts *l)
{
    struct buf text = {0};
    struct lts *again = NULL;
    struct lts_comparison c = {0};
    struct diag d = {0};
    bool same = lts_generate_aut(f, values, NULL, collect, &text, &d) == ST_OK &&
                lts_read_text("text", text.data, text.size, LTS_FMT_AUT, NULL, 0, &again, &d) == ST_OK &&
                again->states == l->states && lts_transitions(again) == lts_transitions(l) &&
                lts_compare(l, again, LTS_REL_NONE, false, NULL, &c, &d) == ST_OK && c.verdict == LTS_VERDICT_TRUE;
    if (!same)
        printf("# %s\n", d.text);
    lts_comparison_free(&c);
    lts_free(again);
    buf_free(&text);
    return same;
}

static bool reachable(const struct lts *l)
{
    struct lts *r = lts_reachable(l);
    bool all = r->states == l->states;
    lts_free(r);
    return all;
}

static void sizes(size_t i)
{
    const struct lts_family *f = lts_family_by_name(known[i].family);
    struct lts *l = made(known[i].family, known[i].values);
    bool random = !strcmp(known[i].family, "random");
    ok(l && (!known[i].states || l->states == known[i].states) &&
           (!known[i].transitions || lts_transitions(l) == known[i].transitions || random),
       "%s %llu %llu: %u states, %llu transitions", f->name, (unsigned long long)known[i].values[0],
       (unsigned long long)known[i].values[1], l->states, (unsigned long long)lts_transitions(l));
    ok(random || reachable(l), "all reachable");
    ok(same_as_text(f, known[i].values, l), "the text holds the same system");
    if (known[i].strong)
        ok(classes(l, LTS_STRONG) == known[i].strong, "%u strong classes", known[i].strong);
    if (known[i].branching)
        ok(classes(l, LTS_BRANCHING) == known[i].branching, "%u branching classes", known[i].branching);
    if (known[i].weak)
        ok(classes(l, LTS_WEAK) == known[i].weak, "%u weak classes", known[i].weak);
    lts_free(l);
}

static void random_systems(void)
{
    const uint64_t a[] = {300, 2000, 7, 30, 1}, b[] = {300, 2000, 7, 30, 2};
    struct lts *x = made("random", a), *y = made("random", a), *z = made("random", b);
    uint64_t taus = 0, n = lts_transitions(x);
    for (uint64_t t = 0; t < n; t++)
        taus += x->label[t] == LTS_TAU;
    ok(n == lts_transitions(y) && !memcmp(x->target, y->target, n * sizeof *x->target), "one seed, one random system");
    ok(memcmp(x->target, z->target, 1000 * sizeof *x->target) != 0, "another seed, another one");
    ok(n > 1950 && taus > n / 5 && taus < n * 2 / 5, "%llu of %llu transitions are silent, 30 percent were asked for",
       (unsigned long long)taus, (unsigned long long)n);
    uint32_t stuck = 0;
    for (uint32_t s = 0; s < x->states; s++)
        stuck += x->first[s] == x->first[s + 1];
    ok(!stuck, "every state has a transition");
    lts_free(x);
    lts_free(y);
    lts_free(z);
}

static bool stop_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

static enum status refuse(void *context, const char *text, size_t size, struct diag *d)
{
    (void)context, (void)text, (void)size;
    return diag_set(d, ST_SYSTEM, (struct place){0}, "full");
}

static void refusals(void)
{
    struct lts *l;
    struct diag d = {0};
    const uint64_t many[] = {16, 200}, none[] = {0, 1}, wide[] = {3, 3, 9}, large[] = {9, 3}, huge[] = {2, 100};
    int asked = 0;
    const struct lts_control stopped = {.stop = stop_at_once, .context = &asked}, small = {.max_memory = 1 << 20};
    ok(lts_generate(lts_family_by_name("abp"), many, NULL, &l, &d) == ST_BAD && !l, "too many states");
    is(d.text, "abp of this size has more than 4294967294 states", "are refused");
    ok(lts_generate(lts_family_by_name("abp"), none, NULL, &l, &d) == ST_BAD && !l, "no protocol at all");
    is(d.text, "abp: copies is 0, but must lie between 1 and 16", "is refused with the limits");
    ok(lts_generate(lts_family_by_name("grid"), wide, NULL, &l, &d) == ST_BAD && !l, "more labels than columns");
    is(d.text, "grid: 9 labels, but only 3 columns to carry them", "are refused");
    ok(lts_generate(lts_family_by_name("philosophers"), large, &stopped, &l, &d) == ST_STOPPED && !l && asked,
       "told to stop");
    ok(lts_generate(lts_family_by_name("philosophers"), large, &small, &l, &d) == ST_LIMIT && !l, "a limit of memory");
    ok(lts_generate_aut(lts_family_by_name("abp"), huge, &stopped, refuse, NULL, &d) == ST_STOPPED, "the same as text");
    ok(lts_generate_aut(lts_family_by_name("abp"), huge, NULL, refuse, NULL, &d) == ST_SYSTEM &&
           !strcmp(d.text, "full"),
       "a full disk ends it");
    ok(!lts_family_by_name("apb"), "an unknown family");
}

int main(void)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        sizes(i);
    random_systems();
    refusals();
    return done();
}
