/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * answer: rules that are asked, as the files that ask them see it. Private to rules/.
 */
#ifndef CWOLF_CHECK_RULES_ANSWER_H
#define CWOLF_CHECK_RULES_ANSWER_H

#include "runtime/base/budget.h"
#include "runtime/check/rules/rules.h"

struct asking {
    struct cwi_unit *u;
    const struct notes *notes;
    const struct check_options *options;
    struct check_report *report;
    struct VEC(struct check_answer) answers;
    struct VEC(struct check_report *) parts;
    struct VEC(const char *) assumptions;
    struct check_acceptances accepted;
    size_t rules_left;                     /* to be asked, the one that is asked among them */
    uint64_t units;                        /* of counted work for them, where options.is_brief */
    uint64_t most;                         /* for one that has to hold */
    uint64_t given;                        /* to the one that is asked */
    double first_end;                      /* of the first round, in which it is what takes little; 0: the second one */
    double share_end;                      /* of the time of the one that is asked */
    uint32_t place;                        /* that makes what is watched, counted from 1; 0: each may */
    uint32_t places;                       /* how many the program of the rule that was asked last has */
    bool skips_typestates;                 /* the first round has asked them of that one */
    const struct check_required *required; /* that one has to hold; NULL: it need not */
};

/* Asks one rule; its answer is added to k->answers, and the reports that the answer's texts are of to k->parts. */
enum status rule_ask(struct asking *k, const struct rule *r, struct diag *d);
/* The answer before anything is asked: Maybe, with the rule's name and question. */
void rule_begin_answer(struct asking *k, const struct rule *r, struct check_answer *x);
/* Lets go of the reports and assumptions behind so many. */
void rule_forget_parts(struct asking *k, size_t parts, size_t assumptions);
/* The rule as it stands, with k->place, into *x, which was begun; *is_doubted: it would hold, if nobody doubted it. */
enum status rule_ask_as_it_is(struct asking *k, const struct rule *r, struct check_answer *x, bool *is_doubted,
                              struct diag *d);
/* The rule once for each place that makes handles: *x is True where it holds for what each makes, else Maybe. Takes a
 * part of the time that is left; only typestates are asked (answer_places.c). */
enum status rule_ask_by_places(struct asking *k, const struct rule *r, struct check_answer *x, struct diag *d);
/* The rule's property of the program as it is, into *x; the program stays changed until rule_restore. */
enum status rule_run_property(struct asking *k, struct rule_compiler *c, struct check_answer *x, struct diag *d);
/* The same of a rule that handles are tested (answer_tested.c). */
enum status rule_run_tested(struct asking *k, struct rule_compiler *c, struct check_answer *x, struct diag *d);

#endif
