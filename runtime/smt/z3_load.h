/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Z3's functions, found when they are first needed: `z3->mk_bvadd` is Z3_mk_bvadd. Private to the room.
 */
#ifndef CWOLF_SMT_Z3_LOAD_H
#define CWOLF_SMT_Z3_LOAD_H

#include "smt.h"

#include <z3.h>

#define SMT_FUNCTIONS(X)                                                                                               \
    X(mk_config)                                                                                                       \
    X(del_config)                                                                                                      \
    X(mk_context)                                                                                                      \
    X(del_context)                                                                                                     \
    X(set_error_handler)                                                                                               \
    X(mk_string_symbol)                                                                                                \
    X(mk_int_symbol)                                                                                                   \
    X(mk_bool_sort)                                                                                                    \
    X(mk_bv_sort)                                                                                                      \
    X(mk_const)                                                                                                        \
    X(mk_unsigned_int64)                                                                                               \
    X(mk_extract)                                                                                                      \
    X(mk_zero_ext)                                                                                                     \
    X(mk_sign_ext)                                                                                                     \
    X(mk_bvneg)                                                                                                        \
    X(mk_bvnot)                                                                                                        \
    X(mk_bvadd)                                                                                                        \
    X(mk_bvsub)                                                                                                        \
    X(mk_bvmul)                                                                                                        \
    X(mk_bvudiv)                                                                                                       \
    X(mk_bvsdiv)                                                                                                       \
    X(mk_bvurem)                                                                                                       \
    X(mk_bvsrem)                                                                                                       \
    X(mk_bvsmod)                                                                                                       \
    X(mk_bvand)                                                                                                        \
    X(mk_bvor)                                                                                                         \
    X(mk_bvxor)                                                                                                        \
    X(mk_bvshl)                                                                                                        \
    X(mk_bvlshr)                                                                                                       \
    X(mk_bvashr)                                                                                                       \
    X(mk_ext_rotate_left)                                                                                              \
    X(mk_ext_rotate_right)                                                                                             \
    X(mk_bvult)                                                                                                        \
    X(mk_bvule)                                                                                                        \
    X(mk_bvslt)                                                                                                        \
    X(mk_bvsle)                                                                                                        \
    X(mk_eq)                                                                                                           \
    X(mk_not)                                                                                                          \
    X(mk_and)                                                                                                          \
    X(mk_or)                                                                                                           \
    X(mk_ite)                                                                                                          \
    X(substitute)                                                                                                      \
    X(mk_implies)                                                                                                      \
    X(mk_solver_for_logic)                                                                                             \
    X(mk_solver_from_tactic)                                                                                           \
    X(mk_tactic)                                                                                                       \
    X(tactic_inc_ref)                                                                                                  \
    X(solver_check)                                                                                                    \
    X(tactic_dec_ref)                                                                                                  \
    X(solver_inc_ref)                                                                                                  \
    X(solver_dec_ref)                                                                                                  \
    X(solver_assert)                                                                                                   \
    X(solver_check_assumptions)                                                                                        \
    X(solver_get_model)                                                                                                \
    X(solver_get_unsat_core)                                                                                           \
    X(solver_set_params)                                                                                               \
    X(solver_get_statistics)                                                                                           \
    X(stats_inc_ref)                                                                                                   \
    X(stats_dec_ref)                                                                                                   \
    X(stats_size)                                                                                                      \
    X(stats_get_key)                                                                                                   \
    X(stats_is_uint)                                                                                                   \
    X(stats_get_uint_value)                                                                                            \
    X(stats_get_double_value)                                                                                          \
    X(mk_params)                                                                                                       \
    X(params_inc_ref)                                                                                                  \
    X(params_dec_ref)                                                                                                  \
    X(params_set_uint)                                                                                                 \
    X(model_inc_ref)                                                                                                   \
    X(model_dec_ref)                                                                                                   \
    X(model_eval)                                                                                                      \
    X(get_numeral_uint64)                                                                                              \
    X(ast_vector_inc_ref)                                                                                              \
    X(ast_vector_dec_ref)                                                                                              \
    X(ast_vector_size)                                                                                                 \
    X(ast_vector_get)                                                                                                  \
    X(get_ast_id)

struct z3 {
#define SMT_POINTER(name) __typeof__(&Z3_##name) name;
    SMT_FUNCTIONS(SMT_POINTER)
#undef SMT_POINTER
};

/* Fills the table; the library stays loaded. */
enum status smt_load(struct z3 *z3, struct diag *d);

#endif
