/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A step and what its files share: step.c, choice.c, emit.c, run_on.c, calls.c, jump.c, external.c, fire.c, flat_make.c
 * and flat_run.c. Private to the engine.
 */
#ifndef CWOLF_AVM_STEP_H
#define CWOLF_AVM_STEP_H

#include "machine.h"

#define NO_PC UINT32_MAX
enum { PARTS_MAX = 512 }; /* most parts an input is ever split into */

/* How far a working state has come in its code: an operation's labels stand before it, at its write, and after it. */
enum phase { PH_BEFORE, PH_DO, PH_WRITTEN, PH_WATCH };
struct at {
    uint32_t pc, op, rule;
    enum phase phase;
    const struct cell *fresh; /* just stored from a pending input */
};

/* ---- step.c ------------------------------------------------------------------------------------------------------ */

/* All successors of the state, into m->out. */
void avm_step(struct avm *m, const vs *words, uint32_t n);

/* Working states are a stack: the one that was forked last is dropped first. */
struct work *avm_fork(struct avm *m, const struct work *s); /* NULL: with nothing but the constants */
static inline void avm_drop(struct avm *m, struct work *s)
{
    (void)s;
    m->work_depth--;
}
/* Executes the code at `pc`, emitting what follows. */
void avm_run_code(struct avm *m, struct work *s, uint32_t pc);
/* The end of a code, `v` being the value that decides there (branches.c). */
void avm_end_code(struct avm *m, struct work *s, const struct code *c, vs v);
/* Where a code that ends by goto, if or switch surely leads, v being the value that decides; NO_PC: that is open, or v
 * is no value. By value: not by goto, and nothing is done in line. */
uint32_t avm_leads_by_value(struct avm *m, const struct code *c, vs v);
static inline uint32_t avm_leads_to(struct avm *m, const struct code *c, vs v)
{
    if (c->end == END_GOTO)
        return c->next[0];
    if (c->end == END_IF && vs_is_small(v) && c->value->t.kind == VS_INT)
        return c->next[v == vs_small(0)];
    return avm_leads_by_value(m, c, v);
}
/* A branch on a condition of an annotation: either way where it has no value. */
void avm_end_note(struct avm *m, struct work *s, const struct code *c);
/* The same from the middle of a code. */
void avm_go(struct avm *m, struct work *s, struct at at);
/* The same for a copy in which the operation at `at` is done; drops it. */
void avm_go_after(struct avm *m, struct work *copy, struct at at);

/* While running on, a choice is the end of it: true when the caller need not work out what would follow. */
static inline bool avm_give_up(struct avm *m)
{
    if (m->probe.on)
        m->probe.count = 2;
    return m->probe.on;
}

static inline void avm_note_line(struct work *s, const struct cwi_stmt *stmt)
{
    if (stmt && stmt->at.line) {
        s->from_line = stmt->at.line;
        s->from_file = stmt->at.file;
    }
}

/* ---- choice.c ---------------------------------------------------------------------------------------------------- */

bool avm_witness(struct avm *m, const struct work *s, const struct node *n, vs wanted);
uint32_t avm_pending_in(const struct avm *m, const struct work *s, const struct node *n);
void avm_chosen(struct work *s, bool by_environment, const struct cwi_expr *blame, const struct cwi_stmt *stmt,
                int outcome);
const struct cell *avm_moved_input(struct avm *m, const struct work *s, const struct node *n);

/* Of a condition's value: 1 surely true, 0 surely not, -1 undecided. No condition is true. */
int avm_truth_of(struct avm *m, struct vs_type t, vs v);
int avm_truth(struct avm *m, struct work *s, const struct node *cond);
/* The value of an annotation's expression; *lacks: in some concrete states it has none. Of the program nothing is asked
 * then, and the work state is as before. */
vs avm_note_value(struct avm *m, struct work *s, const struct node *n, bool *lacks);

/* Splits on an undecided condition: the copy takes it as true, `s` goes on with it false. NULL, or *else_feasible
 * false: not feasible. */
struct work *avm_split(struct avm *m, struct work *s, const struct node *cond, const struct cwi_stmt *stmt,
                       bool *else_feasible);

/* A pending input enters a tracked cell: the state splits over the parts of its abstraction, each of which goes on.
 * False: there is nothing to split. */
bool avm_split_parts(struct avm *m, struct work *s, const struct op *op, const struct cell *c, struct at at);
/* The most parts that an input splits into when it enters `c`. */
size_t avm_most_parts(const struct avm *m, const struct cell *c);

/* ---- calls.c, jump.c and external.c ------------------------------------------------------------------------------ */

void avm_do_call(struct avm *m, struct work *s, const struct code *c);
void avm_do_return(struct avm *m, struct work *s, const struct code *c);
void avm_do_longjmp(struct avm *m, struct work *s, const struct code *c);
/* The call, of something outside the program, may end in a jump. */
void avm_may_jump(struct avm *m, struct work *s, const struct code *c);
bool avm_do_setjmp(struct avm *m, struct work *s, const struct op *op); /* false: it is surely undefined; m->trap */
/* `at` is where op stands; NULL: it does not go on in copies. False: it does not return here. */
bool avm_external(struct avm *m, struct work *s, const struct op *op, struct at *at);
void avm_external_disturb(struct avm *m, struct work *s, const struct op *op); /* OP_DISTURB */

