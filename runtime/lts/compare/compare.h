/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the comparison share: both systems in one graph, and the making of steps and sentences.
 */
#ifndef CWOLF_LTS_COMPARE_COMPARE_H
#define CWOLF_LTS_COMPARE_COMPARE_H

#include "runtime/lts/words/inclusion.h"
#include "runtime/lts/sim/sim.h"

struct compare {
    struct graph g; /* both systems, with via */
    enum lts_relation relation;
    const struct lts_control *c;
    struct lts_comparison *out;
    const char *who[2]; /* "the first" and "the second", or "the program" and "the design" */
    bool program;       /* the first is one: a trace is shown in its steps, as far as it has them */
    struct VEC(struct lts_step) steps;
    bool traces_alike; /* they are known to be */
    uint32_t letters;  /* of the trace that was found */
};

/* A path through the graph: transitions one after the other. */
struct path {
    struct u64s transition;
    uint32_t from, to;
};
void compare_path_free(struct path *p);

/* The shortest path from `from` for the first `letters` letters of a word; with `weak`, silent steps between the
 * letters. With target_class not LTS_NONE it ends in a state of that class, silent steps after the last letter
 * included. False: none. */
bool compare_path_find(const struct graph *g, uint32_t from, const struct letter *word, size_t letters, bool weak,
                       const uint32_t *class_of, uint32_t target_class, struct path *path);

/* Silent steps to a state from which a silent cycle inside its class starts, and once around it. False: there is
 * none. */
bool compare_path_divergence(const struct graph *g, uint32_t from, const uint32_t *class_of, struct path *path);

/* Appends the path's transitions from..to as steps of a side. */
void compare_add_steps(struct compare *x, int side, const struct path *path, size_t from);

/* Which inclusion a comparison asks for. */
enum inclusion { BOTH_WAYS, FIRST_IN_SECOND, SECOND_IN_FIRST };

/* How words are compared. `patient`: the verdict hangs on it; else it is tried as long as it is cheap. */
struct observed {
    bool weak;
    enum observation what;
    enum inclusion which;
    bool patient;
    const uint32_t *class_of; /* of x->g's states in q; needed for what is refused; or NULL */
    bool *unsure;             /* receives whether an impatient search ended without knowing; or NULL */
};

/* Finds, where the inclusion fails, the shortest word that shows it, and fills in the result. `q` is a graph of classes
 * of x->g. *found is false when it holds (or, with `patient` false, when that cannot be told cheaply). */
enum status compare_words(struct compare *x, const struct graph *q, const struct observed *how, bool *found,
                          struct diag *d);

/* Simulations, and the bisimulation modulo tau*.a; the verdict is True or False. */
enum status compare_simulations(struct compare *x, const struct kind *kind, enum inclusion which, struct diag *d);
/* Words: traces, completed traces, failures. */
enum status compare_observations(struct compare *x, const struct kind *kind, enum inclusion which, struct diag *d);

/* Classes of a bisimulation on x->g and the quotient graph of them. */
struct classes {
    uint32_t *of, count;
    bool *loops;
    struct graph q;
    bool borrowed; /* q is x->g */
};
/* The classes of a relation on x->g; LTS_TAU_STAR: of the system without silent steps, LTS_NONE for states not in
 * it. */
enum status compare_classes_make(const struct compare *x, enum lts_relation relation, struct classes *k,
                                 struct diag *d);
void compare_classes_free(struct classes *k);

/* The play for simulation: `side` has a step that the other does not simulate. */
void compare_play_simulation(struct compare *x, const struct kind *kind, const struct graph *q,
                             const uint32_t *class_of, const struct sim_ranks *ranks, int side);

/* The comparison of two systems whose graph is made. */
enum status compare_graphs(struct compare *x, enum inclusion which, struct diag *d);
/* Whether the initial states' propositions differ; then says so. */
bool compare_colours(struct compare *x);

/* Hands steps over to the result. */
void compare_finish(struct compare *x);

#endif
