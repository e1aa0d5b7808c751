/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the plugin share. The plugin takes lowered GIMPLE of every function, before blocks are merged and
 * before SSA, and builds one struct cwi_unit, which PLUGIN_FINISH_UNIT writes into the section .cwolf.
 *
 * Invariant: the compiler's own data are only read. No tree is made, no assembler name is forced into being, no flag
 * stays changed: the machine code is the same with and without the plugin.
 *
 * Trees are collected as garbage between functions, so maps go from DECL_UID and TYPE_UID, which are never used twice;
 * the declarations kept in `decls` are marked by a callback.
 */
#ifndef CWOLF_PLUGIN_H
#define CWOLF_PLUGIN_H

#include "gcc-plugin.h"

#include "tree.h"
#include "tree-pass.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "c-family/c-common.h"
#include "diagnostic-core.h"
#include "cpplib.h"

extern "C" {
#include "runtime/base/base.h"
#include "runtime/cwi/cwi.h"
}
#undef vec_free /* base.h's vectors are for C; GCC's own are used here */
#undef vec_push
#undef vec_reserve

/* ---- the unit being built ---------------------------------------------------------------------------------------- */

struct ref_range { /* a part of tu.refs */
    unsigned first, last;
};
struct tu {
    struct cwi_unit *u;
    struct arena *a;                 /* the unit's */
    struct map64 types, vars, funcs; /* TYPE_UID * 2 + volatile, DECL_UID, DECL_UID -> id */
    struct map64 initialisers;       /* DECL_UID of a local -> location of its initialiser's expression */
    struct intern *func_names;       /* assembler names of public functions, so that `puts` and `__builtin_puts` are
                                      * one */
    struct map64 func_of_name;
    struct map64 inlined; /* DECL_UID -> id of the body that calls get, where the function itself is another unit's */
    struct intern *literals;
    struct map64 literal_vars;
    auto_vec<tree> var_decls, func_decls; /* by id (0 is unused); NULL_TREE for literals */
    auto_vec<cwi_id> early_vars;          /* locals that annotations name, until their function is whole */
    auto_vec<tree> open_types;            /* types that were incomplete when first met */
    auto_vec<cwi_id> open_type_ids;
    auto_vec<struct cwi_expr *> refs;               /* every VAR and FUNCREF node: what renumbering must visit */
    auto_vec<struct ref_range> func_refs, var_refs; /* those of a body, and of an initialiser, by id */
    auto_vec<unsigned> func_order;                  /* DECL_UIDs of function definitions in the order of the source */
    cwi_id func;                                    /* being translated, or 0 */
    struct cwi_place at;                            /* of the statement being translated */
    bool is_cxx;
};
extern struct tu tu;

/* ---- source_place.cc --------------------------------------------------------------------------------------------- */

struct cwi_place place_of(location_t loc); /* where a macro was used, as GCC itself reports it; zeros when unknown */
/* What was mentioned since `first` belongs to id. */
void refs_end(auto_vec<struct ref_range> &of, cwi_id id, unsigned first);
void loss(const char *text); /* at tu.at in tu.func; once for each line */

/* ---- types.cc ---------------------------------------------------------------------------------------------------- */

cwi_id type_id(tree type, bool is_volatile = false);
cwi_id pointer_type_id(tree pointee);
void types_complete(void);   /* fills in what was incomplete when it was first met */
uint64_t size_of(tree type); /* bytes, or CWI_UNKNOWN */
static inline struct cwi_type *type_of(cwi_id id)
{
    return cwi_type_of(tu.u, id);
}

/* ---- decls.cc: variables and functions --------------------------------------------------------------------------- */

cwi_id var_id(tree decl);
cwi_id func_id(tree decl);
cwi_id
func_called_id(tree decl);      /* what a call by name runs: func_id, but of an extern inline that is always inlined */
bool is_wanted(tree func_decl); /* its body belongs to the unit */
cwi_id literal_id(tree string_cst);
cwi_id label_id(tree label_decl); /* a variable whose address stands for the label's */
bool is_temporary(tree decl);     /* a compiler temporary in a register */
void var_refresh(tree decl, cwi_id id);
void vars_finish_early(tree func);
void func_refresh(tree decl, cwi_id id);
const char *asm_name_of(tree decl); /* NULL when the compiler has not chosen it yet */

/* ---- inits.cc ---------------------------------------------------------------------------------------------------- */

void statics_finish(void); /* initialisers of everything with static storage, once every function is lowered */

/* ---- resolver.cc ------------------------------------------------------------------------------------------------- */

void resolvers_finish(void); /* bodies for functions with the attribute ifunc */

/* ---- expr.cc ----------------------------------------------------------------------------------------------------- */

