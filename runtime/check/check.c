/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check: the layers. Questions are asked in groups of one entry function; each layer builds models and answers what is
 * still undecided; in the second layer, rounds track what the answers were blamed on.
 *
 * Invariant: True comes from a complete run, False from any; neither is ever taken back. Source: Chechik and Ding 2002;
 * DESIGN sections 10 and 11.
 */
#include "runtime/check/private.h"

#include <stdlib.h>

enum { MOST_ROUNDS = 6, DEFAULT_LAYER = 2, MOST_BLAMED = 16 };

/* One question on its way to an answer. */
struct asked {
    const struct note *note;
    struct lts *design; /* of a spec */
    cwi_id entry;
    bool is_complete; /* the answer comes from a complete run */
    struct check_answer *answer;
    struct graph_path path; /* in the graph of the last run */
};
struct session {
    struct cwi_unit *program;
    const struct notes *given;
    const struct check_options *options;
    struct check_report *report;
    struct choices choices;
    struct VEC(struct asked) asked;
};

static bool is_decided(const struct asked *q)
{
    return q->answer->verdict != LTS_VERDICT_MAYBE;
}

static bool is_open(const struct asked *q, cwi_id entry)
{
    return q->entry == entry && !is_decided(q);
}

/* ---- asking ------------------------------------------------------------------------------------------------------ */

