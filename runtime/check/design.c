/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A program against its design: the three-valued comparison, told in the program's places and the design's words.
 *
 * Invariant: of a partial model nothing is concluded from what it lacks; only a trace that it surely has and that the
 * design must not have stands.
 */
#include "runtime/check/private.h"

#include <stdlib.h>

enum status check_design_read(struct arena *a, const struct note *q, struct lts **out, struct diag *d)
{
    const char *text = q->u.spec.content;
    if (text)
        return lts_read_text(q->u.spec.file, text, strlen(text), lts_format_by_suffix(q->u.spec.file),
                             q->u.spec.process, 0, out, d);
    const char *path =
        q->at.file && *q->at.file != '<' ? base_path_beside(a, q->at.file, q->u.spec.file) : q->u.spec.file;
    if (q->u.spec.process)
        path = arena_printf(a, "%s:%s", path, q->u.spec.process);
    enum status st = lts_read(path, LTS_FMT_UNKNOWN, 0, out, d);
    if (st == ST_SYSTEM && d && q->at.file) {
        struct diag inner = *d;
        st = diag_set(d, st, q->at, "the design cannot be read: %s: %s", inner.at.file ? inner.at.file : path,
                      inner.text);
    }
    return st;
}

/* "after 'b 'a", or "at the start". */
static void put_prefix(const struct lts_comparison *c, struct buf *out)
{
    size_t visible = 0;
    for (size_t i = 0; i + 1 < c->steps; i++)
        if (strcmp(c->trace[i].label, "i")) {
            buf_printf(out, "%s%s", visible++ ? " " : "after ", c->trace[i].label);
        }
    if (!visible)
        buf_puts(out, "at the start");
}

/* What tells the two apart, in words. */
static const char *in_words(struct arena *a, const struct lts_comparison *c)
{
    struct buf text = {0};
    if (!c->steps)
        return c->explanation ? arena_str(a, c->explanation) : NULL;
    const char *label = c->trace[c->steps - 1].label;
    put_prefix(c, &text);
    buf_printf(&text, " %s can do %s, %s cannot", c->only_in ? "the design" : "it",
               strcmp(label, "i") ? label : "a silent step", c->only_in ? "the program" : "the design");
    char *words = arena_str(a, text.data);
    buf_free(&text);
    return words;
}

static const char *trace_words(struct arena *a, const struct lts_comparison *c)
{
    struct buf text = {0};
    for (size_t i = 0; i < c->steps; i++)
        if (strcmp(c->trace[i].label, "i"))
            buf_printf(&text, "%s%s", text.size ? " " : "", c->trace[i].label);
    char *words = text.size ? arena_str(a, text.data) : NULL;
    buf_free(&text);
    return words;
}

struct steps VEC(uint64_t);

/* Where the program goes by itself when the design can do more: its only silent steps, so that the place shown is where
 * it differs and not where it last did the same. */
static void follow_silent(const struct lts *l, uint32_t at, struct steps *steps)
{
    enum { FAR = 1000 };
    for (int i = 0; i < FAR && l->first[at + 1] - l->first[at] == 1 && l->label[l->first[at]] == LTS_TAU; i++) {
        vec_push(steps, l->first[at]);
        at = l->target[l->first[at]];
    }
}

/* The program's own steps of the trace as one path from the initial state, silent steps filled in. */
static struct graph_path program_path(struct arena *a, const struct lts *l, const struct lts_comparison *c)
{
    struct steps steps = {0};
    uint32_t at = l->initial;
    for (size_t i = 0; i < c->steps; i++) {
        const struct lts_step *s = &c->trace[i];
        struct graph_path gap = {0};
        if (s->side != 0 || s->transition == LTS_NO_TRANSITION || s->transition >= lts_transitions(l))
            continue;
        if (!check_graph_silent_path(a, l, at, lts_source(l, s->transition), &gap))
            continue; /* a move of the game from another state: only the connected part is a path */
        for (size_t k = 0; k < gap.count; k++)
            vec_push(&steps, gap.steps[k]);
        vec_push(&steps, s->transition);
        at = l->target[s->transition];
    }
    if (c->steps && c->only_in == 1)
        follow_silent(l, at, &steps);
    struct graph_path path = {vec_to_arena(&steps, a), steps.count};
    vec_free(&steps);
    return path;
}