/* ---- input_locals.c and unset.c ---------------------------------------------------------------------------------- */

/* The operation is done: if others can see that, inputs in variables are chosen by now. */
void avm_settle_pending(const struct avm *m, struct work *s, const struct op *op);
static inline void avm_settle_inputs(const struct avm *m, struct work *s, const struct op *op)
{
    if (s->w[W_PENDING])
        avm_settle_pending(m, s, op);
}
void avm_look_set(struct avm *m, struct work *s, const struct op *op);  /* OP_SET */
void avm_look_read(struct avm *m, struct work *s, const struct op *op); /* what a function without a body reads */

/* ---- fire.c ------------------------------------------------------------------------------------------------------ */

/* Rules that each may fire: before and written. False when the state went on elsewhere. */
bool avm_fire_all(struct avm *m, struct work *s, const struct op *op, const struct rule *rules, uint32_t count,
                  struct at *at);
/* Watches: of one list the first that matches. */
bool avm_fire_first(struct avm *m, struct work *s, const struct op *op, struct at *at);

/* ---- demands.c --------------------------------------------------------------------------------------------------- */

/* What a function of the library gets is what it needs, or may be: that is a doubt. False: surely not, and m->trap says
 * why. */
bool avm_arguments_fit(struct avm *m, struct work *s, const struct op *op);
/* The same about null where it needs an object and constants that it writes, before it does anything. */
bool avm_pointers_fit(struct avm *m, struct work *s, const struct op *op);
bool avm_is_stream(const struct avm *m, const struct cwi_expr *e, const char *name); /* stdin, stdout, stderr */

/* ---- emit.c and run_on.c ----------------------------------------------------------------------------------------- */

void avm_emit(struct avm *m, struct work *s, uint32_t pc, enum avm_choice why);
/* The program did something undefined at `stmt` (NULL: where it last was), m->trap says what; every concrete state of
 * `s` does, unless an operation before ended it. `s` is spent: its words are overwritten. */
void avm_end_in_error(struct avm *m, struct work *s, const struct cwi_stmt *stmt);
/* Likewise what is not modelled, or no kind of error that can be asked about, in words. */
void avm_end_unknown(struct avm *m, struct work *s, const struct cwi_stmt *stmt, const char *why);
/* A transition to PC_ERROR or one of those behind it; the words are spent. */
void avm_emit_error(struct avm *m, struct work *s, uint32_t pc, const char *why);
void avm_add_label(struct avm *m, struct work *s, uint32_t label);
void avm_kill_dead(struct avm *m, struct work *s, uint32_t pc);
static inline uint32_t avm_vector_length(const struct avm *m, uint32_t pc)
{
    return is_last(pc) ? m->frame_base : m->code.items[pc].fn->words;
}

/* Runs on from `pc` while the state there has one silent successor that is nobody's choice; where it ends. */
uint32_t avm_settle(struct avm *m, struct work *s, uint32_t pc);
/* The rest of the code behind its operation `op` and running on from there, when that was run before or can be
 * recorded: it is emitted. False: it was not, and the state is as it was. */
bool avm_settle_rest(struct avm *m, struct work *s, const struct code *c, uint32_t op);
/* A transition to `pc`, where running on ends; no labels. */
void avm_emit_settled(struct avm *m, struct work *s, uint32_t pc, enum avm_choice why);

/* ---- flat_make.c and flat_run.c ---------------------------------------------------------------------------------- */

/* Makes the flat code of all codes: once, when the slots of all cells are known. */
void avm_flatten(struct avm *m);

/* Puts back what was changed, the last change first. m->undo is for running on in place, which does not nest. */
void avm_undo(struct work *s, struct undo *u);

/* The silent store `op` of a code that is not plain, in a state without pending inputs; false when it traps in every
 * concrete state. */
bool avm_flat_store(struct avm *m, struct work *s, const struct op *op);
/* The value that decides at the end of a code; VS_TOP when nothing does. */
vs avm_flat_value(struct avm *m, struct work *s, const struct code *c);
/* A plain code in a state without pending inputs: all its stores, then the value that decides at its end. What they
 * change is added to `undo`, if that is not NULL. False: they trap in every concrete state, or undo->is_short. */
bool avm_flat_run(struct avm *m, struct work *s, const struct code *c, struct undo *undo, vs *value);
/* The same from operation `op` on, recorded: of a code that is plain from there on. */
bool avm_flat_record(struct avm *m, struct work *s, const struct code *c, uint32_t op, struct undo *undo, vs *value,
                     struct trace *t);

/* ---- run_memo.c -------------------------------------------------------------------------------------------------- */

void avm_memo_new(struct avm *m);
void avm_memo_free(struct avm *m);
size_t avm_memo_bytes(const struct avm *m);
/* A starting point: a program counter, or the number of an operation. NULL: nothing is remembered. */
static inline struct start *avm_memo_start(struct avm *m, uint32_t i)
{
    return m->run_memo ? &m->run_memo->starts[i] : NULL;
}
/* Begins to record what is run from a starting point on, for avm_memo_end; NULL: it is not to be recorded. */
struct trace *avm_memo_begin(struct avm *m, struct start *start, uint32_t pc);
/* What was recorded is known from now on. */
void avm_memo_end(struct avm *m, struct trace *t);

#endif
