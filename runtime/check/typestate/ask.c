/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Open questions about places, asked of what a rule's variables and the handles hold: what is not reached is True.
 */
#include "runtime/check/private.h"
#include "runtime/check/typestate/typestate.h"

static bool asks_for_label(const struct asked *q)
{
    return q->note->kind == NOTE_PROPERTY && !q->temporal.question && !strcmp(q->note->u.property.logic, "unreachable");
}

static void find_promise(void *found, const struct cwi_stmt *s)
{
    const struct cwi_stmt **first = found;
    if (!*first && cwi_is_promise(s))
        *first = s;
}

static void assume_promises(struct session *s)
{
    const struct cwi_stmt *first = NULL;
    cwi_unit_walk(s->program, find_promise, &first);
    if (!first)
        return;
    struct place p = cwi_place_text(s->program, first->at);
    check_assumed_add_text(&s->assumed,
                           arena_printf(s->report->arena,
                                        "nothing is null that is declared nonnull, and no place is reached that the "
                                        "compiler is told is not (first %s:%u)",
                                        p.file ? p.file : "?", p.line));
}

static void answer(struct session *s, struct asked *q, const struct typestate_answer *found)
{
    struct arena *a = s->report->arena;
    check_assumed_add_text(&s->assumed, "accesses through pointers stay in objects that are there");
    if (pt_assumed_types(avm_program_points(s->prepared)))
        check_assumed_add_text(&s->assumed,
                               "functions are called through pointers with the arguments and results of their own "
                               "types");
    check_session_prove(q, 2, "it is not reached, whatever else the program holds",
                        arena_printf(a, "typestates (%llu)", (unsigned long long)found->states));
}

void check_session_try_typestates(struct session *s, cwi_id entry, const struct budget *b)
{
    bool is_any_proved = false;
    for (size_t i = 0; i < s->asked.count && s->options->key_count; i++) {
        struct asked *q = &s->asked.items[i];
        struct typestate_answer found;
        struct typestate_question ask = {.u = s->program,
                                         .notes = s->given,
                                         .program = s->prepared,
                                         .entry = entry,
                                         .property = q->note,
                                         .keys = s->options->keys,
                                         .key_count = s->options->key_count,
                                         .subject = s->options->subject,
                                         .asks_for_ends = s->options->asks_for_ends,
                                         .budget = b};
        if (!check_session_is_open(q, entry) || !asks_for_label(q))
            continue;
        check_typestate(s->report->arena, &ask, &found);
        if (found.is_unreachable)
            answer(s, q, &found);
        else
            check_session_lacks(s, q, "typestates", found.why);
        is_any_proved |= found.is_unreachable;
    }
    if (is_any_proved)
        assume_promises(s);
}
