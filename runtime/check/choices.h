/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is tracked automatically, for rooms with a refinement loop of their own: which cells matter, how exactly each is
 * kept, and which cells a path that was not decided is to be blamed on.
 *
 * A loop begins with no choice, runs the engine with the notes of check_choices_notes, blames what stayed open
 * (check_path_blames, check_access_blames) and hands that to check_choices_from_expr, until nothing changes.
 */
#ifndef CWOLF_CHECK_CHOICES_H
#define CWOLF_CHECK_CHOICES_H

#include "runtime/avm/avm.h"

/* ---- facts about cells (facts.c) --------------------------------------------------------------------------------- */

/* A cell is an lvalue that can be tracked: a variable, a field of one, or a whole array. */
enum fact_kind {
    FACT_VALUE, /* compared for equality with `value` */
    FACT_BREAK, /* compared by order: `value` begins a range */
    FACT_MOD,   /* taken modulo `value` */
    FACT_CELL,  /* compared with the cell `other` */
};
struct fact {
    enum fact_kind kind;
    const struct cwi_expr *cell, *other;
    int64_t value;
};
/* An assignment to a cell: of the value of `from`, NULL when that is no expression (a call's result, asm). */
struct fact_assign {
    const struct cwi_expr *cell, *from;
};
/* The value of a cell moves on: `to` becomes cell + delta. */
struct fact_flow {
    const struct cwi_expr *cell, *to;
    int64_t delta;
};
struct var_facts {
    struct VEC(struct fact) compared;
    struct VEC(struct fact_assign) assigned;
    struct VEC(struct fact_flow) flows;
};
struct facts {
    struct cwi_unit *program;
    struct var_facts *of; /* by variable id */
    size_t count;
};
/* Everything that the program's statements and the notes' expressions say. */
void check_facts_collect(struct facts *f, struct cwi_unit *program, const struct notes *notes);
void check_facts_free(struct facts *f);
/* The cell that an lvalue belongs to, NULL when it cannot be tracked (behind a pointer); and its variable. */
const struct cwi_expr *check_fact_cell(const struct cwi_unit *u, const struct cwi_expr *lvalue);
cwi_id check_fact_var(const struct cwi_expr *cell);
/* Calls `visit` for each cell that an expression reads; of compiler temporaries, the cells that they were computed
 * from. */
void check_fact_cells(const struct facts *f, const struct cwi_expr *e,
                      void (*visit)(void *context, const struct cwi_expr *cell), void *context);

/* ---- choosing (choose.c) ----------------------------------------------------------------------------------------- */

/* One cell that is tracked automatically. */
struct choice {
    const struct cwi_expr *cell;
    const struct abs *abs;
    bool exact;     /* already kept as exactly as can be */
    bool capped;    /* was exact and made too many states, or is fed from outside: never again */
    uint32_t round; /* in which it was made or changed: once in each */
};
struct choices {
    struct arena *arena;
    struct facts facts;
    const struct notes *given;
    struct VEC(struct choice) list;
    uint32_t round;
};
void check_choices_begin(struct choices *c, struct arena *a, struct cwi_unit *program, const struct notes *given);
void check_choices_end(struct choices *c);
/* The program has changed: what is known of its statements is collected again. */
void check_choices_learn(struct choices *c);
/* Between runs: from now on what was chosen before may be made more exact. */
void check_choices_next_round(struct choices *c);
/* The cells that the questions and watches name. */
void check_choices_from_notes(struct choices *c);
/* The cells that an expression depends on, each with what it is assigned from; true when something changed: a new cell,
 * or one that is now kept more exactly. */
bool check_choices_from_expr(struct choices *c, const struct cwi_expr *e);
bool check_choices_from_var(struct choices *c, cwi_id var);
/* After a run out of budget: makes the exact choice with most values coarser; false when there is none. */
bool check_choices_coarsen(struct choices *c, const struct avm_model *m);
/* Whether the cell may be given an abstraction: it can be tracked, and nobody gave it one. */
bool check_choices_may_set(const struct choices *c, const struct cwi_expr *cell);
/* What keeps apart the values that the cell is compared with and no others; NULL: it is compared with nothing. */
const struct abs *check_choices_coarse(struct choices *c, const struct cwi_expr *cell);
/* A note of kind NOTE_ABSTRACT, in the arena. */
const struct note *check_choice_note(struct arena *a, const struct cwi_expr *cell, const struct abs *abs);
/* Appends the choices as notes of kind NOTE_ABSTRACT. */
void check_choices_notes(const struct choices *c, struct notes *out);

/* The values at which ranges of a cell begin, by what it and the cells that it flows into are compared with: sorted, in
 * `a`; how many. 0: nothing tells its values apart. */
size_t check_choices_starts(struct choices *c, struct arena *a, const struct cwi_expr *cell, int64_t **starts);

/* ---- blame (events.c) -------------------------------------------------------------------------------------------- */

/* A path is a row of transition indices, each starting where the one before ends, the first in the initial state. */
struct graph_path {
    uint64_t *steps;
    size_t count;
};
/* Called for the lost conditions on a path, in order. */
void check_path_blames(const struct avm_model *m, const struct graph_path *p,
                       void (*visit)(void *context, const struct cwi_expr *e), void *context);
/* Called for what the place of an access is computed from. */
void check_access_blames(const struct cwi_expr *access, void (*visit)(void *context, const struct cwi_expr *e),
                         void *context);

#endif