struct cwi_expr *expr_new(enum cwi_expr_kind kind, cwi_id type);
struct cwi_expr *expr_const(cwi_id type, int64_t value);
struct cwi_expr *expr_var(cwi_id var);
struct cwi_expr *expr_funcref(cwi_id type, cwi_id func);
struct cwi_expr *expr_lost(cwi_id type, const char *why);
const struct cwi_expr *expr_choice(const struct cwi_expr *c, const struct cwi_expr *yes, const struct cwi_expr *no);
static const char other_order[] = "a member in another byte order";                  /* scalar_storage_order */
struct cwi_expr *expr_part(const struct cwi_expr *of, uint64_t offset, cwi_id type); /* type punning */
const struct cwi_expr *rvalue(tree t);
struct cwi_expr *lvalue(tree t);
const struct cwi_expr *address(tree lvalue_tree, cwi_id pointer_type);

/* ---- ops.cc: GIMPLE's operators ---------------------------------------------------------------------------------- */

const struct cwi_expr *op_unary(enum tree_code code, tree type, tree operand_type, const struct cwi_expr *x);
const struct cwi_expr *op_binary(enum tree_code code, tree type, const struct cwi_expr *x, const struct cwi_expr *y);
const struct cwi_expr *condition(enum tree_code code, tree type, const struct cwi_expr *x, const struct cwi_expr *y);

/* ---- merged_tests.cc --------------------------------------------------------------------------------------------- */

const struct cwi_expr *members_test(enum cwi_op op, cwi_id type, const struct cwi_expr *x, int64_t value); /* or NULL */

/* ---- fold.cc: temporaries ---------------------------------------------------------------------------------------- */

/* What an expression under construction reads, so that a pending temporary knows which writes it must not cross. */
struct reads {
    auto_vec<cwi_id, 8> vars;
    bool pointers, is_volatile;
    unsigned depth; /* of what was folded in, estimated from above */
    void clear(void)
    {
        vars.truncate(0);
        pointers = is_volatile = false;
        depth = 0;
    }
};
extern struct reads reading;

bool is_name(tree t); /* of a temporary: an SSA name, or a variable of the compiler's in a register */
void fold_function_begin(void);
void fold_find_sizes(gimple *stmt);            /* of every statement, before any is counted */
bool fold_is_unread_size(tree t);              /* a size in bits that only other such sizes read */
void fold_count(gimple *stmt, unsigned block); /* in order, each statement of each block, before any is translated */
void fold_block_begin(void);
bool fold_wanted(tree lhs, bool *is_dead); /* is the value of this definition used exactly once, in its block? */
void fold_define(tree lhs, const struct cwi_expr *value); /* makes it pending; takes over `reading` */
const struct cwi_expr *fold_use(tree temporary);          /* its pending expression, or the variable */
struct cwi_expr *fold_variable(tree temporary);           /* the variable: what was pending is written out first */
void fold_written_var(cwi_id var);
void fold_ended_var(cwi_id var); /* its address is taken while it is there */
void fold_written_memory(void);
/* What may fail comes before a statement that may fail too, or not come to its end. */
void fold_before(const struct cwi_stmt *s);
void fold_flush(void);

/* ---- blocks.cc: from a sequence of statements to blocks ---------------------------------------------------------- */

enum raw_end { RAW_GOTO, RAW_STMT, RAW_NORETURN, RAW_UNREACHABLE, RAW_TRAP, RAW_LOST, RAW_JUMP };
struct raw_block {
    unsigned first, count; /* in raw_function::stmts */
    int next;              /* block whose statements follow these: it was merged in; -1: none */
    enum raw_end end;
    gimple *last; /* RAW_STMT: COND, SWITCH, GOTO (computed), RETURN, ASM with labels */
    location_t end_at;
    unsigned target; /* RAW_GOTO, and where an asm goto falls through */
    bool wanted, merged, is_label_taken, has_clobber, has_code;
    unsigned preds;
    int index;             /* number in the function written, or -1 */
    auto_vec<tree> labels; /* the user's */
    auto_vec<tree> taken;  /* those whose address may be taken */
};
struct raw_function {
    auto_vec<gimple *> stmts;
    auto_delete_vec<raw_block> blocks;
    struct map64 block_of_label; /* DECL_UID -> block */
};
void raw_build(struct raw_function *f, gimple_seq body, unsigned first_index);
int raw_block_of(const struct raw_function *f, tree label);

/* ---- stmt.cc, asm.cc, call.cc, body.cc --------------------------------------------------------------------------- */

