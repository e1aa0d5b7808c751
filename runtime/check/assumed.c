/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What verdicts rest on: the assumptions of all runs that they come from, each kind once.
 */
#include "runtime/check/private.h"

static bool has_text(const struct assumed *x, const char *text)
{
    for (size_t i = 0; i < x->texts.count; i++)
        if (!strcmp(x->texts.items[i], text))
            return true;
    return false;
}

static void add_doubt(struct assumed *x, const struct avm_doubt *doubt)
{
    uint64_t key = avm_doubt_key(doubt->kind, doubt->expr);
    uint32_t known;
    if (base_map64_get(&x->known, key, &known))
        return;
    base_map64_put(&x->known, key, (uint32_t)x->doubts.count);
    vec_push(&x->doubts, *doubt);
}

void check_assumed_add(struct assumed *x, struct arena *a, const struct avm_model *m)
{
    for (uint32_t i = 0; i + m->doubt_lines < m->assumption_count; i++)
        if (!has_text(x, m->assumptions[i]))
            vec_push(&x->texts, (const char *)arena_str(a, m->assumptions[i]));
    for (uint32_t i = 0; i < m->doubt_count; i++)
        add_doubt(x, &m->doubts[i]);
}

void check_assumed_add_text(struct assumed *x, const char *text)
{
    if (!has_text(x, text))
        vec_push(&x->texts, text);
}

void check_assumed_join(struct assumed *x, const struct assumed *other)
{
    for (size_t i = 0; i < other->texts.count; i++)
        if (!has_text(x, other->texts.items[i]))
            vec_push(&x->texts, other->texts.items[i]);
    for (size_t i = 0; i < other->doubts.count; i++)
        add_doubt(x, &other->doubts.items[i]);
}

static bool is_any_decided(const struct check_report *r)
{
    bool is = false;
    for (uint32_t i = 0; i < r->count; i++)
        is |= r->answers[i].verdict != LTS_VERDICT_MAYBE;
    return is;
}

/* Some question's entry has a parameter that leads to a function. */
static bool takes_functions(const struct session *s)
{
    bool takes = false;
    for (size_t i = 0; i < s->asked.count; i++) {
        cwi_id entry = s->asked.items[i].entry;
        const struct cwi_func *f = entry ? cwi_func_of(s->program, entry) : NULL;
        for (uint32_t k = 0; f && k < f->param_count; k++)
            takes |= cwi_is_func_pointer(s->program, cwi_var_of(s->program, f->params[k])->type);
    }
    return takes;
}

void check_assumed_add_outside(struct session *s)
{
    if (is_any_decided(s->report) && (pt_calls_out(s->program, s->given) || takes_functions(s)))
        check_assumed_add_text(
            &s->assumed,
            "functions that come from outside call none of the program's own, but those that they are handed");
}

void check_assumed_report(struct assumed *x, struct check_report *report)
{
    const char *texts[AVM_DOUBTS];
    uint32_t lines = 0;
    if (report->model && !is_any_decided(report))
        check_assumed_add(x, report->arena, report->model);
    if (report->model)
        lines = avm_doubt_texts(report->arena, report->model->program, x->doubts.items, x->doubts.count,
                                report->model->unbounded, texts);
    for (uint32_t i = 0; i < lines; i++)
        check_assumed_add_text(x, texts[i]);
    report->assumption_count = (uint32_t)x->texts.count;
    report->assumptions = vec_to_arena(&x->texts, report->arena);
}

void check_assumed_free(struct assumed *x)
{
    vec_free(&x->texts);
    vec_free(&x->doubts);
    base_map64_free(&x->known);
}
