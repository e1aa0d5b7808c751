/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The search for inputs, as its own files see it. Private to search.c, queue.c,
 * wanted.c, flip.c, route.c, fuzz.c and exhaust.c.
 */
#ifndef CWOLF_CHECK_SEARCH_PRIVATE_H
#define CWOLF_CHECK_SEARCH_PRIVATE_H

#include "hill_climb.h"
#include "search.h"
#include "runtime/smt/smt.h"

enum { INPUT_WORDS = 4 };
struct input_set { /* inputs beyond number 255 share the last place */
    uint64_t words[INPUT_WORDS];
};
/* A trial whose decisions may be turned round. */
struct past {
    const struct run_term *terms;
    const struct run_decision *decisions;
    struct check_inputs inputs;
    uint32_t term_count, decision_count;
    struct input_set *sets; /* by term: the inputs in it */
    uint8_t *hard;          /* by term: how much division and multiplication is in it */
    smt_term *made;         /* by term, as far as `made_count` */
    uint32_t made_count;
};
struct item { /* decision number `decision` of a trial, the other way */
    uint32_t past, decision, way;
};
struct items VEC(struct item);
struct search {
    struct run_trials *t;
    struct check_goal *goals;
    uint32_t goal_count, left;
    const struct check_search_options *options;
    struct check_found *out;
    struct VEC(struct check_test) tests;
    struct VEC(struct past) pasts;
    struct items *waiting;      /* by edge, or statement with a part */
    struct VEC(uint32_t) edges; /* with items that wait */
    uint32_t turns;
    struct check_inputs used; /* by the last trial, in the result's arena; items NULL: not copied yet */
    struct map64 paths;       /* a tree of decisions: (node, what was decided) -> node, numbered from 1 */
    struct map64 ends;        /* nodes where the path of a trial ended, by the number of its inputs */
    uint32_t path_nodes;
    uint32_t *attempts; /* by edge, or statement with a part: how often it was asked for */
    bool *reached;      /* by point, in any trial */
    uint32_t points;
    struct smt *smt;
    uint64_t questions; /* of solvers that are gone */
    uint64_t steps;     /* of all trials */
    struct VEC(smt_term) conditions;
    struct VEC(struct climb_condition) climbed;
    struct VEC(int64_t) inputs;
    uint64_t seed;
    struct ways *ways;      /* wanted.c */
    bool *wanted;           /* by point: nothing is known to be nearer to a goal that is left */
    uint32_t reached_count; /* points reached, when `wanted` was found out */
    uint32_t left_then;     /* goals left then */
    struct fuzz *fuzz;      /* fuzz.c */
    bool is_asked;          /* a trial used an input: else all are the same */
    bool is_any_whole;      /* a trial did not end at what cannot be run */
    bool is_single;         /* trials are no batches: they ask or change the world */
    double owed;            /* seconds that turning took, for which there was no batch yet */
    struct items put_off;   /* that lead to goals, and were too hard for the time that each gets */
    uint32_t put_off_next, round_end;
    uint32_t patience;        /* they get 2 ^ patience times as much: more in each round through them */
    bool is_open, is_patient; /* the question that is asked: nobody knows the answer; it gets more time */
};

/* ---- search.c ---------------------------------------------------------------------------------------------------- */

/* One trial. Decisions before number `from` were turned round already, in the trial that this one comes from. */
void check_search_attempt(struct search *s, const int64_t *inputs, uint32_t count, uint32_t from);
/* Nothing is left to be found, or no budget to find it. */
bool check_search_is_over(const struct search *s);
/* The inputs of the last trial, which outlive it. */
struct check_inputs check_search_used(struct search *s, const struct run_trial *r);

/* ---- queue.c ----------------------------------------------------------------------------------------------------- */

/* Where the item leads: the number of an edge, or of a statement's part. */
uint32_t check_search_edge(const struct search *s, const struct item *i);
/* Of a part of an expression nobody knows more than whether it was asked for. */
bool check_search_is_reached(const struct search *s, const struct item *i);
void check_search_add(struct search *s, struct item x);
/* The one that is turned next leaves the queue; false: there is none. */
bool check_search_take(struct search *s, struct item *x);
/* One of those that were put off; false: there is none, it is the others' turn (unless is_idle: there are none), or
 * trials are counted (most_trials). */
bool check_search_take_put_off(struct search *s, bool is_idle, struct item *x);

/* ---- wanted.c ---------------------------------------------------------------------------------------------------- */

/* The points that lead to goals through code that no trial has reached: finds them out anew where it has changed. */
void check_search_find_wanted(struct search *s);
void check_search_ways_free(struct search *s);

/* ---- flip.c ------------------------------------------------------------------------------------------------------ */

/* By term, the inputs in it: fills `sets`. */
void check_search_find_inputs(struct past *p);
bool check_search_has_input(const struct input_set *x, uint32_t n);
bool check_search_sets_meet(const struct input_set *x, const struct input_set *y);
/* That the decision goes this way; 0: no question for a solver. Uses nothing of the search but its solver. */
smt_term check_search_condition(struct search *s, struct past *p, const struct run_decision *d, uint32_t way);
/* What input number `n` is in the solver's model. */
int64_t check_search_value(struct search *s, uint32_t n, struct run_input_from from);
/* Tries to go the other way. */
void check_search_turn(struct search *s, const struct item *x);
/* The same with more time, for one that was put off. */
void check_search_turn_patiently(struct search *s, const struct item *x);
/* What a solver has learnt grows without end: a new one. */
enum status check_search_renew(struct search *s, struct diag *d);

/* ---- route.c ----------------------------------------------------------------------------------------------------- */

/* Trials that go along the goal's route, until one reaches it or none leaves the route where it can be turned; half of
 * what is left of the time at most, and half of all trials. */
void check_search_follow(struct search *s, const struct check_goal *g);

/* ---- fuzz.c ------------------------------------------------------------------------------------------------------ */

bool check_fuzz_begin(struct search *s); /* false: no memory */
void check_fuzz_end(struct search *s);
/* Collects what the decisions of a trial compare with. */
void check_fuzz_note_numbers(struct search *s, const struct past *p, uint32_t from);
/* Keeps the inputs of a trial that did something new, or came nearer to an edge that none took. */
void check_fuzz_note(struct search *s, const struct run_trial *r);
/* One trial with inputs that were kept and are changed. */
void check_fuzz_try(struct search *s);
/* As many as there is time for, quickly, then trials of what they found. False: these trials can be no batch. */
bool check_fuzz_batch(struct search *s, double seconds);

#endif
