/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * logic: formulas of temporal and modal logics, and whether a modal transition system satisfies them. Knows nothing of
 * C programs.
 *
 * The way of a formula. It is parsed (logic_parse), and for one system translated into a system of fixpoint equations,
 * which is an alternating parity automaton: CTL, LTL and CTL* by way of Buechi automata, the others as they are
 * written. States and equations together are a parity game, solved strongly connected component of equations by
 * strongly connected component: in linear time where no least fixpoint alternates with a greatest one.
 *
 * Three values. A transition that is not must, and a proposition that is LTS_MAYBE, may be there or not. A completion
 * decides each of them. The verdict LTS_VERDICT_TRUE means that every completion satisfies the formula in its initial
 * state, LTS_VERDICT_FALSE that none does; they hold of every refinement of the modal system as well. Both come from a
 * two-valued check: the pessimistic one takes must transitions for diamonds, may transitions for boxes, and what is
 * unknown as false; the optimistic one the other way round.
 * Sources: Larsen, Thomsen, A modal process logic, 1988; Bruns, Godefroid, Model checking partial state spaces with
 * 3-valued temporal logics, 1999; Godefroid, Jagadeesan, On the expressiveness of 3-valued models, 2003; Huth,
 * Jagadeesan, Schmidt, Modal transition systems: a foundation for three-valued program analysis, 2001.
 *
 * A state of which some transition is there, whichever it is, is a hypertransition: Larsen, Xinxin, Equation solving
 * using modal transition systems, 1990.
 *
 * Paths are maximal: infinite, or ended in a state without transitions. X is strong: false in the last state.
 *
 * Ownership: everything returned lives in the arena that the caller passed. Failure: as everywhere, a status and a
 * diag. Nothing is hidden: threads may check formulas of their own on the same system at the same time.
 */
#ifndef CWOLF_LOGIC_H
#define CWOLF_LOGIC_H

#include "runtime/lts/lts.h"

/* ---- questions --------------------------------------------------------------------------------------------------- */

/* One row for each logic: the table that the parser, the help and the tests read. */
struct logic_row {
    const char *name, *help;
};
extern const struct logic_row logic_table[]; /* ends with name == NULL */

/* A question as it was written: [NAME :] LOGIC FORMULA, or [NAME :] no-deadlock. */
struct logic_question {
    const char *name; /* NAME, or the text in one line */
    const struct logic_row *logic;
    const struct logic_formula *formula; /* private to the room */
    const struct logic_formula *unfair;  /* no path is fair; NULL: nothing is said of fairness */
    uint32_t formulas;                   /* distinct parts of both */
    const char *file;
};
/* Parses `text`, which stands in `file` (for messages; not copied). Fails with ST_BAD at the exact line and column. */
enum status logic_parse(struct arena *a, const char *file, const char *text, struct logic_question **out,
                        struct diag *d);

/* Whether its truth depends on what one step is: it has an X, or a modality of mu or hml. */
bool logic_has_next(const struct logic_question *q);
/* Calls `visit` for the text of each proposition or event in it that is written without quotes. */
void logic_each_name(const struct logic_question *q, void (*visit)(void *context, const char *name), void *context);
/* The labels of `l` that it names, one bit each, in `a`: all but the silent one where it speaks of all but some. */
uint64_t *logic_named_labels(struct arena *a, const struct lts *l, const struct logic_question *q);

/* ---- answers ----------------------------------------------------------------------------------------------------- */

/* Why: a path, a lasso or a tree. The steps of a branch follow each other; those of its branches have a depth one
 * larger and begin with LOGIC_BRANCH. */
enum logic_step_kind {
    LOGIC_STEP,   /* `transition` leads from `state` to `target` */
    LOGIC_FACT,   /* in `state`, `text` is so ("ready is false"), which matters */
    LOGIC_END,    /* `state` has no transition (that matters here) */
    LOGIC_LOOP,   /* what begins with the step number `again` goes on for ever */
    LOGIC_SEEN,   /* what follows from `state` was shown in another branch */
    LOGIC_BRANCH, /* one of several that all matter */
    LOGIC_CUT,    /* more follows that is left out; `text` says why */
};
struct logic_step {
    enum logic_step_kind kind;
    uint32_t depth, state, target;
    uint64_t transition; /* index in the system; LOGIC_STEP only */
    size_t again;        /* LOGIC_LOOP only */
    const char *text;
};
struct logic_answer {
    enum lts_verdict verdict;
    bool is_vacuous;                /* it is not Maybe, and no path from the initial state is fair */
    const struct logic_step *steps; /* why it is false, or may be; or why it is true, if that was asked */
    size_t count;
};

struct logic_options {
    bool explain_true;
    size_t max_steps;     /* of an explanation; 0: 200 */
    const uint8_t *joint; /* by state: one of its transitions is there, nobody knows which; NULL: not known of any. Then
                           * what holds behind all of them holds behind one. Only modalities of all labels use it */
    const struct lts_control *control; /* limits and interrupts; or NULL */
    const struct diag_sink *notes;     /* told of names that the system does not know; or NULL */
};
extern const char logic_no_fair_path[]; /* what is_vacuous means, for users */
/* Whether the initial state of `l` satisfies the question. Labels in it name the labels equal to them; a name that is
 * no label stands for what lts_name_matches says, and a name that is neither is false everywhere: both are noted.
 * ST_LIMIT when the automaton of a path formula is too large, or memory is not enough. */
enum status logic_check(struct arena *a, const struct lts *l, const struct logic_question *q,
                        const struct logic_options *o, struct logic_answer *out, struct diag *d);

/* The explanation as lines of at most about 100 columns, each with four blanks in front and two more for each depth: a
 * must transition is 0 --a--> 1, one that may be absent 0 ..a..> 1. */
void logic_steps_text(const struct lts *l, const struct logic_step *steps, size_t count, struct buf *out);

#endif
