/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Making formulas. Each is interned by its operator, name and the numbers of its parts.
 */
#include "runtime/lts/compare/formula.h"

void compare_formulas_init(struct formulas *x, struct arena *arena)
{
    *x = (struct formulas){.arena = arena, .known = base_intern_new()};
}

void compare_formulas_free(struct formulas *x)
{
    base_intern_free(x->known);
    vec_free(&x->all);
    base_map64_free(&x->implied);
}

static formula make(struct formulas *x, struct lts_formula f, const formula *parts)
{
    struct buf key = {0};
    uint8_t head[] = {(uint8_t)f.op, f.maybe, f.changes};
    buf_add(&key, head, sizeof head);
    for (uint32_t i = 0; i < f.count; i++)
        buf_add(&key, &parts[i]->id, sizeof parts[i]->id);
    if (f.name)
        buf_puts(&key, f.name);
    uint32_t id = base_intern_add(x->known, key.data, key.size);
    buf_free(&key);
    if (id < x->all.count)
        return x->all.items[id];
    struct lts_formula *made = arena_copy(x->arena, &f, sizeof f);
    made->id = id;
    made->name = arena_str(x->arena, f.name);
    made->part = f.count ? arena_copy(x->arena, parts, f.count * sizeof *parts) : NULL;
    for (uint32_t i = 0; i < f.count; i++)
        made->depth = parts[i]->depth > made->depth ? parts[i]->depth : made->depth;
    made->depth += f.op >= LTS_F_STEP;
    vec_push(&x->all, made);
    return made;
}

formula compare_formula_true(struct formulas *x)
{
    return make(x, (struct lts_formula){.op = LTS_F_TRUE}, NULL);
}

formula compare_formula_proposition(struct formulas *x, const char *name, bool maybe)
{
    return make(x, (struct lts_formula){.op = LTS_F_PROP, .name = name, .maybe = maybe}, NULL);
}

formula compare_formula_not(struct formulas *x, formula f)
{
    if (f->op == LTS_F_NOT)
        return f->part[0];
    return make(x, (struct lts_formula){.op = LTS_F_NOT, .count = 1}, &f);
}

static int id_order(const void *a, const void *b)
{
    uint32_t x = (*(const formula *)a)->id, y = (*(const formula *)b)->id;
    return (x > y) - (x < y);
}

/* Of two that imply each other one stays. Returns how many are left. */
static size_t leave_out_implied(struct formulas *x, formula *all, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool implied = false;
        for (size_t k = 0; k < kept && !implied; k++)
            implied = compare_formula_implies(x, all[k], all[i]);
        for (size_t k = i + 1; k < count && !implied; k++)
            implied = compare_formula_implies(x, all[k], all[i]) && !compare_formula_implies(x, all[i], all[k]);
        if (!implied)
            all[kept++] = all[i];
    }
    return kept;
}

formula compare_formula_and(struct formulas *x, formula *parts, size_t count)
{
    struct VEC(formula) all = {0};
    for (size_t i = 0; i < count; i++) {
        bool nested = parts[i]->op == LTS_F_AND;
        for (uint32_t k = 0; k < (nested ? parts[i]->count : 1); k++)
            vec_push(&all, nested ? parts[i]->part[k] : parts[i]);
    }
    if (all.count)
        qsort(all.items, all.count, sizeof *all.items, id_order);
    size_t kept = 0;
    for (size_t i = 0; i < all.count; i++)
        if (all.items[i]->op != LTS_F_TRUE && (!kept || all.items[i] != all.items[kept - 1]))
            all.items[kept++] = all.items[i];
    kept = leave_out_implied(x, all.items, kept);
    formula f = !kept       ? compare_formula_true(x)
                : kept == 1 ? all.items[0]
                            : make(x, (struct lts_formula){.op = LTS_F_AND, .count = (uint32_t)kept}, all.items);
    vec_free(&all);
    return f;
}

formula compare_formula_step(struct formulas *x, enum lts_formula_op op, const char *label, bool changes, formula f)
{
    return make(x, (struct lts_formula){.op = op, .name = label, .changes = changes, .count = 1}, &f);
}

formula compare_formula_via(struct formulas *x, formula at, const char *label, bool changes, formula then)
{
    formula parts[] = {at, then};
    return make(x, (struct lts_formula){.op = LTS_F_VIA, .name = label, .changes = changes, .count = 2}, parts);
}

formula compare_formula_forever(struct formulas *x, formula f)
{
    return make(x, (struct lts_formula){.op = LTS_F_FOREVER, .count = 1}, &f);
}
