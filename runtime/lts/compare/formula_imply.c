/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When one formula is easily seen to imply another: by what modalities, conjunction and negation keep. That they do not
 * is not said; what implies by more than its form is left alone.
 */
#include "runtime/lts/compare/formula.h"

/* Pairs that are looked at for one comparison. */
enum { MOST_PAIRS = 1000000 };

static bool part_implies(struct formulas *x, formula f, formula g)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (compare_formula_implies(x, f->part[i], g))
            return true;
    return false;
}

static bool implies_parts(struct formulas *x, formula f, formula g)
{
    for (uint32_t i = 0; i < g->count; i++)
        if (!compare_formula_implies(x, f, g->part[i]))
            return false;
    return true;
}

/* Silent steps or none: what holds here holds after none. */
static bool holds_here(formula g)
{
    return (g->op == LTS_F_WEAK_STEP || g->op == LTS_F_VIA) && !g->changes && !strcmp(g->name, "i");
}

static bool same_modality(formula f, formula g)
{
    return f->op == g->op && f->op >= LTS_F_STEP && f->changes == g->changes && f->count == g->count &&
           (f->name == g->name || (f->name && g->name && !strcmp(f->name, g->name)));
}

static bool find(struct formulas *x, formula f, formula g)
{
    if (g->op == LTS_F_AND)
        return implies_parts(x, f, g);
    if (f->op == LTS_F_NOT && g->op == LTS_F_NOT)
        return compare_formula_implies(x, g->part[0], f->part[0]);
    if (holds_here(g) && implies_parts(x, f, g))
        return true;
    if (f->op == LTS_F_AND)
        return part_implies(x, f, g);
    if (!same_modality(f, g))
        return false;
    for (uint32_t i = 0; i < f->count; i++)
        if (!compare_formula_implies(x, f->part[i], g->part[i]))
            return false;
    return true;
}

bool compare_formula_implies(struct formulas *x, formula f, formula g)
{
    uint32_t known;
    uint64_t key = (uint64_t)f->id << 32 | g->id;
    if (f == g || g->op == LTS_F_TRUE)
        return true;
    if (f->op == LTS_F_TRUE || f->op == LTS_F_PROP || g->op == LTS_F_PROP)
        return f->op == LTS_F_AND && part_implies(x, f, g);
    if (base_map64_get(&x->implied, key, &known))
        return known;
    if (x->implied.count >= MOST_PAIRS)
        return false;
    bool does = find(x, f, g);
    base_map64_put(&x->implied, key, does);
    return does;
}
