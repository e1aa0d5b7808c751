/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions and answers in words: names, messages, hints, and questions about nothing. Properties are answered here.
 */
#include "runtime/check/private.h"

#include <stdlib.h>

enum { MOST_HINTS = 5 };

const char *check_question_name(struct arena *a, const struct note *q)
{
    if (q->kind == NOTE_SPEC)
        return arena_printf(a, "spec %s%s%s %s", q->u.spec.file, q->u.spec.process ? ":" : "",
                            q->u.spec.process ? q->u.spec.process : "",
                            q->u.spec.relation ? q->u.spec.relation : "obseq");
    if (q->u.property.name)
        return arena_str(a, q->u.property.name);
    const char *text = q->u.property.text && *q->u.property.text ? q->u.property.text : q->u.property.target;
    return text && *text ? arena_printf(a, "%s %s", q->u.property.logic, text) : arena_str(a, q->u.property.logic);
}

/* ---- hints ------------------------------------------------------------------------------------------------------- */

void check_hint_add_text(struct arena *a, struct check_answer *answer, const char *text)
{
    for (uint32_t i = 0; i < answer->hint_count; i++)
        if (!strcmp(answer->hints[i], text))
            return;
    const char **grown = ARENA_ARRAY(a, const char *, answer->hint_count + 1);
    if (answer->hint_count)
        memcpy(grown, answer->hints, answer->hint_count * sizeof *grown);
    grown[answer->hint_count++] = arena_str(a, text);
    answer->hints = grown;
}

/* A call of a function of which the engine knew nothing: so it said at that place. */
static bool is_unknown_call(const struct avm_model *m, const struct cwi_stmt *s)
{
    static const char words[] = "nothing is known about";
    for (uint32_t i = 0; i < m->loss_count; i++)
        if (cwi_same_place(m->losses[i].at, s->at) && !strncmp(m->losses[i].text, words, sizeof words - 1))
            return true;
    return false;
}

/* The unknown function whose result the variable is, or NULL: declaring it an input makes its results certain
 * choices. */
static const char *unknown_source(const struct avm_model *m, cwi_id func, cwi_id var)
{
    const struct cwi_func *f = func && var ? cwi_func_of(m->program, func) : NULL;
    for (uint32_t b = 0; f && b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++) {
            const struct cwi_stmt *s = &f->blocks[b].stmts[i];
            bool is_result = s->kind == CWI_CALL && s->lhs && s->lhs->kind == CWI_VAR && s->lhs->ref == var;
            if (is_result && s->rhs->kind == CWI_FUNCREF && is_unknown_call(m, s))
                return cwi_func_of(m->program, s->rhs->ref)->name;
        }
    return NULL;
}

static void hint_of_undecided(struct arena *a, const struct avm_model *m, const struct avm_undecided *b,
                              struct check_answer *answer)
{
    struct place at = cwi_place_text(m->program, b->at);
    struct buf text = {0};
    const char *source = unknown_source(m, b->func, b->var);
    if (source)
        buf_printf(&text, "declare '%s' as input if every result is possible at every call", source);
    else if (b->advice)
        buf_puts(&text, b->advice);
    else if (b->cell)
        buf_printf(&text, "the value of '%s' is not known well enough", b->cell);
    else
        buf_puts(&text, "a branch could not be decided");
    if (at.file)
        buf_printf(&text, ", at %s:%u", at.file, at.line);
    if (text.size)
        check_hint_add_text(a, answer, text.data);
    buf_free(&text);
}

static bool on_path(const struct avm_model *m, const struct graph_path *path, struct cwi_place at)
{
    for (size_t i = 0; m->graph && i < path->count; i++) {
        const struct avm_origin *o = avm_origin_of(m, path->steps[i]);
        if (o && o->why == AVM_LOST && cwi_same_place(o->at, at))
            return true;
    }
    return false;
}

void check_hints_add(struct arena *a, const struct avm_model *m, const struct graph_path *path,
                     struct check_answer *answer)
{
    uint32_t before = answer->hint_count;
    for (uint32_t i = 0; i < m->undecided_count && answer->hint_count < MOST_HINTS; i++)
        if (path && on_path(m, path, m->undecided[i].at))
            hint_of_undecided(a, m, &m->undecided[i], answer);
    for (uint32_t i = 0; answer->hint_count == before && i < m->undecided_count && i < MOST_HINTS; i++)
        hint_of_undecided(a, m, &m->undecided[i], answer);
}

