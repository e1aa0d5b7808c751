/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules as automata: what each set of events does to the state of the object that is watched.
 */
#include "runtime/check/rules/automaton.h"

/* `seen` is the pattern's memory in the scope: how often, or whether an answer is due. */
struct memory {
    enum { OUTSIDE, INSIDE, DEAD } phase;
    uint32_t seen;
    bool is_bad; /* violated if the scope ends */
};

const struct rule_events *rule_part(const struct rule *r, int part)
{
    switch (part) {
    case PART_BEGIN:
        return &r->begin;
    case PART_END:
        return &r->end;
    case PART_FIRST:
        return &r->first;
    case PART_SECOND:
        return &r->second;
    default:
        return NULL;
    }
}

static bool must_end(const struct rule *r)
{
    return r->scope == RULE_BEFORE || r->scope == RULE_BETWEEN;
}

/* One event inside of the scope; true: the pattern is violated. */
static bool take(const struct rule *r, struct memory *m, int letter)
{
    bool first = letter & PART_FIRST, second = letter & PART_SECOND;
    switch (r->pattern) {
    case RULE_NEVER:
    case RULE_HANDLERS:
        return first;
    case RULE_ALWAYS:
    case RULE_TESTED:
    case RULE_GRAPH:
    case RULE_PROPERTY:
        return false;
    case RULE_EVENTUALLY:
        m->seen |= first;
        return false;
    case RULE_PRECEDES:
        m->seen |= first;
        return second && !m->seen;
    case RULE_RESPONDS:
    case RULE_RELEASES:
        m->seen = (m->seen || second) && !first;
        return false;
    case RULE_AT_MOST:
        m->seen += first && m->seen <= r->most;
        return m->seen > r->most;
    case RULE_EXACTLY_ONE:
        m->seen += first && m->seen <= 1;
        return m->seen > 1;
    }
    return false;
}

/* The scope ends: true, the pattern is violated. */
static bool end(const struct rule *r, const struct memory *m)
{
    bool lacks = (r->pattern == RULE_EVENTUALLY && !m->seen) ||
                 ((r->pattern == RULE_RESPONDS || r->pattern == RULE_RELEASES) && m->seen) ||
                 (r->pattern == RULE_EXACTLY_ONE && m->seen != 1);
    return m->is_bad || lacks;
}

/* True: the pattern is violated, and *accepted is how it goes on where that is accepted. */
static bool step(const struct rule *r, struct memory *m, int letter, struct memory *accepted)
{
    static const struct memory inside = {INSIDE, 0, false}, outside = {OUTSIDE, 0, false}, dead = {DEAD, 0, false};
    bool violated = false;
    if (m->phase == DEAD)
        return false;
    if (m->phase == OUTSIDE) {
        *m = letter & PART_BEGIN ? inside : outside;
    } else if (letter & PART_END) {
        violated = end(r, m);
        *m = r->scope == RULE_BEFORE ? dead : letter & PART_BEGIN ? inside : outside;
    } else if (take(r, m, letter)) {
        violated = !must_end(r);
        m->is_bad = !violated;
        m->seen = violated ? m->seen : 0;
    }
    if (!violated && letter & PART_EXIT && m->phase == INSIDE && !must_end(r))
        violated = end(r, m);
    *accepted = letter & PART_EXIT ? dead : *m;
    if (violated || letter & PART_EXIT)
        *m = dead;
    return violated;
}

static uint32_t number(struct memory *all, struct rule_automaton *out, const struct memory *m)
{
    for (uint32_t i = 0; i < out->count; i++)
        if (all[i].phase == m->phase && all[i].seen == m->seen && all[i].is_bad == m->is_bad)
            return i;
    all[out->count] = *m;
    return out->count++;
}

void rule_automaton_make(const struct rule *r, bool accepts, struct rule_automaton *out)
{
    struct memory all[RULE_STATES];
    bool begins_inside = r->scope == RULE_ALL || r->scope == RULE_BEFORE;
    memset(out, 0, sizeof *out);
    if (r->pattern == RULE_GRAPH) {
        out->count = r->states + 1; /* the last one: it was violated */
        return;
    }
    number(all, out, &(struct memory){begins_inside ? INSIDE : OUTSIDE, 0, false});
    for (uint32_t i = 0; i < out->count; i++)
        for (int letter = 0; letter < PART_SETS; letter++) {
            struct memory m = all[i], accepted = m;
            bool violates = letter && step(r, &m, letter, &accepted);
            out->move[i][letter].violates = violates;
            out->move[i][letter].next = (uint8_t)number(all, out, &m);
            out->move[i][letter].accepted = violates && accepts ? (uint8_t)number(all, out, &accepted) : 0;
        }
    for (uint32_t i = 0; i < out->count; i++)
        out->in_scope[i] = all[i].phase == INSIDE;
}

/* ---- when an object may be chosen -------------------------------------------------------------------------------- */

struct pairs {
    const struct rule_automaton *x;
    bool seen[RULE_STATES][RULE_STATES];
};

/* From two states on: some word violates in the first run, and not yet in the second. */
static bool differ(struct pairs *p, uint32_t a, uint32_t b)
{
    if (p->seen[a][b])
        return false;
    p->seen[a][b] = true;
    for (int letter = 1; letter < PART_SETS; letter++) {
        bool va = p->x->move[a][letter].violates, vb = p->x->move[b][letter].violates;
        if (va && !vb)
            return true;
        bool goes_on = !vb && !(letter & PART_EXIT);
        if (goes_on && differ(p, p->x->move[a][letter].next, p->x->move[b][letter].next))
            return true;
    }
    return false;
}

/* `fresh`: the state of objects that were not seen; `real`: that of one of which events were overlooked. */
static bool is_late_safe(struct pairs *p, uint32_t fresh, uint32_t real, int free)
{
    if (p->seen[fresh][real])
        return true;
    p->seen[fresh][real] = true;
    struct pairs runs = {.x = p->x};
    for (int letter = 1; letter < PART_SETS; letter++)
        if (p->x->move[fresh][letter].next != fresh && letter & ~free && fresh != real && differ(&runs, fresh, real))
            return false;
    for (int letter = 1; letter < PART_SETS; letter++) {
        if (p->x->move[real][letter].violates || letter & PART_EXIT)
            continue; /* the violation is seen where it happens, and nothing follows the end */
        uint32_t next = letter & ~free ? fresh : p->x->move[fresh][letter].next;
        if (!is_late_safe(p, next, p->x->move[real][letter].next, free))
            return false;
    }
    return true;
}

bool rule_automaton_may_begin_late(const struct rule_automaton *x, int free)
{
    struct pairs p = {.x = x};
    return is_late_safe(&p, 0, 0, free | PART_EXIT);
}

bool rule_automaton_can_violate(const struct rule_automaton *x, const bool letters[PART_SETS])
{
    bool is_reached[RULE_STATES] = {true}, grew = true, violates = false;
    while (grew) {
        grew = false;
        for (uint32_t i = 0; i < x->count; i++)
            for (int letter = 0; is_reached[i] && letter < PART_SETS; letter++) {
                uint32_t next = x->move[i][letter].next;
                grew |= letters[letter] && !is_reached[next];
                is_reached[next] |= letters[letter];
                violates |= letters[letter] && x->move[i][letter].violates;
            }
    }
    return violates;
}
