/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A rule's answer: the program with the rule in it is asked whether the label is reached, and the path to it told in
 * the words of the rule: the object's life, event by event.
 */
#include "runtime/check/rules/answer.h"
#include "runtime/run/run.h"

#include <stdlib.h>

enum { MOST_ACCEPTED = 64 }; /* violations of one rule */

/* ---- one rule ---------------------------------------------------------------------------------------------------- */

static bool is_called(const struct rule_compiler *c, const struct rule_events *events)
{
    for (uint32_t i = 0; i < events->count; i++)
        for (cwi_id f = 1; f < c->u->funcs.count; f++) {
            const char *name = c->rule->is_exported ? rule_name_of(c, f) : cwi_func_of(c->u, f)->name;
            bool is_clients = !c->is_named || (f < c->named_count && c->is_named[f]);
            if (name && is_clients && !strcmp(name, events->items[i].name))
                return true;
        }
    return false;
}

/* NULL: this program is none of those that the reason is about. */
static const char *why_if(const struct rule_compiler *c, const struct rule_reason *reason)
{
    return reason->why && is_called(c, &reason->calls) ? reason->why : NULL;
}

/* Why the rule does not hold for certain in this program; NULL: nobody doubts it. */
static const char *why_doubted(const struct rule_compiler *c)
{
    return c->rule->doubt ? c->rule->doubt : why_if(c, &c->rule->doubt_if);
}

/* What can be said without a run. */
static bool answer_at_once(struct rule_compiler *c, struct arena *a, struct check_answer *x)
{
    if (c->refused) {
        x->verdict = LTS_VERDICT_MAYBE;
        x->message = arena_printf(a, "rule '%s' is not decided: %s", x->name, c->refused);
        return true;
    }
    bool is_proved =
        c->is_proved || (c->rule->pattern == RULE_RELEASES && !c->loses && !c->is_unsure && !c->is_kept && !c->is_left);
    bool can =
        !is_proved && c->can_be_violated &&
        (c->rule->pattern == RULE_GRAPH || c->forgets || rule_automaton_can_violate(&c->automaton, c->has_letter));
    if (rule_applies(c) && (can || c->rule->pattern == RULE_ALWAYS))
        return false;
    x->verdict = LTS_VERDICT_TRUE;
    x->message = rule_message(a, x, c->rule);
    bool is_about = c->sites || (c->rule->doubt_if.why && c->rule->pattern == RULE_GRAPH);
    bool is_told = (is_about && why_doubted(c)) || (is_proved && c->sites) ||
                   c->has_handlers; /* of what is doubted, calls are something */
    x->is_vacuous = !c->excluded.count && !is_told;
    if (!c->rule->set && x->is_vacuous)
        check_hint_add_text(
            a, x, c->sites ? "no event of this program can violate it" : "none of its events occurs in this program");
    return true;
}

/* What the run leaves open: where something may be lost, by the branches of its function. */
static void point_out(struct rule_compiler *c, struct arena *a, struct check_answer *x)
{
    if (c->rule->pattern != RULE_RELEASES || c->refused || x->verdict != LTS_VERDICT_MAYBE || !c->loses)
        return;
    struct check_event *path = ARENA_ARRAY(a, struct check_event, 2);
    path[0] = (struct check_event){.at = c->loss.opened, .func = c->loss.func, .text = "what begins here"};
    path[1] = (struct check_event){.at = c->loss.lost, .func = c->loss.func, .text = "may be lost here"};
    x->path = path;
    x->path_length = 2;
    x->at = c->loss.lost;
    x->func = c->loss.func;
    x->event = arena_printf(a, "'%s' returns", cwi_func_of(c->u, c->loss.func)->name);
    x->message = rule_message(a, x, c->rule);
}

