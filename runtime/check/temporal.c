/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions in CTL, LTL, CTL*, the mu-calculus and Hennessy-Milner logic about a program: formulas over its events, and
 * over C conditions between double quotes.
 *
 * The graph of a run is a modal system of the program: its verdicts are the program's (logic.h). A graph that lacks
 * something decides nothing here, for a formula may ask for what exists as well as for what does not.
 */
#include "runtime/check/private.h"
#include "runtime/logic/logic.h"

bool check_temporal_is(const struct note *q)
{
    if (q->kind != NOTE_PROPERTY)
        return false;
    for (const struct logic_row *r = logic_table; r->name; r++)
        if (!strcmp(r->name, q->u.property.logic))
            return true;
    return check_termination_is_asked(q);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* Before the name of a condition, so that it is no event's too. */
enum { CONDITION = 1 };

/* What stands between quotes is a condition where it reads as one; else it is left to be a label. */
static bool add_condition(struct temporal *t, struct arena *a, struct cwi_unit *u, const struct note *q,
                          const char *text, size_t size)
{
    struct note *n;
    struct diag d = {0};
    char *name = arena_strn(a, text, size);
    for (size_t i = 0; i < t->conditions.count; i++)
        if (!strcmp(t->conditions.items[i]->u.property.name + 1, name))
            return true;
    if (note_parse_condition(a, name, u, q->src.line ? q->at.file : NULL, &n, &d)) {
        vec_push(&t->refused, ((struct refused){name, arena_str(a, d.text)}));
        return false;
    }
    n->u.property.name = arena_printf(a, "%c%s", CONDITION, name);
    vec_push(&t->conditions, n);
    return true;
}

/* The formula with its conditions marked. */
static const char *marked(struct temporal *t, struct arena *a, struct cwi_unit *u, const struct note *q,
                          const char *text)
{
    struct buf b = {0};
    for (const char *p = text; *p;) {
        const char *end = *p == '"' ? strchr(p + 1, '"') : NULL;
        if (!end) {
            buf_putc(&b, *p++);
            continue;
        }
        buf_putc(&b, *p++);
        if (add_condition(t, a, u, q, p, (size_t)(end - p)))
            buf_putc(&b, CONDITION);
        buf_add(&b, p, (size_t)(end - p) + 1);
        p = end + 1;
    }
    const char *out = arena_str(a, buf_str(&b));
    buf_free(&b);
    return out;
}

enum status check_temporal_read(struct temporal *t, struct arena *a, struct cwi_unit *u, const struct note *q,
                                struct diag *d)
{
    const char *text = arena_printf(a, "%s %s", q->u.property.logic, q->u.property.text ? q->u.property.text : "");
    if (check_termination_is_asked(q))
        text = "mu mu X. [true] X";
    const char *file = q->at.file ? q->at.file : "-p";
    enum status st = logic_parse(a, file, text, &t->question, d);
    if (!st)
        st = logic_parse(a, file, marked(t, a, u, q, text), &t->question, d);
    if (!st)
        return check_place_add(t, a, u, q, d);
    d->at.col += d->at.line == 1 && q->at.col && !q->u.property.name ? q->at.col - 1 : 0;
    d->at.line += q->at.line ? q->at.line - 1 : 0;
    return st;
}

static char *unmarked(struct arena *a, const char *text)
{
    char *out = arena_str(a, text);
    size_t n = 0;
    for (const char *p = text; *p; p++)
        if (*p != CONDITION)
            out[n++] = *p;
    out[n] = 0;
    return out;
}

void check_temporal_free(struct temporal *t)
{
    vec_free(&t->conditions);
    vec_free(&t->refused);
}

/* ---- answering --------------------------------------------------------------------------------------------------- */

static const char not_all_seen[] = "the run ended before everything was seen";

static const char *why_not(struct arena *a, const struct avm_model *m, bool has_async)
{
    if (m->end != AVM_COMPLETE && !check_unfinished_is(m))
        return not_all_seen;
    if (m->unseen)
        return arena_str(a, m->unseen);
    if (m->error != LTS_NONE)
        return "something undefined may happen, and what follows is not known ('-p memory-safe' and its like tell "
               "what)";
    return has_async ? "a function of the program may run at any moment, which is no part of the model" : NULL;
}

/* The graph with the conditions as its propositions; they are the caller's to free. */
static struct lts with_conditions(const struct temporal *t, const struct avm_model *m)
{
    struct lts l = *m->graph;
    l.props = (uint32_t)t->conditions.count;
    l.prop = base_mem_zalloc((l.states + (size_t)1) * l.props + 1);
    l.prop_names = base_mem_zalloc((l.props + 1) * sizeof *l.prop_names);
    for (uint32_t i = 0; i < l.props; i++) {
        avm_evaluate(m, t->conditions.items[i], l.prop + i, l.props);
        l.prop_names[i] = (char *)t->conditions.items[i]->u.property.name;
    }
    if (check_unfinished_is(m))
        check_unfinished_add(&l, m);
    return l;
}

/* ---- grain ------------------------------------------------------------------------------------------------------- */

/* The graph that is asked: the model's, or that of the steps of a grain. */
struct grained {
    struct lts whole;
    bool is_coarse, is_unfinished;
    uint8_t *steps;
    struct avm_coarse coarse;
};

static const struct lts *graph_asked(const struct grained *g)
{
    return g->is_coarse ? g->coarse.graph : &g->whole;
}

/* Without a grain, a formula cannot tell how many steps there are unless it has a next: then a step is a statement that
 * may change what it names. */
static enum avm_grain grain_of(const struct temporal *t, enum avm_grain asked)
{
    return asked || !logic_has_next(t->question) ? asked : AVM_GRAIN_STATEMENT;
}

static bool names_labels(struct arena *a, const struct lts *l, const struct temporal *t)
{
    uint64_t *labels = logic_named_labels(a, l, t->question);
    for (uint32_t i = 0; i < base_intern_count(l->labels); i++)
        if (labels[i / 64] >> i % 64 & 1)
            return true;
    return false;
}

static enum status take_grain(struct arena *a, const struct avm_model *m, const struct temporal *t,
                              enum avm_grain grain, bool is_chosen, const struct lts_control *control,
                              struct grained *g, struct diag *d)
{
    uint64_t *labels = logic_named_labels(a, &g->whole, t->question);
    bool names = t->conditions.count > 0 || names_labels(a, &g->whole, t);
    if (!grain || (grain == AVM_GRAIN_STATEMENT && !names && !is_chosen))
        return ST_OK;
    g->steps = base_mem_zalloc(lts_transitions(&g->whole) + 1);
    avm_find_steps(m, grain, t->conditions.items, t->conditions.count, labels, g->steps);
    enum status st = avm_coarsen(&g->whole, g->steps, control, &g->coarse, d);
    g->is_coarse = !st;
    return st;
}

static void grained_free(struct grained *g)
{
    if (g->is_coarse)
        avm_coarse_free(&g->coarse);
    free(g->steps);
    if (g->is_unfinished)
        check_unfinished_free(&g->whole);
    free(g->whole.prop);
    free(g->whole.prop_names);
}

static void name_grain(struct arena *a, enum avm_grain grain, struct check_answer *out)
{
    const struct avm_grain_row *row = &avm_grains[grain - 1];
    check_hint_add_text(a, out,
                        arena_printf(a, "a step, for its next operator, is %s (--grain=%s)", row->step, row->name));
}

/* ---- telling ----------------------------------------------------------------------------------------------------- */

/* Appends the transitions of the model that one of the graph that was asked stands for. */
static void add_steps(struct arena *a, const struct grained *g, uint64_t t, struct graph_path *path)
{
    size_t count = 1;
    uint64_t *more = g->is_coarse ? avm_coarse_path(a, &g->coarse, t, &count) : &t;
    uint64_t *all = ARENA_ARRAY(a, uint64_t, path->count + count + 1);
    if (path->count)
        memcpy(all, path->steps, path->count * sizeof *all);
    if (count)
        memcpy(all + path->count, more, count * sizeof *all);
    path->steps = all;
    path->count += count;
}

/* The explanation up to its first branch, as a path, and what is said at its end. */
static void tell(struct arena *a, const struct avm_model *m, const struct grained *g, const struct logic_answer *x,
                 struct check_answer *out, struct graph_path *path)
{
    struct event_list events = {.arena = a};
    const char *last = NULL;
    for (size_t i = 0; i < x->count && x->steps[i].depth == x->steps[0].depth && x->steps[i].kind != LOGIC_BRANCH;
         i++) {
        const struct logic_step *s = &x->steps[i];
        if (s->kind == LOGIC_STEP && s->transition >= lts_transitions(m->graph) && !g->is_coarse)
            break; /* into what was not seen */
        if (s->kind == LOGIC_STEP)
            add_steps(a, g, s->transition, path);
        else
            last = s->kind == LOGIC_FACT || s->kind == LOGIC_CUT ? s->text
                   : s->kind == LOGIC_END                        ? "here it ends"
                   : s->kind == LOGIC_LOOP                       ? "from here on it may go round for ever"
                                                                 : last;
    }
    check_events_of_path(m, path, &events, &out->at, &out->func);
    if (last)
        vec_push(&events.list, ((struct check_event){.at = out->at, .func = out->func, .text = unmarked(a, last)}));
    out->path = vec_to_arena(&events.list, a);
    out->path_length = (uint32_t)events.list.count;
    vec_free(&events.list);
}

struct noting {
    struct arena *a;
    struct check_answer *out;
    const char *unknown; /* a name that nothing in the program has */
    const struct notes *given;
};

/* A label that never occurs is one all the same. */
static void declare_labels(struct arena *a, struct lts *l, const struct notes *given)
{
    for (size_t i = 0; i < given->list.count; i++) {
        const struct note *n = given->list.items[i];
        if (n->kind != NOTE_LABEL || !n->u.label.name)
            continue;
        const char *name = arena_printf(a, "%s%s", n->u.label.direction == DIR_INPUT ? "'" : "", n->u.label.name);
        base_intern_add(l->labels, name, strlen(name));
    }
}

static void note_unknown(void *context, const struct diag *d)
{
    struct noting *n = context;
    bool stands = strstr(d->text, "stands for") != NULL;
    n->unknown = stands ? n->unknown : arena_str(n->a, d->text);
    check_hint_add_text(n->a, n->out, d->text);
}

/* Why a name that the system does not have is no condition either. */
static const char *why_unknown(struct arena *a, const struct temporal *t, const char *unknown)
{
    for (size_t i = 0; i < t->refused.count; i++) {
        const struct refused *r = &t->refused.items[i];
        const char *quoted = arena_printf(a, "'%s'", r->text);
        if (!strncmp(unknown, quoted, strlen(quoted)))
            return arena_printf(a, "%s, and no condition: %s", unknown, r->why);
    }
    return arena_printf(a, "%s; a condition over variables stands in double quotes", unknown);
}

/* What the graph alone does not tell. */
static void settle_termination(struct arena *a, const struct avm_model *m, const struct notes *given,
                               struct check_answer *out)
{
    bool is_whole = m->end == AVM_COMPLETE && !m->unbounded;
    if (out->verdict == LTS_VERDICT_MAYBE && is_whole && check_termination_is_ranked(m, given))
        out->verdict = LTS_VERDICT_TRUE;
    const char *timer = out->verdict == LTS_VERDICT_FALSE ? check_termination_find_timer(m, given) : NULL;
    if (!timer)
        return;
    out->verdict = LTS_VERDICT_MAYBE;
    check_hint_add_text(a, out, arena_printf(a, "a signal that '%s' arms may end the program on the way", timer));
}

static void take_verdict(struct arena *a, const struct avm_model *m, const struct temporal *t, enum avm_grain grain,
                         const struct grained *g, const struct logic_answer *x, const struct noting *noting,
                         struct check_answer *out, struct graph_path *path)
{
    if (noting->unknown) {
        out->message = arena_printf(a, "'%s' is not decided: %s", out->name, why_unknown(a, t, noting->unknown));
        return;
    }
    out->verdict = x->verdict;
    if (check_termination_is_asked(out->question))
        settle_termination(a, m, noting->given, out);
    out->message = arena_printf(a,
                                out->verdict == LTS_VERDICT_TRUE    ? "property '%s' holds"
                                : out->verdict == LTS_VERDICT_FALSE ? "property '%s' is violated"
                                                                    : "property '%s' may be violated",
                                out->name);
    if (out->verdict != LTS_VERDICT_TRUE)
        tell(a, m, g, x, out, path);
    if (out->verdict == LTS_VERDICT_MAYBE)
        check_hints_add(a, m, path->count ? path : NULL, out);
    for (size_t i = 0; i < t->conditions.count && out->verdict == LTS_VERDICT_MAYBE; i++)
        if (avm_lacks_value(m, t->conditions.items[i]))
            check_question_hint_no_value(a, unmarked(a, t->conditions.items[i]->u.property.name), out);
    if (g->is_coarse && logic_has_next(t->question))
        name_grain(a, grain, out);
    if (x->is_vacuous)
        check_question_set_vacuous(a, out, logic_no_fair_path);
}

/* The model's, and none of those behind them. */
static const uint8_t *joint_states(struct arena *a, const struct avm_model *m, uint32_t states)
{
    uint8_t *out = ARENA_ARRAY(a, uint8_t, states + (size_t)1);
    memset(out, 0, states);
    memcpy(out, m->joint, m->graph->states);
    return out;
}

enum status check_temporal_answer(struct arena *a, const struct avm_model *m, const struct note *q,
                                  const struct temporal *t, const struct notes *given, bool has_async, int layer,
                                  enum avm_grain grain, const struct lts_control *control, struct check_answer *out,
                                  struct graph_path *path, struct diag *d)
{
    const char *why = why_not(a, m, has_async);
    *out = (struct check_answer){.name = check_question_name(a, q),
                                 .question = q,
                                 .verdict = LTS_VERDICT_MAYBE,
                                 .at = q->src,
                                 .func = q->func,
                                 .layer = layer};
    out->message = arena_printf(a, "'%s' is not decided: %s", out->name, why ? why : "");
    if (why)
        return ST_OK;
    struct noting noting = {a, out, NULL, given};
    struct diag_sink sink = {note_unknown, &noting};
    struct logic_options options = {.control = control, .notes = &sink};
    struct logic_answer x = {0};
    struct grained g = {.whole = with_conditions(t, m), .is_unfinished = check_unfinished_is(m)};
    declare_labels(a, &g.whole, given);
    bool is_chosen = grain && !check_termination_is_asked(q); /* by the user */
    grain = grain_of(t, grain);
    if (g.is_unfinished && (grain || names_labels(a, &g.whole, t))) {
        out->message = arena_printf(a, "'%s' is not decided: %s", out->name, not_all_seen);
        grained_free(&g);
        return ST_OK;
    }
    enum status st = take_grain(a, m, t, grain, is_chosen, control, &g, d);
    options.joint = g.is_coarse ? NULL : joint_states(a, m, g.whole.states);
    if (!st)
        st = logic_check(a, graph_asked(&g), t->question, &options, &x, d);
    if (st == ST_LIMIT)
        out->message = arena_printf(a, "'%s' is not decided: %s", out->name, d->text);
    else if (!st)
        take_verdict(a, m, t, grain, &g, &x, &noting, out, path);
    if (!st && g.is_unfinished && out->verdict == LTS_VERDICT_MAYBE)
        out->message = arena_printf(a, "'%s' is not decided: %s", out->name, not_all_seen);
    grained_free(&g);
    return st == ST_LIMIT ? ST_OK : st;
}