/* ---- properties -------------------------------------------------------------------------------------------------- */

const char *check_question_last_words(struct arena *a, const struct note *q, bool surely)
{
    const char *may = surely ? "" : "may be ";
    if (q->u.property.expr) /* an invariant, or a contract */
        return arena_printf(a, "'%s' %s here", q->u.property.text, surely ? "is false" : "may be false");
    if (!strcmp(q->u.property.logic, "unreachable") && q->u.property.target)
        return arena_printf(a, "'%s' %sreached here", q->u.property.target, surely ? "is " : may);
    if (!strcmp(q->u.property.logic, "reach-assert"))
        return surely ? "the assertion fails here" : "the assertion may fail here";
    return surely ? "violated here" : "possibly violated here";
}

static const char *message_of(struct arena *a, const struct avm_model *m, const struct check_answer *x, bool has_path)
{
    if (x->verdict == LTS_VERDICT_TRUE)
        return arena_printf(a, "property '%s' holds", x->name);
    if (x->verdict == LTS_VERDICT_FALSE)
        return arena_printf(a, "property '%s' is violated", x->name);
    if (m->end != AVM_COMPLETE && !has_path)
        return arena_printf(a, "property '%s' is not decided: the run ended before everything was seen", x->name);
    return arena_printf(a, "property '%s' may be violated", x->name);
}

void check_answer_property(struct arena *a, const struct avm_model *m, const struct note *q, uint32_t prop, int layer,
                           struct check_answer *out, struct graph_path *path)
{
    struct graph_verdict v;
    check_graph_judge(a, m->graph, prop, m->end == AVM_COMPLETE, &v);
    memset(out, 0, sizeof *out);
    *out = (struct check_answer){.name = check_question_name(a, q),
                                 .question = q,
                                 .verdict = v.verdict,
                                 .at = q->src,
                                 .func = q->func,
                                 .layer = layer};
    out->message = message_of(a, m, out, v.state != LTS_NONE);
    *path = v.path;
    if (v.state == LTS_NONE) {
        if (v.verdict == LTS_VERDICT_MAYBE)
            check_hints_add(a, m, NULL, out);
        return;
    }
    struct event_list events = {.arena = a};
    check_events_of_path(m, &v.path, &events, &out->at, &out->func);
    bool surely = m->graph->prop[(size_t)v.state * m->graph->props + prop] == LTS_TRUE;
    const char *error = v.path.count ? avm_origin_of(m, v.path.steps[v.path.count - 1])->error : NULL;
    struct check_event last = {.at = out->at,
                               .func = out->func,
                               .text = error ? arena_str(a, error) : check_question_last_words(a, q, surely)};
    vec_push(&events.list, last);
    out->path = vec_to_arena(&events.list, a);
    out->path_length = (uint32_t)events.list.count;
    vec_free(&events.list);
    if (v.verdict == LTS_VERDICT_MAYBE)
        check_hints_add(a, m, &v.path, out);
    if (v.verdict == LTS_VERDICT_MAYBE && !surely && q->u.property.expr && avm_lacks_value(m, q))
        check_question_hint_no_value(a, q->u.property.text, out);
    else if (v.verdict == LTS_VERDICT_MAYBE && !surely && q->u.property.expr)
        check_hint_add_text(
            a, out, arena_printf(a, "what is kept of its variables does not tell whether '%s'", q->u.property.text));
}

void check_question_hint_no_value(struct arena *a, const char *text, struct check_answer *answer)
{
    check_hint_add_text(
        a, answer,
        arena_printf(a,
                     "'%s' may have no value in some states: it divides by zero there, or looks outside "
                     "of an object",
                     text));
}

bool check_question_is_of(const struct cwi_unit *u, const struct note *q, cwi_id callee)
{
    const struct cwi_func *f = cwi_func_of(u, callee);
    return !f->block_count && !strcmp(f->name, q->u.property.target);
}

bool check_question_is_about_block(const struct note *q, const struct cwi_func *f, uint32_t block)
{
    bool is = !block && !strcmp(f->name, q->u.property.target);
    for (uint32_t l = 0; l < f->blocks[block].label_count && !is; l++)
        is = note_asks_about_label(q, f->name, f->blocks[block].labels[l]);
    return is;
}