/* What holds only as far as the rule's author knows is not certain. */
static void doubt(struct arena *a, const struct rule_compiler *c, struct check_answer *x)
{
    if (x->verdict == LTS_VERDICT_TRUE && c->may_violate) {
        x->verdict = LTS_VERDICT_MAYBE;
        x->is_vacuous = false;
        x->message = arena_printf(a, "rule '%s' may be violated: %s", x->name, c->may_violate);
        x->at = c->may_violate_at;
    }
    if (x->verdict == LTS_VERDICT_TRUE && c->sites && !c->is_proved && (c->is_kept || c->is_left)) {
        struct place at = cwi_place_text(c->u, c->kept_at);
        x->verdict = LTS_VERDICT_MAYBE;
        x->is_vacuous = false;
        x->message =
            c->is_kept
                ? arena_printf(a, "rule '%s' is not decided: what is opened is kept where nobody follows it, at %s:%u",
                               x->name, at.file ? at.file : "?", at.line)
                : arena_printf(a, "rule '%s' is not decided: not every end of what may hold it is seen", x->name);
    }
    for (size_t i = 0; i < c->excluded.count && x->verdict == LTS_VERDICT_TRUE; i++)
        if (cwi_is_model(c->u, c->excluded.items[i].place.file)) {
            x->verdict = LTS_VERDICT_MAYBE;
            x->message = arena_printf(
                a, "rule '%s' is not decided: what is accepted stands in the library, where all do it", x->name);
        }
    const char *open = why_if(c, &c->rule->open_if);
    if (c->is_shown && !open)
        open = "text is made of what is opened, from which it may be had again";
    if (x->verdict == LTS_VERDICT_FALSE && open) {
        x->verdict = LTS_VERDICT_MAYBE;
        x->message = arena_printf(a, "rule '%s' may be violated, but %s", x->name, open);
    }
    const char *why = open ? open : why_doubted(c);
    if (x->verdict != LTS_VERDICT_TRUE || !why || x->is_vacuous)
        return;
    x->verdict = LTS_VERDICT_MAYBE;
    x->message = arena_printf(a, "rule '%s' is not decided: no call is known to violate it, but %s", x->name, why);
}

/* ---- what is accepted -------------------------------------------------------------------------------------------- */

static bool covers(const struct asking *k, const struct check_accepted *y, const struct check_answer *x,
                   const char *func)
{
    const char *file = cwi_place_text(k->u, x->at).file;
    return !strcmp(y->rule, x->name) && (!y->func || !strcmp(y->func, func)) &&
           (!y->event || !strcmp(y->event, x->event)) && (!y->file || (file && !strcmp(y->file, file)));
}

/* A violation that is known is left out, and the rule is asked again. */
static bool accept(struct asking *k, struct rule_compiler *c, const struct check_answer *x)
{
    const char *func = x->func ? cwi_func_of(k->u, x->func)->name : NULL;
    bool is_accepted = false;
    if (x->verdict == LTS_VERDICT_TRUE || !x->event || !func || c->rule->is_part)
        return false;
    for (size_t i = 0; i < k->accepted.count; i++)
        if (covers(k, &k->accepted.items[i], x, func))
            is_accepted = k->accepted.items[i].is_used = true;
    struct check_accepted one = {.rule = arena_str(k->u->arena, x->name),
                                 .func = func,
                                 .event = arena_str(k->u->arena, x->event),
                                 .place = x->at,
                                 .is_used = true};
    if (!is_accepted && k->options->accepts_all && x->verdict == LTS_VERDICT_FALSE) {
        vec_push(&k->accepted, one);
        is_accepted = true;
    }
    if (is_accepted)
        vec_push(&c->excluded, one);
    return is_accepted;
}

/* The inputs of a trial are of the program with the rule in it: its choices are among them. */
static void drop_trial(struct check_answer *x)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < x->hint_count; i++)
        if (strncmp(x->hints[i], "it happens with", 15) != 0)
            x->hints[kept++] = x->hints[i];
    x->hint_count = kept;
    x->inputs = NULL;
}

/* NULL: it need not hold. */
static const struct check_required *find_required(const struct asking *k, const char *name)
{
    for (uint32_t i = 0; i < k->options->required_count; i++)
        if (!strcmp(k->options->required[i].rule, name))
            return &k->options->required[i];
    return NULL;
}

/* Of what is left each rule that is to be asked yet gets the same; of the first round more, as most take little there.
 */
enum { AT_ONCE = 3 };
static struct budget share_of(struct asking *k, const struct rule *r)
{
    struct budget b = k->options->engine.budget ? *k->options->engine.budget : (struct budget){0};
    double now = base_budget_now();
    size_t parts = k->first_end > 0 && k->rules_left > AT_ONCE ? AT_ONCE : k->rules_left;
    if (k->first_end > 0)
        b.deadline = k->first_end;
    if (b.deadline && parts > 1)
        b.deadline = now + (b.deadline - now) / parts;
    k->share_end = b.deadline;
    k->given = k->required ? k->most : k->units / k->rules_left;
    k->units -= k->required ? 0 : k->given;
    if (k->options->is_brief && r->set)
        b.units = &k->given;
    return b;
}