static enum status check_logic(const struct note *q, struct diag *d)
{
    static const char *const known[] = {"invariant", "reach-assert", "unreachable"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(q->u.property.logic, known[i]))
            return ST_OK;
    return diag_set(d, ST_BAD, q->at,
                    "properties of the kind '%s' cannot be checked: there are invariant, reach-assert and unreachable",
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
    if (!row->compares || (preorder && !row->has_preorder))
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
    if (q->kind == NOTE_PROPERTY)
        st = check_logic(q, d);
    else if (!(st = check_relation(q, d)))
        st = spec_entry(s, q, &x.entry, &skip, d);
    if (!st && !skip && !x.entry)
        st = check_find_entry(s->program, s->given, NULL, &x.entry, d);
    if (!st && !skip && q->kind == NOTE_SPEC)
        st = design_read(s->program->arena, q, &x.design, d); /* a diag of it outlives the report */
    if (!st && !skip)
        vec_push(&s->asked, x);
    return st;
}

/* All questions, each with an answer that says that nothing is known yet. */
static enum status ask_all(struct session *s, struct diag *d)
{
    struct arena *a = s->report->arena;
    for (size_t i = 0; i < s->given->list.count; i++) {
        const struct note *q = s->given->list.items[i];
        enum status st =
            q->kind == NOTE_PROPERTY || q->kind == NOTE_SPEC ? ask(s, q, s->options->engine.entry, d) : ST_OK;
        if (st)
            return st;
    }
    s->report->count = (uint32_t)s->asked.count;
    s->report->answers = ARENA_ARRAY(a, struct check_answer, s->asked.count + 1);
    for (size_t i = 0; i < s->asked.count; i++) {
        struct asked *x = &s->asked.items[i];
        x->answer = &s->report->answers[i];
        *x->answer = (struct check_answer){.name = question_name(a, x->note),
                                           .question = x->note,
                                           .verdict = LTS_VERDICT_MAYBE,
                                           .at = x->note->src,
                                           .func = x->note->func};
        x->answer->message =
            arena_printf(a, "'%s' is not decided: the run ended before it was looked at", x->answer->name);
    }
    return ST_OK;
}

/* ---- one run ----------------------------------------------------------------------------------------------------- */

/* The notes of a run: everything but questions, the properties still open, and the choices. */
static void collect_notes(const struct session *s, cwi_id entry, bool with_choices, struct notes *out)
{
    for (size_t i = 0; i < s->given->list.count; i++)
        if (s->given->list.items[i]->kind != NOTE_PROPERTY && s->given->list.items[i]->kind != NOTE_SPEC)
            vec_push(&out->list, s->given->list.items[i]);
    for (size_t i = 0; i < s->asked.count; i++)
        if (is_open(&s->asked.items[i], entry) && s->asked.items[i].note->kind == NOTE_PROPERTY)
            vec_push(&out->list, s->asked.items[i].note);
    if (with_choices)
        choices_notes(&s->choices, out);
}

static bool keeps_old(const struct asked *q, const struct check_answer *new_answer, bool complete)
{
    return q->is_complete && !complete && new_answer->verdict == LTS_VERDICT_MAYBE;
}

static void take_answer(struct asked *q, const struct check_answer *x, const struct graph_path *path,
                        const struct avm_model *m)
{
    bool complete = m->end == AVM_COMPLETE;
    q->path = *path;
    if (keeps_old(q, x, complete))
        return;
    *q->answer = *x;
    q->is_complete = complete;
}

/* Where the program does something that the model does not, nothing can be called True, and a comparison with a design
 * not False either: what seems to lack may be just that. */
static void admit_unseen(struct arena *a, const struct avm_model *m, struct check_answer *x)
{
    bool is_spec = x->question->kind == NOTE_SPEC;
    if (!m->unseen || x->verdict == LTS_VERDICT_MAYBE || (!is_spec && x->verdict == LTS_VERDICT_FALSE))
        return;
    x->verdict = LTS_VERDICT_MAYBE;
    x->message =
        arena_printf(a, "'%s' is not decided: the model does not have everything that the program does", x->name);
    hint_add_text(a, x, m->unseen);
}

/* How long a comparison may take. What is known of a run that was interrupted is told all the same. */
static struct lts_control comparing(const struct session *s, const struct avm_model *m)
{
    const struct avm_config *e = &s->options->engine;
    return (struct lts_control){
        .stop = m->end == AVM_INTERRUPTED ? NULL : e->stop, .context = e->context, .max_memory = e->max_memory};
}

static enum status answer_all(struct session *s, cwi_id entry, const struct avm_model *m, int layer, struct diag *d)
{
    struct arena *a = s->report->arena;
    struct lts_control control = comparing(s, m);
    uint32_t prop = 0;
    for (size_t i = 0; i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        struct check_answer x;
        struct graph_path path = {0};
        if (!is_open(q, entry))
            continue;
        if (q->note->kind == NOTE_PROPERTY)
            answer_property(a, m, q->note, prop++, layer, &x, &path);
        else if (layer == 1 && s->options->layer != 1)
            continue;
        else {
            enum status st = answer_spec(a, m, q->note, q->design, layer, &control, &x, &path, d);
            if (st)
                return st;
        }
        admit_unseen(a, m, &x);
        take_answer(q, &x, &path, m);
    }
    return ST_OK;
}

static enum status run(struct session *s, cwi_id entry, int layer, struct diag *d)
{
    struct avm_config config = s->options->engine;
    struct notes notes = {.arena = s->report->arena};
    struct avm_model *m = NULL;
    config.entry = entry;
    config.peephole = false;
    config.keep_graph = config.keep_must = true;
    if (layer == 1) {
        struct abs_arg pieces = {.kind = ABS_INT, .lo = 4, .hi = 4};
        config.merge = AVM_MERGE_STACK;
        if (!config.fallback &&
            abs_make(s->report->arena, "intervals", &pieces, 1, (struct place){0}, &config.fallback, NULL))
            config.fallback = abs_free_type();
    }
    collect_notes(s, entry, layer > 1, &notes);
    enum status st = avm_run(s->program, &notes, &config, &m, d);
    if (!st) {
        avm_model_free(s->report->model);
        s->report->model = m;
        st = answer_all(s, entry, m, layer, d);
    }
    vec_free(&notes.list);
    return st;
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

struct blaming {
    struct session *session;
    bool any, changed;
};

static void blame(void *context, const struct cwi_expr *e)
{
    struct blaming *b = context;
    b->any = true;
    b->changed |= choices_from_expr(&b->session->choices, e);
}

/* What the open questions were blamed on, closest to the question first; true when something is tracked better now. */
static bool refine(struct session *s, cwi_id entry)
{
    const struct avm_model *m = s->report->model;
    struct blaming b = {.session = s};
    if (m->end == AVM_INTERRUPTED || m->end == AVM_OUT_OF_TIME)
        return false;
    if (m->end != AVM_COMPLETE)
        return choices_coarsen(&s->choices, m);
    choices_next_round(&s->choices);
    for (size_t i = 0; i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        if (!is_open(q, entry))
            continue;
        path_blames(m, &q->path, blame, &b);
        if (q->note->kind == NOTE_PROPERTY && q->note->u.property.expr && !b.any)
            blame(&b, q->note->u.property.expr);
    }
    for (uint32_t i = 0; !b.changed && i < m->undecided_count && i < MOST_BLAMED; i++)
        if (m->undecided[i].var)
            b.changed |= choices_from_var(&s->choices, m->undecided[i].var);
    return b.changed;
}

static bool all_decided(const struct session *s, cwi_id entry)
{
    for (size_t i = 0; i < s->asked.count; i++)
        if (is_open(&s->asked.items[i], entry))
            return false;
    return true;
}

static bool has_property(const struct session *s, cwi_id entry)
{
    for (size_t i = 0; i < s->asked.count; i++)
        if (s->asked.items[i].entry == entry && s->asked.items[i].note->kind == NOTE_PROPERTY)
            return true;
    return false;
}

static bool is_interrupted(const struct session *s)
{
    return s->report->model && s->report->model->end == AVM_INTERRUPTED;
}

static enum status decide(struct session *s, cwi_id entry, struct diag *d)
{
    int highest = s->options->layer ? s->options->layer : DEFAULT_LAYER;
    bool is_plain = s->options->engine.merge == AVM_MERGE_NEVER && !s->options->engine.fallback;
    enum status st = ST_OK;
    if (highest == 1 || (is_plain && has_property(s, entry)))
        st = run(s, entry, 1, d);
    for (int round = 0; !st && highest > 1 && round < MOST_ROUNDS && !all_decided(s, entry) && !is_interrupted(s);
         round++) {
        if (round > 0 && (!s->options->automatic || !refine(s, entry)))
            break;
        st = run(s, entry, 2, d);
    }
    return st;
}

/* ---- questions about nothing ------------------------------------------------------------------------------------- */

static enum status check_vacuity(struct session *s, cwi_id entry, struct diag *d)
{
    for (size_t i = 0; s->report->model && i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        bool wrong = s->options->strict;
        const char *why =
            q->entry == entry ? question_is_vacuous(s->report->arena, s->report->model, q->note, &wrong) : NULL;
        if (why && wrong)
            return diag_set(d, ST_BAD, q->note->at, "'%s' asks about nothing: %s", q->answer->name, why);
        if (why) {
            hint_add_text(s->report->arena, q->answer,
                          arena_printf(s->report->arena, "this asks about nothing: %s", why));
            q->answer->is_vacuous = true;
        }
    }
    return ST_OK;
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

/* Every group of questions with one entry, in the order of their first question. */
static enum status decide_all(struct session *s, struct diag *d)
{
    enum status st = ST_OK;
    for (size_t i = 0; i < s->asked.count && !st; i++) {
        bool seen = false;
        for (size_t k = 0; k < i; k++)
            seen |= s->asked.items[k].entry == s->asked.items[i].entry;
        if (seen || is_interrupted(s))
            continue;
        st = decide(s, s->asked.items[i].entry, d);
        if (!st)
            st = check_vacuity(s, s->asked.items[i].entry, d);
    }
    return st;
}

static void keep_chosen(struct session *s)
{
    struct notes chosen = {.arena = s->report->arena};
    choices_notes(&s->choices, &chosen);
    s->report->chosen_count = (uint32_t)chosen.list.count;
    s->report->chosen = vec_to_arena(&chosen.list, s->report->arena);
    vec_free(&chosen.list);
}

enum status check_run(struct cwi_unit *program, const struct notes *notes, const struct check_options *options,
                      struct check_report **out, struct diag *d)
{
    struct session s = {.program = program, .given = notes, .options = options};
    s.report = mem_zalloc(sizeof *s.report);
    s.report->arena = arena_new();
    enum status st = ask_all(&s, d);
    if (!st && s.asked.count) {
        choices_begin(&s.choices, s.report->arena, program, notes);
        choices_from_notes(&s.choices);
        st = decide_all(&s, d);
        keep_chosen(&s);
        choices_end(&s.choices);
    }
    for (size_t i = 0; i < s.asked.count; i++)
        lts_free(s.asked.items[i].design);
    vec_free(&s.asked);
    if (st) {
        check_report_free(s.report);
        s.report = NULL;
    }
    *out = s.report;
    return st;
}

void check_report_free(struct check_report *r)
{
    if (!r)
        return;
    avm_model_free(r->model);
    arena_free(r->arena);
    free(r);
}

int check_exit_status(const struct check_report *r)
{
    int status = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->answers[i].verdict == LTS_VERDICT_FALSE)
            return 1;
        if (r->answers[i].verdict == LTS_VERDICT_MAYBE)
            status = 3;
    }
    return status;
}