bool check_question_is_about_call(const struct cwi_unit *u, const struct note *q, const struct cwi_stmt *s)
{
    return s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF && check_question_is_of(u, q, s->rhs->ref);
}

bool check_question_is_about(const struct cwi_unit *u, const struct note *q, cwi_id func, const struct cwi_stmt *s)
{
    const struct cwi_func *f = cwi_func_of(u, func);
    for (uint32_t b = 0; b < f->block_count; b++)
        if (f->blocks[b].stmts == s && check_question_is_about_block(q, f, b))
            return true;
    return check_question_is_about_call(u, q, s);
}

/* ---- questions about nothing ------------------------------------------------------------------------------------- */

/* The names that `unreachable` could be asked of. */
struct targets VEC(const char *);

static bool is_target(const struct cwi_unit *u, const struct note *q, struct targets *known)
{
    const char *target = q->u.property.target;
    for (cwi_id f = 1; f < u->funcs.count; f++) {
        const struct cwi_func *func = cwi_func_of(u, f);
        vec_push(known, func->name);
        for (uint32_t b = 0; b < func->block_count; b++)
            for (uint32_t l = 0; l < func->blocks[b].label_count; l++) {
                vec_push(known, func->blocks[b].labels[l]);
                if (note_asks_about_label(q, func->name, func->blocks[b].labels[l]))
                    return true;
            }
    }
    return cwi_find_func(u, NULL, target, NULL) != 0;
}

/* FUNCTION:LABEL of a function that is there: compilers drop functions that nobody calls, but no labels. */
static bool is_in_known_function(const struct cwi_unit *u, const char *target)
{
    for (cwi_id f = 1; f < u->funcs.count; f++) {
        const struct cwi_func *func = cwi_func_of(u, f);
        size_t size = strlen(func->name);
        if (func->block_count && !strncmp(target, func->name, size) && target[size] == ':')
            return true;
    }
    return false;
}

static const char *no_such_target(struct arena *a, const struct cwi_unit *u, const struct note *q, bool *wrong)
{
    const char *target = q->u.property.target, *text = NULL;
    struct targets known = {0};
    if (!is_target(u, q, &known)) {
        const char *colon = strrchr(target, ':'), *name = colon ? colon + 1 : target;
        const char *nearest = base_nearest_name(name, known.items, known.count);
        text = arena_printf(a, "the program has no function or label '%s'%s", target,
                            nearest ? arena_printf(a, "; did you mean '%s'?", nearest) : "");
        *wrong |= is_in_known_function(u, target);
    }
    vec_free(&known);
    return text;
}

/* A contract of a function that is not called, or is left by no return. */
static const char *no_such_end(struct arena *a, const struct avm_model *m, const struct note *q)
{
    const char *target = q->u.property.target;
    const char *name = arena_strn(a, target, strcspn(target, ":"));
    cwi_id func = cwi_find_func(m->program, NULL, name, NULL);
    const struct cwi_func *f = func ? cwi_func_of(m->program, func) : NULL;
    bool returns = false;
    for (uint32_t b = 0; f && b < f->block_count; b++)
        for (uint32_t l = 0; l < f->blocks[b].label_count; l++)
            returns |= note_asks_about_label(q, name, f->blocks[b].labels[l]);
    if (!returns)
        return arena_printf(a, "'%s' never returns", name);
    return avm_may_run(m, func) ? NULL : arena_printf(a, "'%s' is never called", name);
}

void check_question_set_vacuous(struct arena *a, struct check_answer *answer, const char *why)
{
    check_hint_add_text(a, answer, arena_printf(a, "this asks about nothing: %s", why));
    answer->is_vacuous = true;
}

const char *check_question_is_vacuous(struct arena *a, const struct avm_model *m, const struct note *q, bool *wrong)
{
    if (!m->some_code)
        return "nothing of the program was executed";
    if (check_contract_is_compiled(q))
        return no_such_end(a, m, q);
    if (q->kind == NOTE_PROPERTY && q->u.property.target && !strcmp(q->u.property.logic, "unreachable"))
        return no_such_target(a, m->program, q, wrong);
    if (q->kind != NOTE_SPEC || !m->graph)
        return NULL;
    for (uint64_t t = 0; t < lts_transitions(m->graph); t++)
        if (m->graph->label[t] != LTS_TAU)
            return NULL;
    return "the model of the program has no label at all: nothing of the design is compared with anything; give label "
           "rules";
}
