/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * effects: what a call of a function without a body may do to the program: one table for libc and POSIX, GCC's
 * attributes, and the user's `external` and `input` notes, merged into one answer.
 *
 * Who wins: a note over the table, the table over attributes; attributes narrow whatever is left. Where nothing is
 * known, everything is possible: the function returns anything, and reads, writes, keeps and calls whatever it can
 * reach.
 *
 * errno is no memory of the program, unless the program takes its address through __errno_location.
 *
 * The table (effects_table.c) has one row a function, sorted by name: {"strtol", "rp-", "", flags, globals}. It is
 * used for a declaration only when number and kinds of the parameters fit: a user's own read(void) is not POSIX's.
 *
 * The second string has a letter for each parameter; a '.' at the end repeats the last letter for variable arguments.
 *     -  a value; a pointer here is not followed         s  a handle of the library (FILE *, DIR *): not followed
 *     r  what it points to is read                       w  ... is written (bytes, no pointers of the program)
 *     b  ... is read and written in place                c  ... is written with a copy of what the r arguments point to
 *     e  everything reachable from it is read            d  everything reachable from it is read and written (bytes)
 *     p  ... is read, and written with pointers into what the other arguments point to, or into the library's
 *        memory; for __atomic_store and the like: with the other arguments themselves
 *     q  p and d: pointers found there are moved on, and what they point to is written (strsep, iconv)
 *     l  ... is read, and written with data and pointers to the library's memory
 *     a  ... holds a pointer to a block that is written, or a new one is put there (getline)
 *     z  the block is freed
 *     k  kept: everything reachable from it may be read, written and called, now or later
 *     h  kept likewise, but what it points to itself is not written now (GCC's access attribute)
 *     f  a function called during this call, with pointers to what the other arguments point to
 *     g  a function called later (atexit, signal)        F  format as for printf     S  format as for scanf
 *     v  a va_list whose pointers are read               V  a va_list whose pointers are written through
 * All allow null; what null does is the function's affair.
 *
 * The third string is the result:
 *     ""         any value of the type, no pointer of the program (a void function too)
 *     "0..1"     in that range; an end is a decimal number, #N (argument N) or nothing (no bound on that side)
 *     "=N"       argument N                              "&N"  null or a pointer into what argument N points to
 *     "&N+"      the same, or a pointer to memory of the library
 *     "^N"       a value that lies, before or after the call, in what argument N points to (null too)
 *     "~N"       null or a pointer into what argument N points to, in this call or an earlier one: the function
 *                remembers it, and does to it what N's letter says in later calls too (strtok)
 *     "new"      null or a new block                     "re"  the same, with the contents of argument 0 (realloc)
 *     "lib"      null or memory of the library           "*"   null, or a pointer that was handed to the library
 * before */
#ifndef CWOLF_POINTS_EFFECTS_H
#define CWOLF_POINTS_EFFECTS_H

#include "runtime/notes/notes.h"

enum effect_flag {
    EFFECT_NORETURN = 1 << 0,
    EFFECT_EXIT = 1 << 1,          /* ends the program; without EFFECT_NORETURN (error): may end it */
    EFFECT_HANDLERS = 1 << 2,      /* runs what atexit got */
    EFFECT_ERROR = 1 << 3,         /* reaching it is a violation of reach-assert: abort, __assert_fail, reach_error */
    EFFECT_INPUT = 1 << 4,         /* the result is an input: every value in its range is possible at every call */
    EFFECT_INPUT_MEMORY = 1 << 5,  /* what is written through its parameters is input */
    EFFECT_ALLOC = 1 << 6,
    EFFECT_ZEROED = 1 << 7,        /* the new block is zero (calloc) */
    EFFECT_FREE = 1 << 8,
    EFFECT_SETJMP = 1 << 9,
    EFFECT_LONGJMP = 1 << 10,
    EFFECT_CALLS_NOW = 1 << 11,    /* may call functions of the program before it returns */
    EFFECT_CALLS_LATER = 1 << 12,  /* keeps a function of the program to be called later */
    EFFECT_THREAD = 1 << 13,       /* what it keeps runs at the same time (pthread_create, fork) */
    EFFECT_SIGNAL = 1 << 14,       /* what it keeps runs when a signal comes */
    EFFECT_PURE = 1 << 15,         /* writes nothing at all: the result depends on arguments and memory */
    EFFECT_CONST = 1 << 16,        /* nor reads memory: the same arguments give the same result */
    EFFECT_ASSUME = 1 << 17,       /* returns only when argument 0 is not 0 (__VERIFIER_assume) */
    EFFECT_ANY_MEMORY = 1 << 18,   /* reads and writes everything that escaped: the function is not known */
    EFFECT_READS_GLOBALS = 1 << 19,/* reads escaped memory only */
    EFFECT_SAME = 1 << 20,         /* does nothing but return argument 0: __builtin_expect, __builtin_assume_aligned */
    EFFECT_VA = 1 << 21,           /* va_start, va_end, va_copy: handles the caller's own variable arguments */
};

enum effect_result {
    EFFECT_ANY_RESULT,  /* any value of the type, pointers into escaped memory included */
    EFFECT_VALUE,       /* lo..hi, cut to the type; no pointer of the program */
    EFFECT_ARGUMENT,    /* argument `arg` */
    EFFECT_INTO,        /* null or a pointer into what argument `arg` points to; `or_library`: or into the library's
                         * memory */
    EFFECT_LOADED,      /* null or a value that lies in what argument `arg` points to */
    EFFECT_EARLIER,     /* the same, or into what it pointed to in an earlier call of the function */
    EFFECT_NEW,         /* null or a new block */
    EFFECT_RENEW,       /* null or a new block with what argument 0 points to in it */
    EFFECT_LIBRARY,     /* null or a pointer to memory of the library */
    EFFECT_HANDED,      /* null or a pointer the library keeps: into escaped memory */
};

#define EFFECT_PARAMS 16
struct effect {
    bool known;          /* from a note, the table or an attribute that says it all; false: anything may happen */
    bool from_note;
    uint32_t flags;      /* enum effect_flag */
    uint32_t param_count;
    char params[EFFECT_PARAMS]; /* letters as above; a parameter beyond param_count has the letter `rest` */
    char rest;           /* '-' where a function takes no more; 'k' when not known */
    enum effect_result result;
    int64_t lo, hi;      /* EFFECT_VALUE; INT64_MIN, INT64_MAX: no bound */
    int hi_arg;          /* hi is at most this argument's value; -1: none */
    uint32_t arg;
    bool or_library;
    const struct note_interval *values; /* from an `input` note: the union of these, else NULL */
    uint32_t value_count;
    const char *globals; /* names of variables of the library it writes: "optarg optind", or NULL */
};

/* What a call of `func` may do beyond its body. For a function with a body: what notes, attributes and error tables say
 * about it, `known` only when a note says so. `notes` may be NULL. */
struct effect effect_of(const struct cwi_unit *u, cwi_id func, const struct notes *notes);
/* The same by base name alone, without looking at a declaration; false when the table does not have it. */
bool effect_by_name(const char *base_name, struct effect *out);
/* When nothing is known: for calls through pointers that may leave the program. */
struct effect effect_unknown(void);

static inline char effect_param(const struct effect *e, uint32_t i)
{
    return i < e->param_count ? e->params[i] : e->rest;
}
/* What the letter allows. `call` (may be NULL) is looked at for the format: "%n" in it makes printf write, and a format
 * that is no literal may hold one. */
bool effect_reads(const struct effect *e, uint32_t i);
bool effect_writes(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, uint32_t i);
/* Whether the call puts pointers to new blocks into what its parameters point to: getline, scanf with %ms. */
bool effect_allocates(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call);
bool effect_keeps(const struct effect *e, uint32_t i); /* k, h, g: escapes */
bool effect_calls(const struct effect *e, uint32_t i); /* f, g, k, h: a function handed here may be called */

/* The rows, for tests and help. */
struct effect_row {
    const char *name, *params, *result;
    uint32_t flags;
    const char *globals;
};
extern const struct effect_row effect_rows[];
extern const size_t effect_row_count;

#endif