static void take_back_units(struct asking *k)
{
    k->units += k->required ? 0 : k->given;
}

/* What has to hold and is Maybe fails. */
static void require(const struct asking *k, struct check_answer *x)
{
    if (!k->required || x->verdict != LTS_VERDICT_MAYBE)
        return;
    x->has_to_hold = true;
    check_hint_add_text(k->report->arena, x, k->required->why);
}

/* Runs see where a stream is lost, if they know all that closes it. */
static cwi_id lost_in_runs(const struct rule_compiler *c)
{
    const struct rule *r = c->rule;
    for (uint32_t i = 0; i < r->first.count; i++)
        if (!r->first.items[i].name || !run_closes_streams(r->first.items[i].name))
            return 0;
    return r->pattern == RULE_RELEASES ? c->one : 0;
}

static enum status run(struct asking *k, struct rule_compiler *c, struct check_answer *x, struct diag *d)
{
    struct notes notes = {.arena = c->a};
    struct check_report *part = NULL;
    struct check_options options = *k->options;
    struct budget budget = share_of(k, c->rule);
    options.engine.budget = &budget;
    options.rules = NULL;
    options.strict = false;
    options.begins_bare = true;
    options.engine.any_failure = true;
    options.engine.entry = c->entry;
    options.skips_typestates = k->skips_typestates;
    options.layer = k->first_end > 0 || k->place ? CHECK_ONLY_TYPESTATES : options.layer;
    cwi_id *keys = ARENA_ARRAY(c->a, cwi_id, RULE_PASSED + 4 + c->owned_count);
    keys[0] = c->state;
    const cwi_id of_objects[] = {c->chosen, c->watched, c->passed_count};
    options.keys = keys;
    options.subject = c->watched;
    options.lost = lost_in_runs(c);
    options.asks_for_ends = rule_asks_for_end(c->rule);
    options.key_count = 1;
    for (size_t i = 0; i < sizeof of_objects / sizeof *of_objects; i++)
        if (of_objects[i])
            keys[options.key_count++] = of_objects[i];
    for (size_t i = 0; i < RULE_PASSED && c->passed_count; i++)
        keys[options.key_count++] = c->passed[i];
    for (cwi_id f = 1; f < c->owned_count; f++)
        if (c->owned[f])
            keys[options.key_count++] = c->owned[f];
    enum status st = rule_put_question(c, k->notes, &notes, d);
    if (!st)
        st = check_run(c->u, &notes, &options, &part, d);
    take_back_units(k);
    vec_free(&notes.list);
    if (st)
        return st;
    vec_push(&k->parts, part);
    vec_push(&k->assumptions, "calls of the system return, and fail or succeed at any time, whatever happened before");
    const char *name = x->name;
    *x = part->answers[0];
    drop_trial(x);
    x->name = name;
    rule_tell(c, part->arena, x);
    x->message =
        x->verdict == LTS_VERDICT_MAYBE && !x->path_length ? x->message : rule_message(part->arena, x, c->rule);
    for (uint32_t i = 0; i < part->assumption_count; i++)
        vec_push(&k->assumptions, part->assumptions[i]);
    for (size_t i = 0; i < c->assumptions.count; i++)
        vec_push(&k->assumptions, c->assumptions.items[i]);
    return ST_OK;
}

enum status rule_run_property(struct asking *k, struct rule_compiler *c, struct check_answer *x, struct diag *d)
{
    struct notes notes = {.arena = c->a};
    struct check_report *part = NULL;
    struct check_options options = *k->options;
    struct budget budget = share_of(k, c->rule);
    struct VEC(struct cwi_place) excused = {0};
    for (size_t i = 0; i < c->excluded.count; i++)
        vec_push(&excused, c->excluded.items[i].place);
    options.engine.budget = &budget;
    options.engine.any_failure = true;
    options.engine.entry = c->entry;
    options.says_what_fails = c->rule->handles.count;
    options.engine.excused = excused.items;
    options.engine.excused_count = (uint32_t)excused.count;
    options.rules = NULL;
    options.strict = false;
    const char *name = x->name;
    rule_property_compile(c);
    enum status st = rule_property_note(c->a, c->rule, name, k->notes, &notes);
    st = st ? st : check_run(c->u, &notes, &options, &part, d);
    take_back_units(k);
    vec_free(&notes.list);
    vec_free(&excused);
    if (st)
        return st;
    vec_push(&k->parts, part);
    *x = part->answers[0];
    x->name = name;
    drop_trial(x);
    rule_drop_choices(c, part->arena, x);
    rule_property_event(part->arena, c->u, x);
    x->message =
        x->verdict == LTS_VERDICT_MAYBE && !x->path_length ? x->message : rule_message(part->arena, x, c->rule);
    for (uint32_t i = 0; i < part->assumption_count; i++)
        vec_push(&k->assumptions, part->assumptions[i]);
    return ST_OK;
}

