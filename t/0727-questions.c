/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said of a question beside its answer (runtime/smt/solver.c): which conditions contradict each other, whoever
 * asked before; and that none goes on when the time is up.
 */
#include "runtime/smt/smt.h"
#include "tap.h"

#include <stdio.h>

static struct smt *solver;

/* Which conditions contradict each other is said, whoever asked the same before. */
static void test_core(void)
{
    smt_term x = smt_unknown(solver, 900, 16), p = smt_binary(solver, CWI_MUL, false, x, x);
    smt_term both[] = {smt_binary(solver, CWI_EQ, false, p, smt_const(solver, 7, 16)),
                       smt_binary(solver, CWI_EQ, false, p, smt_const(solver, 9, 16))};
    bool is_alone = smt_check_alone(solver, both, 2) == SMT_UNSAT;
    ok(is_alone && smt_check(solver, both, 2) == SMT_UNSAT && smt_in_core(solver, 0) && smt_in_core(solver, 1),
       "a contradiction that was found alone has a core");
}

/* The end of the time ends a question that units would not. */
static void test_until(void)
{
    struct budget b = {.deadline = base_budget_now() - 1};
    smt_term x = smt_unknown(solver, 901, 16), p = smt_binary(solver, CWI_MUL, false, x, x);
    smt_term is = smt_binary(solver, CWI_EQ, false, p, smt_const(solver, 16, 16));
    smt_until(solver, &b);
    ok(smt_check(solver, &is, 1) == SMT_UNKNOWN, "when the time is up nothing is asked");
    smt_until(solver, NULL);
    ok(smt_check(solver, &is, 1) == SMT_SAT, "and without an end it is");
}

int main(void)
{
    struct diag d;
    if (smt_new(&solver, &d)) {
        printf("Bail out! %s\n", d.text);
        return 1;
    }
    test_core();
    test_until();
    smt_free(solver);
    return done();
}
