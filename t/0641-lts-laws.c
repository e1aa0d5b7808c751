/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The relations against each other: on thousands of random pairs, what one says follows from what the finer ones say;
 * every such arrow is strict; an equivalence is its preorder both ways; a reduced system is equivalent to what it was
 * made of by all relations that the reduction's own implies; and equal systems are reduced to the same.
 *
 * Another seed: 0641-lts-laws SEED [PAIRS].
 */
#ifndef PAIRS
#define PAIRS 4000 /* t/long has more */
#endif
#include "tap.h"
#include "lts_random.h"
#include "lts_spectrum.h"

enum { RELATIONS = 32 };

static const char *name_of(enum lts_relation r)
{
    for (const struct lts_relation_row *row = lts_relations; row->name; row++)
        if (row->relation == r)
            return row->name;
    return "?";
}

static bool holds(const struct lts *a, const struct lts *b, enum lts_relation r, bool preorder)
{
    struct lts_comparison c;
    struct diag d = {0};
    bool yes = !lts_compare(a, b, r, preorder, NULL, &c, &d) && c.verdict == LTS_VERDICT_TRUE;
    if (d.text[0])
        printf("# %s: %s\n", name_of(r), d.text);
    lts_comparison_free(&c);
    return yes;
}

/* Verdicts on a pair: of equivalences, and of preorders one way and the other. */
struct verdicts {
    bool equal[RELATIONS], below[RELATIONS], above[RELATIONS];
};

static void find_verdicts(const struct lts *a, const struct lts *b, struct verdicts *v)
{
    for (const struct lts_relation_row *row = lts_relations; row->name; row++) {
        if (row->compares)
            v->equal[row->relation] = holds(a, b, row->relation, false);
        if (row->has_preorder) {
            v->below[row->relation] = holds(a, b, row->relation, true);
            v->above[row->relation] = holds(b, a, row->relation, true);
        }
    }
}

static bool compares(enum lts_relation r)
{
    for (const struct lts_relation_row *row = lts_relations; row->name; row++)
        if (row->relation == r)
            return row->compares;
    return false;
}

static const char *check_arrows(const struct verdicts *v, bool props, int *strict)
{
    for (size_t i = 0; i < sizeof spectrum / sizeof *spectrum; i++) {
        const struct spectrum_arrow *a = &spectrum[i];
        if (!compares(a->finer) || (props && a->plain_only))
            continue;
        strict[i] += v->equal[a->coarser] && !v->equal[a->finer];
        if (v->equal[a->finer] && !v->equal[a->coarser])
            return name_of(a->finer);
        if (a->preorder &&
            ((v->below[a->finer] && !v->below[a->coarser]) || (v->above[a->finer] && !v->above[a->coarser])))
            return name_of(a->finer);
    }
    return NULL;
}

static const char *check_preorders(const struct verdicts *v)
{
    for (const struct lts_relation_row *row = lts_relations; row->name; row++)
        if (row->has_preorder && v->equal[row->relation] != (v->below[row->relation] && v->above[row->relation]))
            return row->name;
    return NULL;
}

/* Equal systems, and only they, have equal canonical forms. */
static const char *check_canonical(const struct lts *a, const struct lts *b, const struct verdicts *v)
{
    const char *wrong = NULL;
    for (const struct lts_relation_row *row = lts_relations; row->name && !wrong; row++) {
        struct lts *x = NULL, *y = NULL;
        struct diag d;
        if (!row->reduces || !row->compares || row->relation == LTS_REL_NONE)
            continue;
        if (lts_reduce(a, row->relation, NULL, &x, NULL, &d) || lts_reduce(b, row->relation, NULL, &y, NULL, &d) ||
            naive_same(x, y) != v->equal[row->relation])
            wrong = row->name;
        lts_free(x);
        lts_free(y);
    }
    return wrong;
}

static const char *check_reductions(const struct lts *l)
{
    for (const struct lts_relation_row *row = lts_relations; row->name; row++) {
        struct lts *small;
        struct diag d;
        const char *wrong = NULL;
        if (!row->reduces || row->relation == LTS_REL_NONE)
            continue;
        if (lts_reduce(l, row->relation, NULL, &small, NULL, &d))
            return row->name;
        for (const struct lts_relation_row *other = lts_relations; other->name && !wrong; other++)
            if (other->compares && spectrum_implies(row->relation, other->relation, l->props) &&
                !holds(l, small, other->relation, false))
                wrong = row->name;
        lts_free(small);
        if (wrong)
            return wrong;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20264;
    int pairs = argc > 2 ? atoi(argv[2]) : PAIRS, i, strict[sizeof spectrum / sizeof *spectrum] = {0};
    const char *arrow = NULL, *both = NULL, *reduction = NULL, *form = NULL;
    printf("# seed %llu\n", (unsigned long long)seed);
    naive_seed = seed;
    for (i = 0; i < pairs && !arrow && !both && !reduction && !form; i++) {
        struct naive_draft draft;
        struct verdicts v = {0};
        naive_draw(&draft, i % 3 ? 6 : 12, 1 + naive_random(3), false, i % 4 == 0);
        struct lts *a = naive_build(&draft, false, false), *b;
        for (uint32_t changes = naive_random(4); changes; changes--)
            naive_change(&draft);
        b = naive_build(&draft, true, false);
        find_verdicts(a, b, &v);
        arrow = check_arrows(&v, a->props, strict);
        both = check_preorders(&v);
        reduction = check_reductions(a);
        form = check_canonical(a, b, &v);
        if (arrow || both || reduction || form) {
            naive_show("first", a);
            naive_show("second", b);
        }
        lts_free(a);
        lts_free(b);
    }
    ok(!arrow, "%d pairs: what is related by a finer relation is related by the coarser ones%s%s", i,
       arrow ? ", but not for " : "", arrow ? arrow : "");
    ok(!both, "an equivalence is its preorder both ways%s%s", both ? ", but not " : "", both ? both : "");
    ok(!reduction, "a reduced system is equivalent to the whole by all relations that its own implies%s%s",
       reduction ? ", but not by " : "", reduction ? reduction : "");
    ok(!form, "equal systems, and only they, are reduced to the same system%s%s", form ? ", but not by " : "",
       form ? form : "");
    for (size_t k = 0; k < sizeof spectrum / sizeof *spectrum && pairs >= 4000; k++)
        if (compares(spectrum[k].finer))
            ok(strict[k] > 0, "%s does not follow from %s (%d pairs)", name_of(spectrum[k].finer),
               name_of(spectrum[k].coarser), strict[k]);
    return done();
}