static void tell_path(struct arena *a, const struct avm_model *m, const struct lts_comparison *c,
                      struct check_answer *out, const struct graph_path *path)
{
    struct event_list events = {.arena = a};
    check_events_of_path(m, path, &events, &out->at, &out->func);
    if (c->steps && c->only_in == 1 && out->at.line) {
        const char *label = c->trace[c->steps - 1].label;
        struct check_event last = {
            .at = out->at,
            .func = out->func,
            .text = arena_printf(a, "the design can do %s from here", strcmp(label, "i") ? label : "a silent step")};
        vec_push(&events.list, last);
    }
    out->path = vec_to_arena(&events.list, a);
    out->path_length = (uint32_t)events.list.count;
    vec_free(&events.list);
    if (out->verdict == LTS_VERDICT_MAYBE)
        check_hints_add(a, m, path, out);
}

static const char *design_title(struct arena *a, const struct note *q)
{
    return arena_printf(a, "%s%s%s (%s)", q->u.spec.file, q->u.spec.process ? ":" : "",
                        q->u.spec.process ? q->u.spec.process : "", q->u.spec.relation ? q->u.spec.relation : "obseq");
}

static bool has_label(const struct lts *l, const char *name)
{
    return base_intern_find(l->labels, name, strlen(name)) != UINT32_MAX;
}

/* A label that one of the two has as an input and the other not. */
static void tell_direction(struct arena *a, const struct avm_model *m, const struct lts *design,
                           const struct lts_comparison *c, struct check_answer *out)
{
    const char *label = c->steps ? c->trace[c->steps - 1].label : "";
    const char *plain = *label == '\'' ? label + 1 : label, *input = arena_printf(a, "'%s", plain);
    bool differs = (has_label(m->graph, input) && has_label(design, plain) && !has_label(design, input)) ||
                   (has_label(m->graph, plain) && has_label(design, input) && !has_label(m->graph, input));
    if (*plain && differs)
        check_hint_add_text(
            a, out,
            arena_printf(a, "%s and %s are two labels: ' marks an input, in designs as in 'label ... => input %s'",
                         input, plain, plain));
}

static void tell(struct arena *a, const struct avm_model *m, const struct lts_comparison *c, struct check_answer *out,
                 struct graph_path *path)
{
    const char *title = design_title(a, out->question), *words = in_words(a, c);
    if (out->verdict == LTS_VERDICT_TRUE) {
        out->message = arena_printf(a, "the program matches the design %s", title);
        return;
    }
    const char *how = out->verdict == LTS_VERDICT_FALSE ? "does" : "may";
    if (m->end != AVM_COMPLETE && out->verdict == LTS_VERDICT_MAYBE)
        out->message =
            arena_printf(a,
                         "whether the program matches the design %s is not decided: the run ended before everything "
                         "was seen",
                         title);
    else
        out->message = arena_printf(a, "the program %s not match the design %s%s%s", how, title, words ? ": " : "",
                                    words ? words : "");
    out->trace = trace_words(a, c);
    out->holds = arena_str(a, c->holds);
    *path = program_path(a, m->graph, c);
    tell_path(a, m, c, out, path);
}

/* The comparison was given up, for the reason in `d`. */
static void tell_given_up(struct arena *a, const struct diag *d, struct check_answer *out)
{
    out->verdict = LTS_VERDICT_MAYBE;
    out->message = arena_printf(a, "whether the program matches the design %s is not decided: %s",
                                design_title(a, out->question), d->text);
}

enum status check_answer_spec(struct arena *a, const struct avm_model *m, const struct note *q,
                              const struct lts *design, int layer, const struct lts_control *control,
                              struct check_answer *out, struct graph_path *path, struct diag *d)
{
    struct lts_comparison c = {0};
    bool preorder = false, found = true;
    const char *name = q->u.spec.relation ? q->u.spec.relation : "obseq";
    enum lts_relation relation = lts_relation_by_name(name, &preorder, &found);
    if (!found)
        return diag_set(d, ST_BAD, q->at, "no relation '%s'; 'cwolf help lts' lists them", name);
    enum status st = lts_compare_design(m->graph, design, relation, preorder, control, &c, d);
    bool given_up = st == ST_STOPPED || st == ST_LIMIT;
    if (st && !given_up)
        return st;
    memset(out, 0, sizeof *out);
    memset(path, 0, sizeof *path);
    out->name = check_question_name(a, q);
    out->question = q;
    out->verdict = c.verdict;
    out->at = q->src;
    out->func = q->func;
    out->layer = layer;
    if (given_up) {
        tell_given_up(a, d, out);
        return ST_OK;
    }
    bool stands = c.verdict == LTS_VERDICT_FALSE && preorder && c.is_trace && c.only_in == 0;
    if (m->end != AVM_COMPLETE && !stands)
        out->verdict = LTS_VERDICT_MAYBE;
    tell(a, m, &c, out, path);
    if (out->verdict != LTS_VERDICT_TRUE)
        tell_direction(a, m, design, &c, out);
    lts_comparison_free(&c);
    return ST_OK;
}
