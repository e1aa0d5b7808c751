/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What only a whole formula shows: names that are defined behind `where`, and whether variables stand where they may.
 */
#include "runtime/logic/parse.h"

#include "runtime/base/bits.h"

/* ---- where NAME = FORMULA ---------------------------------------------------------------------------------------- */

static struct definition *definition_of(struct parser *p, formula f)
{
    for (size_t i = 0; i < p->where.count; i++)
        if (!f->name.quoted && !strcmp(p->where.items[i].name, f->name.text))
            return &p->where.items[i];
    return NULL;
}

/* Puts definitions in the place of their names, below f. Returns the depth below f, 0 after a failure. */
static uint32_t resolve(struct parser *p, formula f, uint32_t *depths, uint32_t nesting)
{
    if (p->failed || !f)
        return 0;
    if (depths[f->id])
        return depths[f->id];
    if (nesting > LOGIC_DEEPEST)
        return logic_parse_error(p, f->offset, "nested more than %d deep", LOGIC_DEEPEST), 0;
    struct definition *d = f->op == OP_ATOM ? definition_of(p, f) : NULL;
    if (d) {
        struct logic_formula *atom = (struct logic_formula *)(uintptr_t)f; /* not yet parsed to its end */
        if (d->open)
            return logic_parse_error(p, f->offset, "'%s' is defined by itself; write mu or nu", d->name), 0;
        d->open = true;
        depths[f->id] = resolve(p, d->body, depths, nesting + 1);
        d->open = false;
        uint32_t id = f->id;
        *atom = *d->body;
        atom->id = id;
        return depths[id];
    }
    uint32_t a = f->op == OP_VARIABLE ? 0 : resolve(p, f->a, depths, nesting + 1);
    uint32_t b = resolve(p, f->b, depths, nesting + 1), deepest = a > b ? a : b;
    if (deepest >= LOGIC_DEEPEST)
        logic_parse_error(p, f->offset, "nested more than %d deep", LOGIC_DEEPEST);
    return depths[f->id] = deepest + 1;
}

void logic_resolve_definitions(struct parser *p, formula f)
{
    if (p->failed || !p->where.count)
        return;
    uint32_t *depths = base_mem_zalloc(p->formulas * sizeof *depths);
    resolve(p, f, depths, 0);
    free(depths);
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

struct checks {
    struct parser *p;
    uint64_t *seen;    /* bit 2 * id + polarity */
    uint8_t *polarity; /* of each fixpoint that is open */
};

static void check(struct checks *x, formula f, bool negative)
{
    if (!f || x->p->failed || bit_get(x->seen, 2 * (uint64_t)f->id + negative))
        return;
    bit_set(x->seen, 2 * (uint64_t)f->id + negative, true);
    if (f->op == OP_VARIABLE) {
        if (x->polarity[f->a->id] != negative)
            logic_parse_error(x->p, f->offset, "a variable under an odd number of negations has no fixpoint");
        return;
    }
    if (f->op == OP_ATOM && x->p->kind == KIND_HML)
        logic_parse_error(x->p, f->offset, "'%s' is no variable here; hml knows labels only, mu propositions too",
                          f->name.text);
    if (f->op == OP_MU || f->op == OP_NU)
        x->polarity[f->id] = negative;
    check(x, f->a, f->op == OP_NOT ? !negative : negative);
    check(x, f->b, negative);
}

void logic_resolve_check(struct parser *p, formula f)
{
    struct checks x = {.p = p};
    if (p->failed)
        return;
    if (f->is_path)
        logic_parse_error(p, 0, "a path formula needs A or E in front of it");
    x.seen = bits_new(2 * (uint64_t)p->formulas);
    x.polarity = base_mem_zalloc(p->formulas);
    check(&x, f, false);
    free(x.seen);
    free(x.polarity);
}
