/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state of compiling one function, shared by compile.c (plain statements), compile_call.c (calls) and
 * compile_pointer.c (calls of what is not named).
 */
#ifndef CWOLF_AVM_COMPILE_H
#define CWOLF_AVM_COMPILE_H

#include "runtime/avm/machine.h"

struct comp {
    struct avm *m;
    struct func_code *fn;
    uint32_t next_label;
    struct VEC(uint32_t) label_pc; /* UINT32_MAX until the label is placed */
    struct VEC(struct op) ops;     /* of the open code */
    bool is_open, may_fork;
    struct cwi_place at;   /* line of the statement before */
    struct set_bytes *set; /* set_bytes.c; NULL: nobody asks */
};

uint32_t avm_comp_label(struct comp *k);
struct code *avm_comp_open(struct comp *k, uint32_t label); /* begins a code; at most one is open */
struct code *avm_comp_code(struct comp *k); /* the open or just closed one; moves when another is opened */
void avm_comp_close(struct comp *k, enum end_kind end, const struct cwi_stmt *stmt);
/* Ends it where nobody knows what the program does from here on. */
void avm_comp_error(struct comp *k, const struct cwi_stmt *stmt, const char *why);
void avm_comp_next(struct comp *k, uint32_t label); /* one more target of the code just closed */
void avm_comp_cut(struct comp *k, const struct cwi_stmt *stmt);
void avm_comp_op(struct comp *k, struct op op);
/* Behind a store by which an input is chosen: a state, where such states are asked for. */
void avm_comp_stand(struct comp *k, const struct cwi_stmt *stmt);
void avm_comp_look(struct comp *k, uint32_t property);
void avm_comp_look_after(struct comp *k, const struct target *to, const struct cwi_stmt *stmt);
void avm_comp_look_all(struct comp *k, bool unknown);
/* What was compiled last may have written anything that can be reached: the same, in a state of their own. */
void avm_comp_look_forgotten(struct comp *k, const struct cwi_stmt *stmt);
bool avm_comp_is_looked_at(const struct comp *k, const struct target *to);
/* With AVM_GRAIN_GLOBAL: whether a store, or a call of a function without a body, may write a global (the heap is one);
 * and that what was compiled last may have. */
bool avm_comp_writes_global(const struct comp *k, const struct target *to);
bool avm_comp_call_writes_global(const struct comp *k, const struct cwi_stmt *s, const struct call *call);
void avm_comp_written(struct comp *k, const struct cwi_stmt *stmt);
/* The function whose frame an expression needs, or 0; *mixes: it also names what stands elsewhere (globals, locals
 * whose address is taken). */
cwi_id avm_comp_expr_owner(const struct cwi_unit *u, const struct cwi_expr *e, bool *mixes);
bool avm_comp_expr_names(const struct cwi_unit *u, const struct cwi_expr *e, cwi_id var);
bool avm_calls_setjmp(struct avm *m, cwi_id func); /* in its own body */

/* When all codes of a function, from `first` on, are made: targets become program counters, and it is found which are
 * plain. */
void avm_comp_fix_targets(struct comp *k, uint32_t first);
/* Where states between two codes are not wanted: jumps to empty codes go on to what follows, and a plain code takes in
 * the plain code it jumps to. */
void avm_comp_fuse(struct comp *k, uint32_t first);

/* The cell whose value this is, but for conversions; else NULL. */
static inline const struct cell *avm_comp_copied(const struct node *n)
{
    while (n && n->kind == N_UNARY && n->op == VS_CONVERT)
        n = n->a;
    return n && n->kind == N_SLOT ? n->cell : NULL;
}
/* The result register as a value of a type. */
const struct node *avm_comp_result(struct avm *m, cwi_id type);
void avm_comp_call(struct comp *k, const struct cwi_stmt *s, const struct cwi_stmt *next);
/* A call of call->callee. */
void avm_comp_call_of(struct comp *k, const struct cwi_stmt *s, struct call *call, const struct cwi_stmt *next);
void avm_comp_call_body(struct comp *k, const struct cwi_stmt *s, struct call *call, const struct cwi_stmt *next);
void avm_comp_call_events(struct comp *k, const struct cwi_stmt *s, const struct call *call);
void avm_comp_handed(struct avm *m); /* what is asked about and is called by nobody who is seen */
/* compile_pointer.c */
void avm_comp_call_through(struct comp *k, const struct cwi_stmt *s, struct call *call, const struct cwi_stmt *next);
/* The library may call a function here of which nothing is known. */
bool avm_comp_calls_unknown(const struct comp *k, const struct cwi_stmt *s, const struct effect *e);
/* Then both may have written what they may write. */
void avm_comp_disturb(struct comp *k, const struct cwi_stmt *s, const struct call *call);
void avm_comp_call_backs(struct comp *k, const struct cwi_stmt *s, const struct call *call);

/* ---- compile_check.c --------------------------------------------------------------------------------------------- */

/* When the lives of locals are watched: what is checked before the statement. */
void avm_comp_check(struct comp *k, const struct cwi_stmt *s);

/* ---- unset.c: for no-uninit -------------------------------------------------------------------------------------- */

/* Which bytes of a function's locals are surely set; NULL: nobody asks. Then, in order: a block begins; before a
 * statement, what it reads and may not be set is looked at. */
struct set_bytes *avm_comp_set_bytes(struct avm *m, const struct func_code *fn);
void avm_comp_set_enter(struct set_bytes *x, uint32_t block);
void avm_comp_set_after(struct set_bytes *x, const struct cwi_stmt *s);
bool avm_comp_is_set(const struct set_bytes *x, const struct cwi_expr *e);            /* an lvalue */
const char *avm_comp_set_filler(const struct set_bytes *x, const struct cwi_expr *e); /* what may fill it, or NULL */

/* surely_written.c: what a call has surely written, from `place` on, where its result is at least `least` (of a
 * pointer: 1, not null): `bytes`, or `each` times the result. */
struct filled {
    const struct cwi_expr *place;
    uint64_t bytes, each;
    int64_t least;
};
/* A call that fills, and a variable that its result may be in. */
enum { MOST_FILLED = 8 };
struct filling {
    const struct cwi_stmt *call;
    cwi_id var; /* 0: none */
    bool fits_int;
    struct filled places[MOST_FILLED];
    uint32_t count;
};
struct fillings VEC(struct filling);
void avm_comp_find_fillings(const struct avm *m, const struct cwi_func *f, struct fillings *out);
/* Whether the result is in the variable behind the statement; `was`: of each, before it. */
bool avm_comp_has_result(const struct avm *m, const struct fillings *all, size_t i, const struct cwi_stmt *s,
                         bool (*was)(const void *context, size_t i), const void *context);
/* The least value of `var` where the condition has this outcome; false: that is not known. */
bool avm_comp_least_result(const struct avm *m, const struct cwi_expr *e, bool outcome, cwi_id var, int64_t *least);
void avm_comp_set_look(struct comp *k, const struct cwi_stmt *s);

#endif
