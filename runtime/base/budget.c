/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The clock of a command.
 */
#include "runtime/base/budget.h"

#include <stddef.h>
#include <time.h>

double base_budget_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

const char *base_budget_words(enum budget_end end)
{
    switch (end) {
    case BUDGET_STOPPED:
        return "it was interrupted";
    case BUDGET_UNITS:
        return "the work given to it was done";
    case BUDGET_ANSWERED:
        return "the answer was known";
    default:
        return "the time was up";
    }
}

void base_budget_spend(const struct budget *b, uint64_t units)
{
    if (b && b->units)
        *b->units -= units < *b->units ? units : *b->units;
}

enum budget_end base_budget_ask(const struct budget *b)
{
    if (b && b->stop && b->stop(b->context))
        return BUDGET_STOPPED;
    if (b && b->is_answered && atomic_load(b->is_answered))
        return BUDGET_ANSWERED;
    if (b && b->units && !*b->units)
        return BUDGET_UNITS;
    return b && b->deadline && base_budget_now() > b->deadline ? BUDGET_TIME : BUDGET_LEFT;
}
