/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a formula depends on: single steps, and which labels.
 */
#include "runtime/logic/model.h"

struct scan {
    struct model *m; /* NULL: only steps are looked for */
    uint64_t *seen, *bits;
    bool has_path_next, has_modality, has_complement;
    void (*visit)(void *context, const char *name); /* or NULL */
    void *context;
};

static void scan_actions(struct scan *x, const struct logic_actions *f)
{
    if (!f)
        return;
    x->has_complement |= f->op == ACTIONS_NOT;
    if (x->m && f->op == ACTIONS_NAME)
        logic_model_name_labels(x->m, &f->name, x->bits);
    scan_actions(x, f->b);
    scan_actions(x, f->a);
}

static void scan_formula(struct scan *x, const struct logic_formula *f)
{
    if (!f || bit_get(x->seen, f->id))
        return;
    bit_set(x->seen, f->id, true);
    x->has_path_next |= f->op == OP_NEXT;
    x->has_modality |= f->op == OP_DIAMOND || f->op == OP_BOX;
    if (x->m && f->op == OP_ATOM)
        logic_model_name_labels(x->m, &f->name, x->bits);
    if (x->visit && f->op == OP_ATOM && !f->name.quoted)
        x->visit(x->context, f->name.text);
    scan_actions(x, f->actions);
    if (f->op == OP_VARIABLE)
        return;
    scan_formula(x, f->a);
    scan_formula(x, f->b);
}

bool logic_has_next(const struct logic_question *q)
{
    struct scan x = {.seen = bits_new(q->formulas + (uint64_t)1)};
    scan_formula(&x, q->formula);
    free(x.seen);
    bool is_modal = !strcmp(q->logic->name, "mu") || !strcmp(q->logic->name, "hml");
    return x.has_path_next || (is_modal && x.has_modality);
}

void logic_each_name(const struct logic_question *q, void (*visit)(void *context, const char *name), void *context)
{
    struct scan x = {.seen = bits_new(q->formulas + (uint64_t)1), .visit = visit, .context = context};
    scan_formula(&x, q->formula);
    free(x.seen);
}

uint64_t *logic_named_labels(struct arena *a, const struct lts *l, const struct logic_question *q)
{
    struct arena *scratch = arena_new();
    struct model m;
    uint32_t labels = base_intern_count(l->labels);
    logic_model_init(&m, scratch, l, q, NULL);
    struct scan x = {.m = &m, .seen = bits_new(q->formulas + (uint64_t)1)};
    x.bits = arena_zalloc(a, (bit_words(labels) + 1) * sizeof *x.bits);
    scan_formula(&x, q->formula);
    for (uint32_t i = 1; i < labels && x.has_complement; i++)
        bit_set(x.bits, i, true);
    bit_set(x.bits, LTS_TAU, false);
    free(x.seen);
    logic_model_free(&m);
    arena_free(scratch);
    return x.bits;
}
