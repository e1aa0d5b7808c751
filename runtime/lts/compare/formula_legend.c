/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the signs of a formula mean: those that stand in it, and no others.
 */
#include "runtime/lts/compare/formula.h"

/* How a modality is written: by a label, by i, as i?, as i!. */
enum shape { BY_LABEL = 1, BY_SILENCE = 2, BY_MAYBE = 4, BY_CHANGE = 8, BY_ANY = 15 };

static const struct legend {
    enum lts_formula_op op;
    unsigned shapes; /* one of which is there */
    const char *text;
} legends[] = {
    {LTS_F_STEP, BY_ANY, "<a>F: a step a leads to a state where F holds"},
    {LTS_F_WEAK_STEP, BY_LABEL | BY_CHANGE,
     "<<a>>F: a, with any silent steps i before and after it, leads to a state where F holds"},
    {LTS_F_WEAK_STEP, BY_SILENCE, "<<i>>F: silent steps i alone, or none, lead to a state where F holds"},
    {LTS_F_VIA, BY_ANY, "<<i>>F: silent steps i, or none, lead to a state where F holds"},
    {LTS_F_VIA, BY_LABEL | BY_CHANGE, "<a>F: a step a leads to a state where F holds"},
    {LTS_F_VIA, BY_MAYBE, "<i?>F: one silent step i, or none, leads to a state where F holds"},
    {LTS_F_VIA, BY_CHANGE, "i!: a silent step that changes a proposition"},
    {LTS_F_WEAK_STEP, BY_CHANGE, "i!: a silent step that changes a proposition"},
    {LTS_F_FOREVER, BY_ANY, "forever F: silent steps can go on without end, with F holding from some point on"},
};
enum { LEGENDS = sizeof legends / sizeof *legends };

static enum shape shape_of(formula f)
{
    if (f->changes)
        return BY_CHANGE;
    if (!f->name || strcmp(f->name, "i"))
        return BY_LABEL;
    return f->op == LTS_F_VIA && f->part[0]->op != LTS_F_TRUE ? BY_MAYBE : BY_SILENCE;
}

static void look(formula f, bool *seen, bool used[LEGENDS])
{
    if (seen[f->id])
        return;
    seen[f->id] = true;
    for (size_t i = 0; i < LEGENDS; i++)
        used[i] |= f->op == legends[i].op && (legends[i].shapes & shape_of(f));
    for (uint32_t i = 0; i < f->count; i++)
        look(f->part[i], seen, used);
}

void lts_formula_legend(const struct lts_formula *f, struct buf *out)
{
    bool *seen = base_mem_zalloc(f->id + (size_t)1), used[LEGENDS] = {false};
    look(f, seen, used);
    for (size_t i = 0; i < LEGENDS; i++)
        if (used[i])
            buf_printf(out, "    %s\n", legends[i].text);
    free(seen);
}
