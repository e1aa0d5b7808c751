/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All rules that are asked of a program: those of its pragmas and of the command line.
 */
#include "runtime/check/rules/answer.h"

/* What GCC takes for a statement at -O2, or less; of small programs it is two seconds. */
enum { BRIEF_UNITS = 11000000, BRIEF_UNITS_EACH = 1200, REQUIRED_MORE = 8 };
enum { ENOUGH = 20 }; /* seconds */

static enum status add_pragmas(const struct notes *notes, struct rules *out, struct diag *d)
{
    enum status st = ST_OK;
    for (size_t i = 0; i < notes->list.count && !st; i++) {
        const struct note *n = notes->list.items[i];
        struct rule *r = NULL;
        if (n->kind != NOTE_RULE)
            continue;
        st = note_parse_rule(out->arena, n->u.rule.text, n->at, &r, d);
        vec_push(&out->list, r);
    }
    return st;
}

static void collect_accepted(struct asking *k)
{
    const struct check_acceptances *baseline = k->options->baseline;
    for (size_t i = 0; baseline && i < baseline->count; i++)
        vec_push(&k->accepted, baseline->items[i]);
    for (size_t i = 0; i < k->notes->list.count; i++) {
        const struct note *n = k->notes->list.items[i];
        if (n->kind == NOTE_SUPPRESS)
            vec_push(&k->accepted, ((struct check_accepted){.rule = n->u.suppress.rule,
                                                            .func = n->func ? cwi_func_of(k->u, n->func)->name : NULL,
                                                            .file = n->func ? NULL : n->at.file,
                                                            .reason = n->u.suppress.reason,
                                                            .at = n->at}));
    }
}

static void join(struct asking *k)
{
    struct check_report *r = k->report;
    struct VEC(struct check_answer) all = {0};
    struct VEC(const char *) texts = {0};
    struct VEC(struct check_report *) parts = {0};
    for (uint32_t i = 0; i < r->part_count; i++)
        vec_push(&parts, r->parts[i]);
    for (size_t i = 0; i < k->parts.count; i++)
        vec_push(&parts, k->parts.items[i]);
    for (uint32_t i = 0; i < r->count; i++)
        vec_push(&all, r->answers[i]);
    for (size_t i = 0; i < k->answers.count; i++)
        vec_push(&all, k->answers.items[i]);
    for (uint32_t i = 0; i < r->assumption_count; i++)
        vec_push(&texts, r->assumptions[i]);
    for (size_t i = 0; i < k->assumptions.count; i++) {
        bool known = false;
        for (size_t t = 0; t < texts.count; t++)
            known |= !strcmp(texts.items[t], k->assumptions.items[i]);
        if (!known)
            vec_push(&texts, arena_str(r->arena, k->assumptions.items[i]));
    }
    r->answers = vec_to_arena(&all, r->arena);
    r->count = (uint32_t)all.count;
    r->assumptions = vec_to_arena(&texts, r->arena);
    r->assumption_count = (uint32_t)texts.count;
    r->accepted = vec_to_arena(&k->accepted, r->arena);
    r->accepted_count = (uint32_t)k->accepted.count;
    r->parts = vec_to_arena(&parts, r->arena);
    r->part_count = (uint32_t)parts.count;
    vec_free(&parts);
    if (!r->model && r->part_count) {
        r->model = r->parts[r->part_count - 1]->model;
        r->parts[r->part_count - 1]->model = NULL;
    }
    vec_free(&all);
    vec_free(&texts);
}

/* What came of a rule in the first round. */
struct first {
    bool is_answered;
    const char *lack; /* of the layer, which had all the time it wanted; NULL: it may be asked again */
};

static void take_first(struct asking *k, struct first *x, const struct check_answer *answer)
{
    x->is_answered = answer->verdict == LTS_VERDICT_TRUE;
    if (!x->is_answered && base_budget_now() < k->share_end && answer->lack_count == 1)
        x->lack = arena_str(k->u->arena, answer->lacks[0]);
}

/* What the layer says that takes little, of each rule before others take the time: those that it proves are answered.
 */
static enum status ask_at_first(struct asking *k, const struct rules *rules, struct first *first, struct diag *d)
{
    double now = base_budget_now();
    enum status st = ST_OK;
    k->first_end = now + (k->options->engine.budget->deadline - now) / 2;
    k->rules_left = rules->list.count;
    for (size_t i = 0; i < rules->list.count && !st; i++, k->rules_left--) {
        size_t answers = k->answers.count, parts = k->parts.count, assumptions = k->assumptions.count;
        if (rules->list.items[i]->pattern == RULE_PROPERTY)
            continue; /* other layers are for those */
        st = rule_ask(k, rules->list.items[i], d);
        if (k->answers.count > answers)
            take_first(k, &first[i], &k->answers.items[answers]);
        if (first[i].is_answered)
            continue;
        rule_forget_parts(k, parts, assumptions);
        k->answers.count = answers;
    }
    k->first_end = 0;
    return st;
}

