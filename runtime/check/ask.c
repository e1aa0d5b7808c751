/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The questions of a run: properties, contracts, temporal questions and designs, each with the function that it begins
 * with.
 */
#include "runtime/check/private.h"

static enum status check_logic(const struct session *s, const struct note *q, struct diag *d)
{
    if (s->options->engine.unbounded && !strcmp(q->u.property.logic, "no-overflow"))
        return diag_set(d, ST_BAD, q->at, "no-overflow is a question about machines, where integers are bounded");
    static const char *const known[] = {"invariant",   "reach-assert", "unreachable",       "memory-safe",
                                        "no-overflow", "no-div-zero",  "no-uninit",         "no-leak",
                                        "no-deadlock", "no-null",      "no-use-after-free", "no-bad-free"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(q->u.property.logic, known[i]))
            return ST_OK;
    return diag_set(
        d, ST_BAD, q->at,
        "properties of the kind '%s' cannot be checked: there are invariant, requires, ensures, reach-assert, "
        "unreachable, memory-safe, no-null, no-use-after-free, no-bad-free, no-overflow, no-div-zero, no-uninit, "
        "no-leak, no-deadlock, termination, ctl, ltl, "
        "ctlstar, mu and hml",
        q->u.property.logic);
}

static enum status check_relation(const struct note *q, struct diag *d)
{
    const char *name = q->u.spec.relation ? q->u.spec.relation : "obseq";
    bool preorder = false, found = false;
    enum lts_relation relation = lts_relation_by_name(name, &preorder, &found);
    const struct lts_relation_row *row = lts_relations;
    while (row->name && row->relation != relation)
        row++;
    if (!found || !row->name)
        return diag_set(d, ST_BAD, q->at, "no relation '%s'; 'cwolf help lts' lists them", name);
    if (!row->designs || (preorder && !row->has_preorder))
        return diag_set(d, ST_BAD, q->at, "'%s' is no relation that a program can be compared by", name);
    return ST_OK;
}

/* The entry of a spec that names one; *skip when that function is not in this program: then the question belongs to
 * another. */
static enum status spec_entry(const struct session *s, const struct note *q, cwi_id *entry, bool *skip, struct diag *d)
{
    *skip = false;
    if (!q->u.spec.entry)
        return ST_OK;
    enum status st = check_find_entry(s->program, s->given, q->u.spec.entry, entry, d);
    *skip = st && (q->src.line || q->at.file);
    return *skip ? ST_OK : st;
}

static enum status ask(struct session *s, const struct note *q, cwi_id entry, struct diag *d)
{
    struct asked x = {.note = q, .entry = entry};
    bool skip = false;
    enum status st = ST_OK;
    if (check_contract_is(q))
        st = check_contract_compile(s->program->arena, s->program, q, &x.note, d);
    else if (check_temporal_is(q))
        st = check_temporal_read(&x.temporal, s->program->arena, s->program, q,
                                 d); /* a diag of it outlives the report */
    else if (q->kind == NOTE_PROPERTY)
        st = check_logic(s, q, d);
    else if (!(st = check_relation(q, d)))
        st = spec_entry(s, q, &x.entry, &skip, d);
    if (!st && !skip && !x.entry)
        st = check_find_entry(s->program, s->given, NULL, &x.entry, d);
    if (!st && !skip && q->kind == NOTE_SPEC)
        st = check_design_read(s->program->arena, q, &x.design, d); /* a diag of it outlives the report */
    if (!st && !skip)
        vec_push(&s->asked, x);
    return st;
}

enum status check_session_ask_all(struct session *s, struct diag *d)
{
    struct arena *a = s->report->arena;
    for (size_t i = 0; i < s->given->list.count; i++) {
        const struct note *q = s->given->list.items[i];
        bool is_asked = (q->kind == NOTE_PROPERTY || q->kind == NOTE_SPEC) && check_contract_is(q) == s->asks_contracts;
        enum status st = is_asked ? ask(s, q, s->options->engine.entry, d) : ST_OK;
        if (st)
            return st;
    }
    s->report->count = (uint32_t)s->asked.count;
    s->report->answers = ARENA_ARRAY(a, struct check_answer, s->asked.count + 1);
    for (size_t i = 0; i < s->asked.count; i++) {
        struct asked *x = &s->asked.items[i];
        x->answer = &s->report->answers[i];
        *x->answer = (struct check_answer){.name = check_question_name(a, x->note),
                                           .question = x->note,
                                           .verdict = LTS_VERDICT_MAYBE,
                                           .at = x->note->src,
                                           .func = x->note->func};
        x->answer->message =
            arena_printf(a, "'%s' is not decided: the run ended before it was looked at", x->answer->name);
    }
    return ST_OK;
}