void emit_stmt(const struct cwi_stmt *s); /* appends to the block under construction; behind pending errors */
void emit_next(const struct cwi_stmt *s); /* behind nothing else */
struct cwi_stmt stmt_new(enum cwi_stmt_kind kind);
void emit_value(tree lhs, const struct cwi_expr *value, location_t loc);
bool is_initialiser(tree lhs, location_t loc);
const struct cwi_expr *address_of(const struct cwi_expr *place, cwi_id pointer_type); /* which it has from here on */
const struct cwi_expr *held_place(tree lvalue_tree); /* the same whatever is written in between */
void emit_assign(const struct cwi_expr *lhs, const struct cwi_expr *rhs);
void emit_forget(const struct cwi_expr *lhs, const char *why);
/* For an operation that the form has no operator for: a statement that errs where that does, and whose value nobody
 * reads. */
void emit_overflow_if(const struct cwi_expr *condition); /* 0 or 1; 1 overflows */
void emit_division_by(const struct cwi_expr *divisor);   /* of 64 bits, unsigned; 0 errs */
void written(const struct cwi_expr *lhs); /* pending temporaries that read what `lhs` may overlap are written out */
void translate_stmt(gimple *stmt);
void translate_asm(gasm *stmt);
bool asm_is_empty(const gasm *stmt); /* no instructions: at run time nothing happens, and nothing is jumped to */
void translate_call(gcall *stmt);
/* The greatest value of a case; CASE_LOW is its least. */
static inline tree case_last(tree label)
{
    return CASE_HIGH(label) ? CASE_HIGH(label) : CASE_LOW(label);
}
/* parts.cc. False: the assignment is of no complex number or vector, or cannot be said part by part. NULL likewise. */
bool translate_parts(gassign *stmt);
const struct cwi_expr *compare_parts(tree_code code, tree a, tree b);
const struct cwi_expr *constant_parts(tree t); /* a variable that holds the constant */
/* wide.cc: integers of 128 bits. The same of them. */
bool is_wide(tree type);
bool translate_wide(gassign *stmt);
const struct cwi_expr *compare_wide(tree_code code, tree a, tree b);
const struct cwi_expr *constant_wide(tree t);
const struct cwi_expr *wide_index(gswitch *g); /* a word that is no case where the index is none; NULL likewise */
void wide_pieces(tree integer_cst, const struct cwi_expr *halves[2]); /* constants, in the order of memory */
bool translate_original(gimple *stmt);          /* it is, or is a piece of, what a call in the source has become */
bool translate_builtin(gcall *stmt, tree decl); /* false: a call like any other */
cwi_id local_var(cwi_id type, enum cwi_linkage linkage); /* one more, without a name, of the function */
const struct cwi_expr *saved(const struct cwi_expr *e);  /* its value now, which later writes do not change */
void translate_function(void);                           /* current_function_decl, cfun */

/* ---- setjmp.cc --------------------------------------------------------------------------------------------------- */

void setjmp_returned(gimple *call, const struct cwi_expr *returned); /* behind the call, if it is one of setjmp */
unsigned body_assignments(tree var);                                 /* how many there are in the function */

/* ---- nonnull.cc: what a function promises of null pointers ------------------------------------------------------- */

enum { NONNULL_BLOCKS = 2 }; /* for each promise: of the test or of what it guards, and where it is broken */
unsigned nonnull_entry_count(tree decl); /* of the blocks that test the parameters; they come first */
void nonnull_entry(tree decl, struct cwi_block *blocks);
bool nonnull_is_result(tree decl);                                           /* its result is tested */
struct cwi_stmt nonnull_test(const struct cwi_expr *value, uint32_t broken); /* null: to `broken`; else to the next */
void nonnull_broken(struct cwi_block *out);
void nonnull_block(struct cwi_block *out, const struct cwi_stmt *s); /* of this statement */

/* ---- varargs.cc -------------------------------------------------------------------------------------------------- */

void translate_va_end(gcall *stmt);
void translate_va_start(gcall *stmt);
void translate_va_copy(gcall *stmt);
void translate_va_arg(gcall *stmt);

/* ---- originals.cc: calls that GCC replaces by calls of other functions ------------------------------------------- */

void originals_record(gimple_seq body);             /* before lowering */
void originals_match(const struct raw_function *f); /* after it */
/* True when `stmt` stands for a call of `*decl` with `*args`; *skip: it is another piece of what that call became. */
bool original_call(gimple *stmt, bool *skip, tree *decl, vec<tree> **args);

/* ---- order.cc, emit.cc, main.cc ---------------------------------------------------------------------------------- */

void unit_order(void); /* functions in the order of the source, variables in that of their mention; drops the unused */
void unit_emit(void);

/* ---- pragmas.cc, options.cc -------------------------------------------------------------------------------------- */

void pragmas_register(void);
void pragmas_retry(void);  /* after a declaration: those that wait for one */
void pragmas_finish(void); /* what still waits is wrong */
void options_parse(int argc, struct plugin_argument *argv);
void dependency(const char *path); /* the object depends on this file too */
void options_notes(void);          /* files named on the command line become notes and dependencies */

#endif
