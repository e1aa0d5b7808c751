/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * budget: how long a command may work: until a moment, or until somebody says stop. All its parts ask the same one.
 * What has to end the same way on every machine counts its work instead.
 */
#ifndef CWOLF_BASE_BUDGET_H
#define CWOLF_BASE_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct budget {
    double deadline;             /* on the clock of base_budget_now; 0: none */
    bool (*stop)(void *context); /* true: somebody wants an end (Ctrl-C); NULL: nobody will */
    void *context;
    const atomic_bool *is_answered; /* true: what the work is for is known; NULL: nobody else works on it */
    uint64_t *units;                /* of counted work that are left, a solver's: about five million to the second;
                                     * NULL: any number */
};
enum budget_end { BUDGET_LEFT, BUDGET_TIME, BUDGET_STOPPED, BUDGET_ANSWERED, BUDGET_UNITS };

double base_budget_now(void); /* seconds, monotonic */
/* NULL is a budget without an end. */
enum budget_end base_budget_ask(const struct budget *b);
/* Why there is no more: "the time was up". */
const char *base_budget_words(enum budget_end end);
/* So many units were worked, or all that are left. NULL is allowed. */
void base_budget_spend(const struct budget *b, uint64_t units);

#endif
