/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * effects: what a call of a function without a body may do to the program: tables for libc and POSIX, GCC's
 * attributes, and the user's `external` and `input` notes, merged into one answer.
 *
 * Who wins: a note over the tables, the tables over attributes; attributes narrow whatever is left. Where nothing is
 * known, everything is possible: the function returns anything, and reads, writes, keeps and calls whatever it can
 * reach.
 *
 * errno is no memory of the program, unless the program takes its address through __errno_location.
 *
 * The tables (effects_*.c, one for each part of the library) have one row a function, sorted by name:
 * {"strtol", "r$p?-", "", flags, globals}. A row is used for a declaration only when number and kinds of the parameters
 * fit: a user's own read(void) is not POSIX's. t/0731-effects-library.c holds the rows against the library itself.
 *
 * The second string has a letter for each parameter; a '.' at the end repeats the last parameter for variable
 * arguments.
 *     -  a value; a pointer here is not followed         s  a handle of the library (FILE *, DIR *): not followed
 *     r  what it points to is read                       w  ... is written (bytes, no pointers of the program)
 *     b  ... is read and written in place                c  ... is written with a copy of what the r arguments point to
 *     e  everything reachable from it is read            d  everything reachable from it is read and written (bytes)
 *     p  ... is read, and written with pointers into what the other arguments point to, or into the library's
 *        memory; for __atomic_store and the like: with the other arguments themselves
 *     q  p and d: pointers found there are moved on, and what they point to is written (strsep, iconv)
 *     l  ... is read, and written with data and pointers to the library's memory
 *     u  ... is written, also with pointers that the library was handed before, by whomever; with SIGNAL (sigaction's
 *        old action) only with handlers that were set, or one from before the program
 *     a  ... holds a pointer to a block that is written, or a new one is put there (getline)
 *     z  the block is freed
 *     k  kept: everything reachable from it may be read, written and called, now and at any later moment
 *     h  kept likewise, but what it points to is not written by the library (a thread's argument); with SIGNAL the
 *        structure is copied, and only what lies in it is kept
 *     f  a function called during this call, with pointers to what the other arguments point to
 *     g  a function called later, at any moment          F  format as for printf     S  format as for scanf
 *     v  a va_list whose pointers are read               V  a va_list whose pointers are written through
 * Behind the letter:
 *     ?  null is allowed
 *     $  as far as a zero element: a string
 *     #N   as many bytes as argument N says; #N*M the product of two arguments
 *     %N   as many elements of what it points to as argument N says
 *     #&N, %&N   as the number says to which argument N points
 *     ~    behind the number: or fewer, as the function may stop before
 *     *K   K elements of what it points to
 * Without a size it is that of the declared type, or, of void and characters, whatever the function needs. A pointer
 * that is not valid for that is undefined behaviour.
 *
 * The third string is the result:
 *     ""         any value of the type, no pointer of the program (a void function too)
 *     "0..1"     in that range; an end is a decimal number, #N (argument N) or nothing (no bound on that side); "!N"
 *                behind it: but never N
 *     "=N"       argument N                              "&N"  null or a pointer into what argument N points to
 *     "&N+"      the same, or a pointer to memory of the library
 *     "^N"       a value that lies, before or after the call, in what argument N points to (null too)
 *     "^N+"      the same, or a pointer to memory of the library
 *     "&*N"      null, or a pointer into what argument 0 points to, or into what pointers lead to that lie, before or
 *                after, in what argument N points to (strtok_r)
 *     "~N"       null or a pointer into what argument N points to, in this call or an earlier one: the function
 *                remembers it, and does to it what N's letter says in later calls too (strtok)
 *     "new"      null or a new block                     "re"  the same, with the contents of argument 0 (realloc)
 *     "lib"      null or memory of the library           "*"   null, memory of the library, or a pointer that was
 *                handed to it before; with SIGNAL, only a handler that was set, or one from before the program
 *     "env"      null or a string of the environment: from before the program, the library's copy, or what the program
 *                put there (putenv, environ, the third argument of main)
 */
#ifndef CWOLF_POINTS_EFFECTS_H
#define CWOLF_POINTS_EFFECTS_H

#include "runtime/notes/notes.h"
#include "runtime/points/formats.h"

/* Flags of a row. */
#define EFFECT_BIT(n)   (UINT64_C(1) << (n))
#define EFFECT_NORETURN EFFECT_BIT(0)
#define EFFECT_EXIT     EFFECT_BIT(1) /* ends the program; without EFFECT_NORETURN (error): may end it */
#define EFFECT_HANDLERS EFFECT_BIT(2) /* runs what atexit got */
#define EFFECT_ERROR                                                                                                   \
    EFFECT_BIT(3) /* reaching it is a violation of reach-assert: abort, __assert_fail,                                 \
                   * reach_error */
#define EFFECT_INPUT                                                                                                   \
    EFFECT_BIT(4)                          /* the result is an input where it comes from outside: then every           \
                                            * value in its range is possible at every call */
#define EFFECT_INPUT_MEMORY  EFFECT_BIT(5) /* likewise what is written through its parameters */
#define EFFECT_ALLOC         EFFECT_BIT(6)
#define EFFECT_FREE          EFFECT_BIT(7)
#define EFFECT_ZEROED        EFFECT_BIT(8) /* the new block is zero (calloc) */
#define EFFECT_SETJMP        EFFECT_BIT(9)
#define EFFECT_LONGJMP       EFFECT_BIT(10)
#define EFFECT_CALLS_NOW     EFFECT_BIT(11) /* may call functions of the program before it returns */
#define EFFECT_CALLS_LATER   EFFECT_BIT(12) /* keeps a function of the program to be called later */
#define EFFECT_THREAD        EFFECT_BIT(13) /* what it keeps runs at the same time (pthread_create) */
#define EFFECT_SIGNAL        EFFECT_BIT(14) /* what it keeps runs when a signal comes */
#define EFFECT_PURE          EFFECT_BIT(15) /* writes nothing at all: the result depends on arguments and memory */
#define EFFECT_CONST         EFFECT_BIT(16) /* nor reads memory: the same arguments give the same result */
#define EFFECT_ASSUME        EFFECT_BIT(17) /* returns only when argument 0 is not 0 (__VERIFIER_assume) */
#define EFFECT_ANY_MEMORY    EFFECT_BIT(18) /* reads and writes everything that escaped: the function is not known */
#define EFFECT_READS_GLOBALS EFFECT_BIT(19) /* reads escaped memory only */
#define EFFECT_SAME                                                                                                    \
    EFFECT_BIT(20) /* does nothing but return argument 0: __builtin_expect,                                            \
                    * __builtin_assume_aligned */
#define EFFECT_VA                                                                                                      \
    EFFECT_BIT(21)                    /* va_start, va_end, va_copy: handles the caller's own variable                  \
                                       * arguments */
#define EFFECT_ASSERTS EFFECT_BIT(22) /* argument 0 is 0: a violation of reach-assert (__VERIFIER_assert) */
#define EFFECT_BLOCKS  EFFECT_BIT(23) /* may wait for the outside, which lets it go on when it likes */
#define EFFECT_WAITS                                                                                                   \
    EFFECT_BIT(24)                     /* may wait for what the program itself does, and for ever (locks,              \
                                        * children) */
#define EFFECT_MAY_STOP EFFECT_BIT(25) /* may end the process or the thread (raise, execve) */
#define EFFECT_SENDS                                                                                                   \
    EFFECT_BIT(26) /* arms or sends signals: from now on the program may be ended while                                \
                    * it waits */
#define EFFECT_SOURCE                                                                                                  \
    EFFECT_BIT(27) /* what the program reads may be its own from now on (pipe, ungetc,                                 \
                    * tmpfile) */
#define EFFECT_SOURCE_BY_MODE                                                                                          \
    EFFECT_BIT(28)                    /* the same unless its mode or flags say that it only reads (fopen,              \
                                       * open) */
#define EFFECT_CLOSES  EFFECT_BIT(29) /* a descriptor or stream may lead elsewhere, or nowhere, afterwards */
#define EFFECT_FROM_FD EFFECT_BIT(30) /* argument 0 is the descriptor that is read */
#define EFFECT_STICKY  EFFECT_BIT(31) /* when the end was met once, it is met for ever */
#define EFFECT_SHARES  EFFECT_BIT(32) /* two processes use this one's memory (vfork) */
/* A program that does both may talk to itself. */
#define EFFECT_BINDS    EFFECT_BIT(33)
#define EFFECT_CONNECTS EFFECT_BIT(34)
#define EFFECT_REFILLS  EFFECT_BIT(36) /* memory may be there again, and what nothing leads to goes */
#define EFFECT_UNSEEN   EFFECT_BIT(35) /* the program goes on in a way that is not modelled */

enum effect_result {
    EFFECT_ANY_RESULT,  /* any value of the type, pointers into escaped memory included */
    EFFECT_VALUE,       /* lo..hi, cut to the type; no pointer of the program */
    EFFECT_ARGUMENT,    /* argument `arg` */
    EFFECT_INTO,        /* null or a pointer into what argument `arg` points to; `or_library`: or into the library's
                         * memory */
    EFFECT_INTO_DEEP,   /* null, or into what argument 0 points to, or what pointers lead to that `arg` points to */
    EFFECT_LOADED,      /* null or a value that lies in what argument `arg` points to; `or_library`: likewise */
    EFFECT_EARLIER,     /* the same, or into what it pointed to in an earlier call of the function */
    EFFECT_NEW,         /* null or a new block */
    EFFECT_RENEW,       /* null or a new block with what argument 0 points to in it */
    EFFECT_LIBRARY,     /* null or a pointer to memory of the library */
    EFFECT_HANDED,      /* null or a pointer the library keeps: into escaped memory; with EFFECT_SIGNAL, an earlier
                         * handler */
    EFFECT_ENVIRONMENT, /* null or a string of the environment */
};

enum { EFFECT_PARAMS = 16 };
struct effect_param {
    char letter;
    bool may_be_null, is_string, in_elements, is_at_most;
    bool is_size_behind;          /* size_arg points to the size */
    int8_t size_arg, size_factor; /* arguments; -1: none */
    uint16_t elements;            /* how many there are of what it points to; 0: one */
};
struct effect {
    bool known; /* from a note, a table or an attribute that says it all; false: anything may happen */
    bool from_note;
    uint64_t flags;
    uint32_t param_count;
    struct effect_param params[EFFECT_PARAMS];
    struct effect_param rest; /* of a parameter beyond: '-' where a function takes no more; 'k' when not known */
    enum effect_result result;
    int64_t lo, hi; /* EFFECT_VALUE; INT64_MIN, INT64_MAX: no bound */
    int hi_arg;     /* hi is at most this argument's value; -1: none */
    bool has_gap;   /* the value `gap` is never returned, though it lies between */
    int64_t gap;
    uint32_t arg;
    bool or_library;
    const struct note_interval *values; /* from an `input` note: the union of these, else NULL */
    uint32_t value_count;
    const char *name;    /* of the table's row: "memcpy" for __builtin_memcpy and __memcpy_chk too; else NULL */
    const char *globals; /* names of variables of the library it writes: "optarg optind", or NULL */
};

/* What a call of `func` may do beyond its body. For a function with a body: what notes, attributes and error tables say
 * about it, `known` only when a note says so. `notes` may be NULL. */
struct effect pt_effect_of(const struct cwi_unit *u, cwi_id func, const struct notes *notes);
/* A function without a body of which nothing is known is called, or may be. */
bool pt_calls_out(const struct cwi_unit *u, const struct notes *notes);
/* Whether what a function with this effect gives is an input of the program: a note says so, or it is one of the
 * competition's. */
bool pt_gives_input(const struct cwi_func *f, const struct effect *e);
/* The function may be the library's of its name: it is not the file's own, and not declared otherwise than the table
 * knows that function. */
bool pt_effect_fits(const struct cwi_unit *u, cwi_id func);
/* The same by base name alone, without looking at a declaration; false when the tables do not have it. */
bool pt_effect_by_name(const char *base_name, struct effect *out);
/* A function of the library that GCC calls where the source calls another one, or copies. */
bool pt_effect_is_compilers(const char *name);
/* The number of the parameter that is the signal which the library's function of this name sends; -1: it sends none. */
int pt_effect_signal(const char *name);
enum { EFFECT_SIGABRT = 6 }; /* on every Linux */
/* When nothing is known: for calls through pointers that may leave the program. */
struct effect pt_effect_unknown(void);

static inline const struct effect_param *effect_param(const struct effect *e, uint32_t i)
{
    return i < e->param_count ? &e->params[i] : &e->rest;
}
static inline char effect_letter(const struct effect *e, uint32_t i)
{
    return effect_param(e, i)->letter;
}
/* Null is allowed there, whatever the size is: printf's kin that write to memory take it only where that is 0. */
bool pt_effect_takes_null(const struct effect *e, uint32_t i);
/* It is a structure that says what a signal does: the system copies it, and keeps what lies in it. */
static inline bool pt_effect_copies(const struct effect *e, uint32_t i)
{
    return e->known && e->flags & EFFECT_SIGNAL && effect_letter(e, i) == 'h';
}
/* It is the last parameter, which stands for the variable arguments of a function that has some. */
static inline bool effect_is_repeated(const struct effect *e, uint32_t i)
{
    return e->param_count && i + 1 >= e->param_count;
}
/* The argument says how much there is behind the one before it, and may be null where that is (iconv). */
bool pt_effect_counts(const struct effect *e, uint32_t i);
/* The function goes on with what it was given in an earlier call where the argument is null (strtok). */
static inline bool effect_remembers(const struct effect *e, uint32_t i)
{
    return e->result == EFFECT_EARLIER && e->arg == i;
}
/* In every run of the function another call of the same callee comes before this one. */
bool pt_effect_is_called_before(const struct cwi_func *f, const struct cwi_stmt *call);
/* The call goes on in a way that is not modelled: a glob that may be told to call functions which lie in its argument.
 */
bool pt_effect_is_unseen(const struct effect *e, const struct cwi_stmt *call);
/* Some parameter has the letter; variable arguments left out. */
bool pt_effect_has(const struct effect *e, char letter);
/* What the letter allows. `call` (may be NULL) is looked at for the format: "%n" in it makes printf write, and a format
 * that is no literal may hold one. */
bool pt_effect_reads(const struct effect *e, uint32_t i);
bool pt_effect_writes(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, uint32_t i);
/* It writes there only where the format has "%n". */
bool pt_effect_writes_by_format(const struct effect *e, uint32_t i);
/* Not only what the argument points to, but all that can be reached from there. */
bool pt_effect_reads_deep(const struct effect *e, uint32_t i);
bool pt_effect_writes_deep(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, uint32_t i);
/* The conversion of a literal format that argument i belongs to, into *c; false: that is not known. */
bool pt_effect_conversion(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, uint32_t i,
                          struct format_conversion *c);
/* Bytes of what argument i points to, of an element where that is an array: by the declaration of the function, of type
 * `function` (0: not known), or where that has no such parameter by the argument's own type. 0: of no size of its own.
 */
uint64_t pt_effect_pointee_size(const struct cwi_unit *u, cwi_id function, uint32_t i, cwi_id argument);
/* Whether the call puts pointers to new blocks into what its parameters point to: getline, scanf with %ms. */
bool pt_effect_allocates(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call);
/* The bytes that a call of malloc or calloc is asked for; 0: that is not known, or it is another function. */
uint64_t pt_effect_block_size(const struct effect *e, const struct cwi_stmt *call);
/* What a block of `size` bytes is used as, by the pointers of function `func` that it is given to: a whole number of
 * objects of that type are as large. With size 0, where it is not known: structures. 0: nothing tells. */
cwi_id pt_effect_block_type(const struct cwi_unit *u, cwi_id func, const struct cwi_stmt *call, uint64_t size);
bool pt_effect_keeps(const struct effect *e, uint32_t i);      /* k, h, g: escapes */
bool pt_effect_calls(const struct effect *e, uint32_t i);      /* f, g, k, h: a function handed here may be called */
bool pt_effect_is_pointer(const struct effect *e, uint32_t i); /* it has to be valid, or null where that is allowed */

/* The argument that is the format; NULL: the call has none. *has_format: the function takes one. */
const struct cwi_expr *pt_effect_format(const struct effect *e, const struct cwi_stmt *call, bool *has_format);
/* What a text says as that format: it is no wide one, and the program adds no conversions. */
bool pt_effect_knows_formats(const struct cwi_unit *u, const struct cwi_expr *format);
/* Whether the format may have a conversion with that letter ('m': one that allocates): it does, or is no literal. */
bool pt_effect_may_convert(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, char letter);
/* The conversions of a literal format of scanf: how many results there may be, and whether none is possible without an
 * end of file. False: the call has no such format, or one that is not understood. */
bool pt_effect_conversions(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call,
                           uint32_t *count, bool *may_be_none);

/* What a call of an EFFECT_SOURCE_BY_MODE function (open, fopen) opens a file for: both where its mode is no constant.
 */
void pt_effect_mode(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, bool *reads,
                    bool *writes);

/* The text that a pointer expression is the address of, where it is a string literal as a whole; else NULL. */
const char *pt_effect_literal(const struct cwi_unit *u, const struct cwi_expr *e);
/* The text that an array of characters holds where it begins to live; NULL: it is none, or holds no text. */
const char *pt_effect_text(const struct cwi_unit *u, cwi_id var);

/* The rows, for tests and help. */
struct effect_row {
    const char *name, *params, *result;
    uint64_t flags;
    const char *globals;
};
struct effect_table {
    const char *name;
    const struct effect_row *rows;
    size_t count;
};
extern const struct effect_table *const pt_effect_tables[]; /* ends with NULL */
/* What a row says; the tests make rows of their own. */
struct effect pt_effect_of_row(const struct effect_row *row);

#endif
