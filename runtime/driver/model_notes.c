/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a run has to say besides its result: what was forgotten and assumed, which branches abstraction could not
 * decide, and which variables made most states when a budget ran out.
 *
 * Invariant: everything here is taken from the model as the engine left it; lists are cut with a count of what is left
 * out.
 */
#include "runtime/driver/driver.h"

enum { MOST_SHOWN = 8 };

static const char *end_text(enum avm_end end)
{
    static const char *const texts[] = {
        [AVM_COMPLETE] = NULL,
        [AVM_OUT_OF_MEMORY] = "the budget of memory is used up: partial result",
        [AVM_OUT_OF_TIME] = "the time is up: partial result",
        [AVM_OUT_OF_WORK] = "the work given to it was done: partial result",
        [AVM_INTERRUPTED] = "interrupted: partial result",
        [AVM_ANSWERED] = NULL, /* it is not needed */
    };
    return texts[end];
}

static void say_rest(uint32_t count, const char *what)
{
    if (count > MOST_SHOWN)
        driver_say(DIAG_NOTE, "... and %u more %s", count - MOST_SHOWN, what);
}

static const char *function_name(const struct cwi_unit *u, cwi_id f)
{
    return f && cwi_func_of(u, f)->name ? cwi_func_of(u, f)->name : NULL;
}

static void say_unused(const struct avm_model *m)
{
    uint32_t said = 0;
    for (uint32_t i = 0; i < m->unused_count; i++) {
        const struct note *n = m->unused[i];
        if (n->from_table)
            continue;
        struct buf text = {0};
        note_print_pragma(m->program, n, &text);
        size_t length = strcspn(buf_str(&text), "\n"), skip = 0;
        if (!strncmp(buf_str(&text), "#pragma cwolf ", 14))
            skip = 14;
        if (said++ < MOST_SHOWN)
            diag_send(driver_say_sink(), DIAG_NOTE, n->at, "without effect: %.*s", (int)(length - skip),
                      buf_str(&text) + skip);
        buf_free(&text);
    }
    say_rest(said, "annotations without effect");
}

void driver_say_assumptions(const char *const *assumptions, uint32_t count)
{
    for (uint32_t i = 0; i < count && i < MOST_SHOWN; i++)
        driver_say(DIAG_NOTE, "assumed: %s", assumptions[i]);
    say_rest(count, "assumptions");
}

void driver_say_model_notes(const struct avm_model *m, const char *const *assumptions, uint32_t count)
{
    for (uint32_t i = 0; i < m->refused_count && i < MOST_SHOWN; i++)
        diag_send(driver_say_sink(), DIAG_WARNING, m->refused[i].note->at, "%s", m->refused[i].why);
    say_rest(m->refused_count, "variables that are not tracked");
    for (uint32_t i = 0; i < m->loss_count && i < MOST_SHOWN; i++)
        diag_send(driver_say_sink(), DIAG_NOTE, cwi_place_text(m->program, m->losses[i].at), "%s", m->losses[i].text);
    say_rest(m->loss_count, "places where something was forgotten");
    driver_say_assumptions(assumptions, count);
    say_unused(m);
}

void driver_say_undecided(const struct avm_model *m)
{
    for (uint32_t i = 0; i < m->undecided_count && i < MOST_SHOWN; i++) {
        const struct avm_undecided *b = &m->undecided[i];
        struct place at = cwi_place_text(m->program, b->at);
        char times[32] = "once";
        if (b->count > 1)
            snprintf(times, sizeof times, "%llu times", (unsigned long long)b->count);
        diag_send(driver_say_sink(), DIAG_NOTE, at, "branch undecided %s: %s%s%s", times, b->advice ? b->advice : "'",
                  b->advice ? ""
                  : b->cell ? b->cell
                            : "?",
                  b->advice ? "" : "' is not known well enough");
    }
    say_rest(m->undecided_count, "undecided branches");
}

void driver_say_explosion(const struct avm_model *m, uint64_t max_states)
{
    if (max_states)
        driver_say(DIAG_WARNING, "the budget of %llu states is used up: partial result ('max-states' sets another)",
                   (unsigned long long)max_states);
    else if (end_text(m->end))
        driver_say(DIAG_WARNING, "%s", end_text(m->end));
    else
        return;
    for (uint32_t i = 0; i < m->growth_count && i < MOST_SHOWN; i++) {
        const struct avm_growth *g = &m->growth[i];
        const char *f = function_name(m->program, g->func);
        driver_say(DIAG_NOTE, "%s%s'%s' has %llu different values%s%s", f ? f : "", f ? ": " : "",
                   g->cell ? g->cell : "?", (unsigned long long)g->distinct_values, g->advice ? "; " : "",
                   g->advice ? g->advice : "");
    }
}
