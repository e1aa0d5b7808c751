/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A rule about handles that is left open is asked once for each place that makes them: of what one place makes,
 * pointers tell where it may be, and what other places make is nothing to the rule.
 */
#include "runtime/check/rules/answer.h"

enum { MOST_PLACES = 64, PART_OF_TIME = 2 };

static bool is_about_handles(const struct rule *r)
{
    bool has_object = r->pattern != RULE_GRAPH && r->pattern != RULE_HANDLERS && r->pattern != RULE_TESTED &&
                      r->pattern != RULE_PROPERTY && r->object;
    return has_object && r->handles.count;
}

/* *x becomes the answer where the rule holds for what each place makes; what else comes of it is forgotten. */
static enum status ask_each(struct asking *k, const struct rule *r, struct check_answer *x, struct diag *d)
{
    struct check_answer y = {0};
    size_t parts = k->parts.count, assumptions = k->assumptions.count;
    uint32_t places = MOST_PLACES;
    bool holds = true, is_doubted;
    enum status st = ST_OK;
    for (uint32_t i = 1; i <= places && holds && !st; i++) {
        rule_begin_answer(k, r, &y);
        k->place = i;
        st = rule_ask_as_it_is(k, r, &y, &is_doubted, d);
        places = k->places;
        holds = y.verdict == LTS_VERDICT_TRUE && places > 1 && places <= MOST_PLACES;
    }
    k->place = 0;
    if (!holds || st) {
        rule_forget_parts(k, parts, assumptions);
        return st;
    }
    y.by = arena_printf(k->report->arena, "typestates, for what each of %u places makes", places);
    y.is_vacuous = false;
    *x = y;
    return ST_OK;
}

enum status rule_ask_by_places(struct asking *k, const struct rule *r, struct check_answer *x, struct diag *d)
{
    const struct budget *b = k->options->engine.budget;
    double now = base_budget_now();
    rule_begin_answer(k, r, x);
    if (!is_about_handles(r))
        return ST_OK;
    k->first_end = b && b->deadline > 0 ? now + (b->deadline - now) / PART_OF_TIME : 0;
    k->rules_left = 1;
    enum status st = ask_each(k, r, x, d);
    k->first_end = 0;
    return st;
}
