/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * typestate, as its own files see it. Private to typestate/.
 *
 * A state says of cells what they hold; of a cell that it does not name nothing is known. States are made once and
 * compared by their address. A context is a function with the state in which it is entered.
 */
#ifndef CWOLF_CHECK_TYPESTATE_PRIVATE_H
#define CWOLF_CHECK_TYPESTATE_PRIVATE_H

#include "runtime/check/private.h"
#include "runtime/check/typestate/typestate.h"

/* ---- values ------------------------------------------------------------------------------------------------------ */

enum known_kind {
    KNOWN_NOTHING,  /* any value */
    KNOWN_RANGE,    /* a number, lo..hi as its type has it; null is 0 */
    KNOWN_ADDRESS,  /* byte `lo` of variable `ref`: of the one that is alive */
    KNOWN_FUNCTION, /* function `ref` */
    KNOWN_NOT_ZERO,
    KNOWN_DEAD,   /* an address in a local variable `ref` of an activation that is gone */
    KNOWN_HANDED, /* number `lo` of the addresses of locals (`ref`) of callers: two numbers are two places, and none is
                   * in what this activation, or one that it calls, has */
    KNOWN_ELSEWHERE, /* an address in a local that is neither this activation's nor of one that it calls, or gone */
    KNOWN_APART      /* no handle of what is watched; `lo`: it is not null */
};
struct known {
    enum known_kind kind;
    cwi_id ref;
    int64_t lo, hi;
};
static const struct known known_nothing = {KNOWN_NOTHING, 0, 0, 0}, known_not_zero = {KNOWN_NOT_ZERO, 0, 0, 0};
static inline struct known known_number(int64_t n)
{
    return (struct known){KNOWN_RANGE, 0, n, n};
}
/* What it is not is all that is known. */
static inline bool known_is_vague(struct known x)
{
    return x.kind == KNOWN_NOT_ZERO || x.kind == KNOWN_APART;
}
static inline bool known_is_number(struct known x)
{
    return x.kind == KNOWN_RANGE && x.lo == x.hi;
}
static inline bool known_same(struct known x, struct known y)
{
    return x.kind == y.kind && x.ref == y.ref && x.lo == y.lo && x.hi == y.hi;
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

struct cell {
    cwi_id var;
    uint64_t offset, size; /* bytes */
};
struct entry {
    uint32_t cell; /* its number: entries are sorted by it */
    struct known value;
};
struct state {
    uint32_t number, next; /* `next`: another one of the same hash, + 1 */
    uint32_t count;
    struct entry entries[];
};
struct working VEC(struct entry); /* a state that is changed */

struct states { /* all cells and states there are */
    struct arena *arena;
    struct VEC(struct cell) cells;
    struct map64 cell_of;
    struct VEC(struct state *) list;
    struct map64 of_hash;
    /* By variable: handles lead there; the handle of what is watched does; it may be watched itself. */
    const bool *is_handled, *is_watched, *is_object;
};
void typestate_states_free(struct states *x);
uint32_t typestate_cell(struct states *x, struct cell c);
const struct state *typestate_state(struct states *x, const struct working *w);
void typestate_load(struct working *w, const struct state *s);
/* What both say. */
void typestate_join(const struct states *x, struct working *out, const struct state *a, const struct state *b);

struct known typestate_get(const struct working *w, uint32_t cell);
void typestate_set(struct working *w, uint32_t cell, struct known value); /* KNOWN_NOTHING: it is removed */
/* Nothing is known of what these bytes of the variable hold. */
void typestate_forget(struct states *x, struct working *w, cwi_id var, uint64_t offset, uint64_t size);
void typestate_forget_var(struct states *x, struct working *w, cwi_id var);

/* ---- functions (functions.c) ------------------------------------------------------------------------------------- */

struct call_info {
    const struct cg_call *call;
    const cwi_id *written; /* variables that are followed, and that the call may write where no body is gone through */
    uint32_t written_count;
    bool is_written_known;
    const cwi_id *disturbed; /* the same of what it calls without a body: between two calls that this makes */
    uint32_t disturbed_count;
    bool is_disturbed_known;
};
struct function {
    const struct effect *effect; /* NULL: not asked yet */
    bool is_prepared;
    bool is_relevant;  /* it, or what it calls, may reach the place, change a key, or go on in some odd way */
    bool may_leave;    /* a jump may lead out of it, or of what it calls */
    bool *is_target;   /* by block: the place that is asked about */
    bool *sees;        /* by variable: what it, and what it calls, may read or write; NULL: not asked yet */
    uint8_t **is_live; /* by block, then by local: its value may be read there or behind it */
    struct map64 calls;
    struct VEC(struct call_info) infos;
    struct VEC(struct context *) contexts;
    bool has_renews;
    struct VEC(cwi_id) renews;           /* blocks that it, or what it calls, may allocate anew */
    struct VEC(struct context *) joined; /* entered where there were too many; one for each state of the keys */
};

/* ---- contexts (contexts.c) --------------------------------------------------------------------------------------- */

struct link { /* somebody who waits for what the context comes to */
    struct context *caller;
    uint32_t block, index; /* of the call */
    const struct state *state;
    const struct known *handed; /* by number: the places in callers' locals that the callee knows by it */
    bool is_callback;           /* the call goes on, and may call again */
};
struct ending {
    const struct state *state;
    struct known result;
};
struct place_states { /* of the beginning of a block, or behind a call */
    uint32_t count;
    struct VEC(const struct state *) joined;
};
struct landing {           /* a setjmp that has returned once */
    uint32_t block, index; /* of the call */
};
struct context {
    cwi_id func;
    uint32_t number;
    const struct state *entry;
    struct VEC(struct link) links;
    struct VEC(struct ending) endings;
    struct VEC(struct landing) landings;
    struct VEC(const struct state *) jumps; /* states in which it was left, or interrupted, by a jump */
    struct map64 place_of;                  /* by block and index */
    struct VEC(struct place_states) places;
};
struct item {
    struct context *context;
    uint32_t block, index;
    const struct state *state;
};
struct seen_item {
    struct item item;
    uint32_t next; /* of the same hash, + 1 */
};
/* ---- a search ---------------------------------------------------------------------------------------------------- */

struct search {
    const struct typestate_question *q;
    const struct cwi_unit *u;
    struct pt *pt;
    const struct callgraph *calls;
    const struct world *world;
    struct arena *arena;
    struct states states;
    bool *is_key, *is_followed, *is_block; /* by variable */
    bool *is_named;                        /* by variable: the code of functions that matter has it */
    bool *ends;                            /* by variable: it may end before its function does */
    uint32_t *local;                       /* by variable: its number among its function's */
    uint32_t *local_count;                 /* by function */
    struct function *functions;            /* by function */
    struct VEC(struct context *) contexts;
    struct VEC(struct item) work;
    struct map64 changes; /* whether a store may change a cell */
    struct map64 seen;    /* items, by hash */
    struct VEC(struct seen_item) seen_items;
    bool may_land;              /* somebody may call setjmp, or vfork: elsewhere no jump leads anywhere */
    bool jumps_anywhere;        /* what runs at any time may jump, or a child of vfork may end */
    bool has_blocks;            /* some variables are blocks of the heap */
    bool is_confined;           /* what others do changes keys, but is done to something else: that is made sure of */
    struct pt_set shared, sent; /* what others can get at, in the program or as bytes that were sent out */
    struct VEC(cwi_id) handles; /* variables that the rule added, to which its handles lead */
    /* Variables in which a part is a handle, or leads to a function: what writes there matters. */
    struct holders VEC(cwi_id) holders;
    bool found_holder; /* one more than there were when the search began */
    const char *given_up;
    bool is_reached;
    cwi_id reached_in;
    struct cwi_place reached_at;
    uint64_t steps;
    cwi_id func; /* that is executed */
};
void typestate_give_up(struct search *x, struct cwi_place at, const char *why);
void typestate_contexts_free(struct search *x);

/* Gives up where what runs beside the program may do what no search of one of them alone shows (beside.c). */
bool typestate_refuse_world(struct search *x, cwi_id func);
/* The call may end in a jump: nobody knows what it does, or all do. */
bool typestate_may_jump(const struct effect *e);
/* The value becomes what is watched: gives up where others may have it. */
void typestate_check_confined(struct search *x, struct known value, struct cwi_place at);
/* What is followed: of the program, or of what runs beside it (scope.c). `async`: NULL for the program. */
void typestate_find_followed(struct search *x, const struct world_async *async);
/* The state in which the program, or the function, begins. */
const struct state *typestate_first_state(struct search *x, const struct world_async *async);
void typestate_find_relevant(struct search *x);
/* Which functions may be left by a jump. */
void typestate_find_leaving(struct search *x);
struct function *typestate_function(struct search *x, cwi_id func);
/* The variables that the function may read or write, and what it calls. */
const bool *typestate_sees(struct search *x, cwi_id func);
struct call_info *typestate_call_info(struct search *x, cwi_id func, const struct cwi_stmt *call);
/* info->disturbed: it is found out once. */
void typestate_find_disturbed(struct search *x, cwi_id func, struct call_info *info);
/* What a call of the function does beyond its body; it is found out once. */
const struct effect *typestate_effect(struct search *x, cwi_id func);
void typestate_functions_free(struct search *x);
bool typestate_is_local(const struct cwi_var *v, cwi_id func);
/* Locals that are not read any more are forgotten. */
void typestate_drop_dead(struct search *x, cwi_id func, uint32_t block, struct working *w);

/* ---- blocks of the heap (blocks.c) ------------------------------------------------------------------------------- */

/* The program, with a variable for the newest block of each call that allocates, where that may matter to the rule;
 * NULL: there is no such call. The names are taken back by typestate_blocks_forget (NULL is allowed), and nobody may
 * look at the program's code in between but those who got to know it since. */
struct typestate_blocks;
struct typestate_blocks *typestate_blocks_name(const struct typestate_question *q);
void typestate_blocks_forget(struct typestate_blocks *x);
/* Which variables are blocks. */
void typestate_find_blocks(struct search *x);
/* The block that the statement makes the newest one; 0: it makes none. */
cwi_id typestate_renewed_block(const struct search *x, const struct cwi_stmt *s);
/* There is another newest block: of the one before it nothing is known. */
void typestate_renew(struct search *x, struct working *w, cwi_id block);
void typestate_renew_by(struct search *x, struct working *w, cwi_id func); /* all that a call of it may allocate */
void typestate_renew_any(struct search *x, struct working *w);

/* ---- evaluation (eval.c, assume.c) ------------------------------------------------------------------------------- */

enum reach { REACH_EXACT, REACH_WITHIN, REACH_ANYWHERE };
struct target {
    enum reach reach; /* EXACT: these bytes; WITHIN: somewhere among them; size CWI_UNKNOWN: in the variable */
    cwi_id var;
    uint64_t offset, size;
    bool is_bits;
};
struct target typestate_resolve(struct search *x, const struct working *w, const struct cwi_expr *lvalue);
/* The cell of an exact target that is followed and holds a number or a pointer; false: there is none. */
bool typestate_cell_of(struct search *x, const struct target *t, cwi_id type, uint32_t *cell);
struct known typestate_eval(struct search *x, const struct working *w, const struct cwi_expr *e);
/* A number of the type from there to there, as far as the type has such. */
struct known typestate_range(const struct search *x, cwi_id type, int64_t lo, int64_t hi);
/* What a cell that holds `v` gives where it is read as that type. */
struct known typestate_as_read(const struct search *x, struct known v, cwi_id type);
struct known typestate_convert(const struct search *x, struct known v, cwi_id from, cwi_id to);
/* It is known where the value may lead: one that only leads out of the program, or nowhere, may be made of bytes that
 * nobody followed. */
bool typestate_is_followed_by_pointers(struct pt_set set);
/* 1: they are equal, 0: they are not, -1: that is not known. `a` and `b` are the expressions. */
int typestate_compare(struct search *x, const struct cwi_expr *comparison, struct known a, struct known b);
int typestate_truth(struct known v); /* 1, 0, -1 */
/* The condition holds, or does not: what that says of cells. False: it cannot be. */
bool typestate_assume(struct search *x, struct working *w, const struct cwi_expr *e, bool holds);

/* ---- execution (step.c, calls.c, contexts.c) --------------------------------------------------------------------- */

void typestate_step(struct search *x, const struct item *item);
/* What a call in the function that is executed may write is forgotten. */
void typestate_forget_call(struct search *x, struct working *w, const struct cwi_stmt *call);
/* A copy, which the caller frees. */
struct working typestate_copy(const struct working *w);
/* The call, in this item's context: the states behind it are added, where it returns and where a jump leads. */
void typestate_call(struct search *x, const struct item *i, struct working *w, const struct cwi_stmt *s);
void typestate_add(struct search *x, struct context *c, uint32_t block, uint32_t index, const struct working *w);
struct context *typestate_context(struct search *x, cwi_id func, const struct state *entry);
/* The callee is entered, and its ends so far come back. `values`: of its parameters, or NULL, any. */
void typestate_enter(struct search *x, const struct item *call, const struct working *w, cwi_id callee,
                     const struct known *values, uint32_t value_count, bool is_callback);
void typestate_return(struct search *x, struct context *c, struct working *w, struct known result);
/* A jump in this state: it lands where this activation, or one that called it, has called setjmp. */
void typestate_jump(struct search *x, struct context *c, const struct working *w);
/* The same for an item of that kind. */
enum { JUMP_BLOCK = UINT32_MAX };
void typestate_leave(struct search *x, struct context *c, const struct state *jump);
/* Jumps may come back to this call of setjmp. */
void typestate_land(struct search *x, const struct item *call);
/* The call's result; it may be NULL. */
void typestate_assign(struct search *x, struct working *w, const struct cwi_expr *lhs, struct known value);
/* The variable's life ends. */
void typestate_end_var(struct search *x, struct working *w, cwi_id var);

#endif
