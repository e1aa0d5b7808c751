/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words of the rows: private to the tables of effects. effects.h explains the columns.
 */
#ifndef CWOLF_POINTS_EFFECT_ROWS_H
#define CWOLF_POINTS_EFFECT_ROWS_H

#include "runtime/points/effects.h"

#define ALLOC          EFFECT_ALLOC
#define ANY_MEMORY     EFFECT_ANY_MEMORY
#define ASSERTS        EFFECT_ASSERTS
#define ASSUME         EFFECT_ASSUME
#define BINDS          EFFECT_BINDS
#define BLOCKS         EFFECT_BLOCKS
#define CALLS_LATER    EFFECT_CALLS_LATER
#define CALLS_NOW      EFFECT_CALLS_NOW
#define CLOSES         EFFECT_CLOSES
#define CONNECTS       EFFECT_CONNECTS
#define CONST          EFFECT_CONST
#define ERROR          EFFECT_ERROR
#define EXIT           EFFECT_EXIT
#define FREE           EFFECT_FREE
#define FROM_FD        EFFECT_FROM_FD
#define HANDLERS       EFFECT_HANDLERS
#define INPUT          EFFECT_INPUT
#define INPUT_MEMORY   EFFECT_INPUT_MEMORY
#define LONGJMP        EFFECT_LONGJMP
#define MAY_STOP       EFFECT_MAY_STOP
#define NORETURN       EFFECT_NORETURN
#define PURE           EFFECT_PURE
#define SAME           EFFECT_SAME
#define SENDS          EFFECT_SENDS
#define SETJMP         EFFECT_SETJMP
#define SHARES         EFFECT_SHARES
#define SIGNAL         EFFECT_SIGNAL
#define SOURCE         EFFECT_SOURCE
#define SOURCE_BY_MODE EFFECT_SOURCE_BY_MODE
#define STICKY         EFFECT_STICKY
#define THREAD         EFFECT_THREAD
#define UNSEEN         EFFECT_UNSEEN
#define VA             EFFECT_VA
#define WAITS          EFFECT_WAITS
#define ZEROED         EFFECT_ZEROED

extern const struct effect_table pt_effect_table_gcc, pt_effect_table_math, pt_effect_table_memory,
    pt_effect_table_network, pt_effect_table_pthread, pt_effect_table_stdio, pt_effect_table_stdlib,
    pt_effect_table_terminal, pt_effect_table_time, pt_effect_table_unistd;

#define EFFECT_TABLE(name, rows)                                                                                       \
    {                                                                                                                  \
        name, rows, sizeof rows / sizeof *rows                                                                         \
    }

#endif