void rule_forget_parts(struct asking *k, size_t parts, size_t assumptions)
{
    for (size_t i = parts; i < k->parts.count; i++)
        check_report_free(k->parts.items[i]);
    k->parts.count = parts;
    k->assumptions.count = assumptions;
}

void rule_begin_answer(struct asking *k, const struct rule *r, struct check_answer *x)
{
    struct arena *a = k->report->arena;
    const char *name = r->set ? arena_printf(a, "%s.%s", r->set, r->name) : arena_str(a, r->name);
    struct note *question = ARENA_NEW(a, struct note);
    *question = (struct note){.kind = NOTE_PROPERTY, .at = r->at};
    question->u.property.name = name;
    question->u.property.logic = "rule";
    question->u.property.text = r->text;
    *x = (struct check_answer){.name = name, .question = question, .rule = r, .verdict = LTS_VERDICT_MAYBE};
}

enum status rule_ask_as_it_is(struct asking *k, const struct rule *r, struct check_answer *out, bool *is_doubted,
                              struct diag *d)
{
    struct arena *a = k->report->arena;
    struct check_answer x = *out;
    cwi_id entry = k->options->engine.entry;
    struct check_acceptances excluded = {0};
    enum status st = entry ? ST_OK : check_find_entry(k->u, k->notes, NULL, &entry, d);
    for (int round = 0; !st && round < MOST_ACCEPTED; round++) {
        struct rule_compiler c = {.a = k->u->arena,
                                  .u = k->u,
                                  .rule = r,
                                  .notes = k->notes,
                                  .entry = entry,
                                  .excluded = excluded,
                                  .place = k->place};
        bool is_property = r->pattern == RULE_PROPERTY || r->pattern == RULE_TESTED;
        st = r->pattern == RULE_TESTED ? rule_run_tested(k, &c, &x, d)
             : is_property             ? rule_run_property(k, &c, &x, d)
                                       : rule_compile(&c, d);
        bool is_answered = !st && !is_property && answer_at_once(&c, a, &x);
        bool assumes =
            is_answered && (r->pattern == RULE_GRAPH || c.is_proved); /* that no call errs rests on that too */
        for (size_t i = 0; assumes && i < c.assumptions.count; i++)
            vec_push(&k->assumptions, c.assumptions.items[i]);
        bool is_whole = k->place && c.places_asked == 1; /* what one place makes is all there is: that was asked */
        if (!st && !is_property && !is_answered && !is_whole)
            st = run(k, &c, &x, d);
        bool holds = x.verdict == LTS_VERDICT_TRUE;
        doubt(a, &c, &x);
        *is_doubted = holds && x.verdict != LTS_VERDICT_TRUE && why_doubted(&c);
        point_out(&c, a, &x);
        rule_restore(&c);
        k->places = c.places_asked;
        bool goes_on = !st && accept(k, &c, &x);
        excluded = c.excluded;
        if (!goes_on)
            break;
    }
    vec_free(&excluded);
    x.question = out->question;
    x.rule = r;
    *out = x;
    return st;
}

enum status rule_ask(struct asking *k, const struct rule *r, struct diag *d)
{
    struct check_answer x, y;
    bool is_doubted = false;
    rule_begin_answer(k, r, &x);
    k->required = find_required(k, x.name);
    for (size_t i = 0; i < k->accepted.count && !r->is_part; i++)
        k->accepted.items[i].is_asked |= !strcmp(k->accepted.items[i].rule, x.name);
    y = x;
    enum status st = rule_ask_as_it_is(k, r, &x, &is_doubted, d);
    if (!st && is_doubted && r->stricter) {
        st = rule_ask_as_it_is(k, r->stricter, &y, &is_doubted, d);
        x = y.verdict == LTS_VERDICT_TRUE ? y : x;
        x.rule = r;
    }
    require(k, &x);
    vec_push(&k->answers, x);
    return st;
}
