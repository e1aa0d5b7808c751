/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The path to a violation in the words of the rule: the object's life, event by event.
 */
#include "runtime/check/rules/rules.h"

/* A step of the rule's own: the choice of the object, a look at the automaton; the call that is told as an event; and
 * returns, of which nothing is to be learnt. */
static bool is_ours(const struct rule_compiler *c, const struct check_event *e, const struct check_event *before)
{
    bool is_branch = strstr(e->text, "' is true") || strstr(e->text, "' is false");
    for (size_t i = 0; is_branch && i < c->places.count; i++)
        if (cwi_same_place(c->places.items[i], e->at))
            return true;
    return strstr(e->text, "(rule ") || !strncmp(e->text, "returns from '", 14) ||
           strstr(e->text, "__VERIFIER_nondet_bool") || strstr(e->text, CWI_CHOOSES_ARGUMENTS) ||
           strstr(e->text, CWI_CHOOSES_SUCCESS) || strstr(e->text, CWI_CHOOSES_WATCHED) ||
           (before && cwi_same_place(before->at, e->at) && !strncmp(e->text, "calls '", 7));
}

static struct check_event *without_ghosts(const struct rule_compiler *c, struct arena *a, const struct check_answer *x,
                                          uint32_t *count, uint32_t *last)
{
    struct check_event *path = ARENA_ARRAY(a, struct check_event, x->path_length + 1);
    *count = 0;
    *last = UINT32_MAX;
    for (uint32_t i = 0; i + 1 < x->path_length; i++) {
        struct check_event e = x->path[i];
        if (e.label) {
            e.text = e.label;
            e.label = NULL;
            *last = *count;
        } else if (is_ours(c, &e, *last != UINT32_MAX && *last + 1 == *count ? &path[*last] : NULL)) {
            continue;
        } else {
            e.is_minor |= !strncmp(e.text, "calls '", 7);
        }
        path[(*count)++] = e;
    }
    return path;
}

/* The path of a run ends where the rule is violated, and does not say by what. */
static void tell_last(const struct rule_compiler *c, const struct check_answer *x, struct check_event *own,
                      uint32_t *count, uint32_t *last)
{
    const char *text = NULL;
    if (x->is_lost) {
        own[*count] = x->path[x->path_length - 1];
        *last = (*count)++;
        return;
    }
    for (size_t i = 0; i < c->told.count; i++)
        text = cwi_same_place(c->told.items[i].at, x->at) ? c->told.items[i].text : text;
    if (x->layer != CHECK_RUNS || *last != UINT32_MAX || !text)
        return;
    own[*count] = (struct check_event){.at = x->at, .func = x->func, .text = text};
    *last = (*count)++;
}

void rule_tell(struct rule_compiler *c, struct arena *a, struct check_answer *x)
{
    uint32_t last, count;
    struct check_event *own = without_ghosts(c, a, x, &count, &last);
    tell_last(c, x, own, &count, &last);
    bool must_end = c->rule->scope == RULE_BEFORE || c->rule->scope == RULE_BETWEEN;
    if (c->rule->pattern == RULE_ALWAYS && must_end && x->verdict == LTS_VERDICT_FALSE)
        x->verdict = LTS_VERDICT_MAYBE; /* the scope counts only if it ends, which may not follow */
    bool surely = x->verdict == LTS_VERDICT_FALSE;
    if (!x->path_length || (last == UINT32_MAX && c->rule->pattern != RULE_ALWAYS))
        return;
    if (c->rule->pattern == RULE_ALWAYS) { /* it is violated at a state, which need not be an event */
        own[count] = x->path[x->path_length - 1];
        own[count].text = arena_printf(a, "'%s' %s here", c->rule->always, surely ? "is false" : "may be false");
        x->path = own;
        x->path_length = count + 1;
        return;
    }
    x->event = own[last].text;
    if (!x->is_lost)
        own[last].text = arena_printf(a, "%s: this %s the rule", own[last].text, surely ? "violates" : "may violate");
    x->path = own;
    x->path_length = last + 1;
    x->at = own[last].at;
    x->func = own[last].func;
    for (size_t i = 0; i < c->unsafe.count; i++)
        if (!strcmp(c->unsafe.items[i].text, x->event)) {
            x->at = c->unsafe.items[i].stmt->at;
            x->func = c->unsafe.items[i].func;
        }
}

const char *rule_message(struct arena *a, const struct check_answer *x, const struct rule *r)
{
    const char *about = r->about ? r->about : r->text;
    switch (x->verdict) {
    case LTS_VERDICT_TRUE:
        return arena_printf(a, "rule '%s' holds", x->name);
    case LTS_VERDICT_FALSE:
        return arena_printf(a, "rule '%s' is violated: %s", x->name, about);
    default:
        return x->path_length ? arena_printf(a, "rule '%s' may be violated: %s", x->name, about)
                              : arena_printf(a, "rule '%s' is not decided", x->name);
    }
}

/* An input of the rule's own has said that a call gives null. */
static bool is_failure(const struct rule_compiler *c, const struct check_event *e)
{
    bool is_there = false;
    for (size_t i = 0; i < c->places.count; i++)
        is_there |= cwi_same_place(c->places.items[i], e->at);
    return is_there && !strcmp(e->text, "input: '__VERIFIER_nondet_bool' gives 1");
}

void rule_drop_choices(const struct rule_compiler *c, struct arena *a, struct check_answer *x)
{
    struct check_event *path = ARENA_ARRAY(a, struct check_event, x->path_length + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->path_length; i++) {
        bool is_last = i + 1 == x->path_length, fails = !is_last && is_failure(c, &x->path[i]);
        if (!is_last && !fails && is_ours(c, &x->path[i], NULL))
            continue;
        path[count] = x->path[i];
        path[count].text = fails ? "the call fails here, and gives a null pointer" : path[count].text;
        count++;
    }
    x->path = path;
    x->path_length = count;
}