/* What it left open, by places. */
static enum status ask_first_by_places(struct asking *k, const struct rules *rules, struct first *first, struct diag *d)
{
    enum status st = ST_OK;
    for (size_t i = 0; i < rules->list.count && !st; i++) {
        struct check_answer x = {0};
        bool was_cut = !first[i].lack && k->options->engine.budget->deadline - base_budget_now() < ENOUGH;
        if (first[i].is_answered || was_cut) /* little is left: more time for the whole is better */
            continue;
        st = rule_ask_by_places(k, rules->list.items[i], &x, d);
        first[i].is_answered = x.verdict == LTS_VERDICT_TRUE;
        if (first[i].is_answered)
            vec_push(&k->answers, x);
    }
    return st;
}

/* Where nothing says how long it may take, what is left open is asked by places in the end. */
static enum status ask_in_the_end(struct asking *k, struct diag *d)
{
    enum status st = ST_OK;
    for (size_t i = 0; i < k->answers.count && !st; i++) {
        struct check_answer *x = &k->answers.items[i], y;
        if (x->verdict != LTS_VERDICT_MAYBE)
            continue;
        st = rule_ask_by_places(k, x->rule, &y, d);
        *x = y.verdict == LTS_VERDICT_TRUE ? y : *x;
    }
    return st;
}

/* The layer is not asked again where it has said all that it can. */
static enum status ask_again(struct asking *k, const struct rule *r, const struct first *first, struct diag *d)
{
    k->skips_typestates = first->lack;
    enum status st = rule_ask(k, r, d);
    struct check_answer *x = st ? NULL : &k->answers.items[k->answers.count - 1];
    if (x && first->lack && x->verdict == LTS_VERDICT_MAYBE) {
        const char **lacks = ARENA_ARRAY(k->report->arena, const char *, x->lack_count + 1);
        lacks[0] = arena_str(k->report->arena, first->lack);
        for (uint32_t i = 0; i < x->lack_count; i++)
            lacks[i + 1] = x->lacks[i];
        x->lacks = lacks;
        x->lack_count++;
    }
    k->skips_typestates = false;
    return st;
}

/* As the rules were named. */
static void put_in_order(struct asking *k, const struct rules *rules)
{
    size_t n = 0;
    for (size_t i = 0; i < rules->list.count; i++)
        for (size_t j = n; j < k->answers.count; j++)
            if (k->answers.items[j].rule == rules->list.items[i]) {
                struct check_answer x = k->answers.items[j];
                memmove(&k->answers.items[n + 1], &k->answers.items[n], (j - n) * sizeof x);
                k->answers.items[n++] = x;
                break;
            }
}

enum status rule_answer_all(struct cwi_unit *program, const struct notes *notes, const struct check_options *options,
                            struct check_report *report, struct diag *d)
{
    struct asking k = {.u = program,
                       .notes = notes,
                       .options = options,
                       .report = report,
                       .units = BRIEF_UNITS_EACH * check_session_statements(program)};
    k.units = k.units > BRIEF_UNITS ? k.units : BRIEF_UNITS;
    k.most = k.units * REQUIRED_MORE;
    struct rules own = {.arena = program->arena};
    collect_accepted(&k);
    enum status st = add_pragmas(notes, &own, d);
    for (size_t i = 0; options->rules && i < options->rules->list.count && !st; i++)
        vec_push(&own.list, options->rules->list.items[i]);
    struct first *first = ARENA_ARRAY(program->arena, struct first, own.list.count);
    bool is_timed = options->engine.budget && options->engine.budget->deadline > 0;
    if (!st && is_timed && !options->layer && own.list.count > 1) {
        st = ask_at_first(&k, &own, first, d);
        st = st ? st : ask_first_by_places(&k, &own, first, d);
    }
    k.rules_left = 0;
    for (size_t i = 0; i < own.list.count; i++)
        k.rules_left += !first[i].is_answered;
    for (size_t i = 0; i < own.list.count && !st; i++)
        if (!first[i].is_answered) {
            st = ask_again(&k, own.list.items[i], &first[i], d);
            k.rules_left--;
        }
    if (!st && !is_timed && (!options->layer || options->layer == CHECK_ONLY_TYPESTATES))
        st = ask_in_the_end(&k, d);
    put_in_order(&k, &own);
    if (k.answers.count)
        join(&k);
    vec_free(&own.list);
    vec_free(&k.answers);
    vec_free(&k.parts);
    vec_free(&k.assumptions);
    vec_free(&k.accepted);
    return st;
}
