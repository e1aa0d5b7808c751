/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The code that is run, and the machine that runs it. Private to the room.
 *
 * A function is a row of instructions, one for each statement; expressions are trees whose leaves are registers (scalar
 * locals whose address nobody takes), constants and places in memory. Whatever ends a run does so from wherever it is
 * found, by run_fail and its like.
 */
#ifndef CWOLF_RUN_PRIVATE_H
#define CWOLF_RUN_PRIVATE_H

#include "runtime/run/trace/loop_cut.h"
#include "memory.h"
#include "run.h"
#include "trial.h"

#include <ffi.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

/* ---- code -------------------------------------------------------------------------------------------------------- */

/* What a value is to the host. */
enum form { FORM_NONE, FORM_INT, FORM_FLOAT, FORM_DOUBLE, FORM_LONG_DOUBLE, FORM_BYTES };
struct shape {
    uint8_t form, bits; /* bits: of an integer or pointer */
    bool is_signed, is_pointer;
    uint64_t size; /* bytes in memory */
};

static inline bool run_is_scalar(struct shape s)
{
    return s.form == FORM_INT || s.form == FORM_FLOAT || s.form == FORM_DOUBLE;
}

enum node_kind {
    NODE_CONST,
    NODE_REGISTER,
    NODE_LOAD,
    NODE_ADDRESS,
    NODE_FUNCTION,
    NODE_UNARY,
    NODE_BINARY,
    NODE_COND,
    NODE_LOST
};
struct node {
    uint8_t kind, op;   /* op: enum cwi_op */
    bool traps;         /* signed overflow ends the program (-ftrapv) */
    bool overflows;     /* it is an error (run_config.overflows) */
    bool is_partial;    /* of some operands it has no value */
    struct shape t, of; /* of: the operand's */
    union {
        uint64_t value; /* of a constant */
        long double wide;
        uint32_t slot; /* register */
        const struct place_code *place;
        cwi_id func;
    };
    const struct node *a, *b, *c;
    const struct cwi_expr *src;
};

/* base + offset + the sum of index * stride */
struct step_code {
    const struct node *index;
    uint64_t stride, count; /* count: elements that there are; CWI_UNKNOWN: whatever fits into the object */
};
struct place_code {
    enum { BASE_LOCAL, BASE_STATIC, BASE_POINTER } base;
    bool is_input;            /* each read gives the next of the user's inputs */
    bool is_sure, is_address; /* inside of its object; the address alone is wanted */
    uint32_t local;           /* BASE_LOCAL: index in the function's objects */
    cwi_id var;               /* BASE_LOCAL, BASE_STATIC */
    const struct node *pointer;
    uint64_t offset, object_size;
    struct step_code *steps;
    uint32_t step_count;
    uint8_t bit_pos, bit_width;
    struct shape t;
    const struct cwi_expr *src;
};

enum instr_kind {
    INSTR_SET,
    INSTR_STORE,
    INSTR_COPY,
    INSTR_CALL,
    INSTR_END,
    INSTR_FORGET,
    INSTR_GOTO,
    INSTR_IF,
    INSTR_SWITCH,
    INSTR_JUMP,
    INSTR_RETURN,
    INSTR_NOTHING,
    INSTR_STOP
};
struct instr {
    uint8_t kind;
    uint32_t slot;                 /* SET, CALL, FORGET: the register; END: the local; UINT32_MAX: none */
    const struct node *value;      /* SET, STORE, IF, SWITCH, JUMP, RETURN, CALL: the function */
    const struct place_code *to;   /* STORE, COPY, CALL: or NULL */
    const struct place_code *from; /* COPY, RETURN: what is no scalar; NULL: zeros, or none */
    struct call_code *call;
    const struct instr **targets; /* in the statement's order */
    const struct cwi_stmt *src;
    bool is_borrowed;    /* its place is that of another statement, which it is no part of */
    uint32_t first_edge; /* IF, SWITCH, JUMP: the point that its first target is */
    uint64_t count;      /* how often it was executed */
    uint64_t *taken;     /* IF, SWITCH, JUMP: how often each target was */
    const char *text;    /* STOP: why */
};
/* It only ends a life, or stands nowhere: it belongs to the line before it. */
static inline bool run_is_quiet(const struct instr *i)
{
    return i->src->kind == CWI_END || !i->src->at.line;
}
struct argument {
    const struct node *value;       /* a scalar */
    const struct place_code *place; /* or an aggregate */
    struct shape t;
    cwi_id type;
    uint64_t member; /* of the array that its address is of, a member and not the last; else CWI_UNKNOWN */
};
struct call_code {
    struct func_code *callee; /* with a body; NULL: another, or it is not known yet */
    struct argument *args;
    uint32_t arg_count;
    struct shape result;
    cwi_id result_type, function_type; /* of what is called: a CWI_FUNC type, or 0 */
    ffi_cif *cif;                      /* made when it was needed */
    ffi_type **types;
    bool is_main;
};
struct local_code { /* a local that lies in memory */
    cwi_id var;
    uint64_t offset, size;
};
struct func_code {
    cwi_id id;
    const struct cwi_func *f;
    uint64_t entered;
    struct instr *code; /* NULL: not compiled yet */
    uint32_t instr_count, registers;
    uint32_t first_point;             /* goal_points.c: of its statements */
    uint64_t frame_size, native_size; /* native_size: that it surely takes of the host's stack, had it been compiled */
    struct local_code *locals;
    uint32_t local_count;
    cwi_id first_var, var_count; /* of its variables */
    uint32_t *slot_of;           /* the register or the local that each is; UINT32_MAX: it is not used */
    bool *in_memory;
    uint32_t extra_slot; /* of the pointer to further arguments, or UINT32_MAX */
    void *closure;       /* what the function's address is; NULL: nobody took it */
    ffi_closure *closure_memory;
    struct external *external; /* of a function without a body, once it was looked up */
    struct val chain;          /* of a nested function whose address was taken: the frame around it */
    bool has_chain, has_several;
};

/* ---- the machine ------------------------------------------------------------------------------------------------- */

struct frame {
    struct machine *m;
    struct frame *up;
    struct func_code *fn;
    const struct instr *at;
    struct val *registers;
    uint8_t *base;     /* of the locals in memory */
    uint32_t *objects; /* of each; 0: none yet */
    uint64_t serial;   /* of the activation */
    uint64_t stack;    /* the region's stack before it */
    uint64_t native;   /* of the host's stack, all together */
    uint64_t step;     /* snapshots.c: statements that were executed before the one that it is at, or was at last */
    uint32_t extra;    /* the object that holds further arguments, or 0 */
    uint32_t blocks;   /* how many of m->alloca_blocks were there before it */
    uint32_t line;     /* snapshots.c: that it was on */
    bool is_callback;  /* its return ends a nested run: the result goes to m->callback_result */
};

struct jump_point {          /* of setjmp */
    uint64_t number, serial; /* the number lies in the buffer */
    struct frame *frame;
    const struct instr *at;
    uint32_t depth; /* of nested runs */
    bool has_mask;  /* of signals: sigsetjmp */
    sigset_t mask;
};
struct handler {
    uint64_t function; /* as the program gave it: SIG_DFL, SIG_IGN, or a closure */
    bool has_info, is_once, is_set;
};
struct nest {       /* a run of the loop: the outermost, or a function that the library called */
    jmp_buf resume; /* longjmp leads here, with m->frame and its `at` set */
    struct nest *up;
};

struct exit_entry {
    struct val function, argument;
    bool has_argument; /* on_exit: it gets the status too */
};
struct exits VEC(struct exit_entry);
enum { SIGNALS = 65, BOUNCE = 16 << 20 };
/* Files of a trial with a world; longer names are of none that can be opened, and none holds more. */
enum { OPENED_PATH = 128, FILE_MOST = 40 };
struct world_file {
    char name[OPENED_PATH];
    enum { FILE_READ, FILE_WRITTEN, FILE_NULL } kind;
    uint32_t size, first; /* of what is in it; the number of the input that is its first byte */
    uint8_t bytes[FILE_MOST];
};
struct descriptor {
    int number;
    uint32_t file;
};
struct opened {
    uint64_t bits; /* by which the program knows it */
    FILE *stream;
    uint32_t file;
    int number; /* of its descriptor */
    bool is_closed;
    enum opened_for { OPENED_FOR_NONE, OPENED_FOR_ONE, OPENED_FOR_OTHERS } what_for; /* the handle of a rule */
};
enum { VARIABLE_NAME = 64 };
struct environment_variable { /* that a trial with a world asked for */
    char name[VARIABLE_NAME];
    struct val value; /* bits 0: it is not there */
};
struct machine {
    const struct cwi_unit *u;
    struct cwi_unit *unit; /* the same, while somebody steps through it: else NULL */
    const struct notes *notes;
    const struct run_config *cfg;
    struct run_result *out;
    struct arena *arena;
    struct memory mem;
    struct func_code *funcs; /* by function id */
    uint64_t *statics;       /* by variable id: address; 0: none yet */
    uint32_t *static_objects;
    uint32_t foreign;     /* closed runs: stands for what functions' addresses are made from; else 0 */
    uint32_t unknown;     /* closed runs: stands for what pointers are made from of which an argument's memory may hold
                           * any; else 0 */
    struct frame *frames; /* a stack; `frame` is the current one */
    struct frame *frame, *frames_end;
    struct val *registers, *registers_top, *registers_end;
    uint32_t *local_objects, *local_objects_top, *local_objects_end;
    uint64_t serial, steps, limit, stack_limit;
    bool is_within_host;
    bool has_faulted; /* a signal ended the run, perhaps within a host's function: that library may be in any state */
    volatile sig_atomic_t in_host; /* a host's function runs: a handler may run within it, as it would natively */
    volatile sig_atomic_t pending; /* some signal is */
    volatile sig_atomic_t is_pending[SIGNALS];
    struct handler handlers[SIGNALS];
    bool is_in_handler;   /* a closed run is in one, or a longjmp left one: which signals are blocked is not known */
    bool has_mixed_bytes; /* closed runs: some bits of a byte have a value, and others have none; from then on nobody is
                           * accused of using what has none */
    uint32_t arrivals;    /* signals that were asked for behind calls (has_world) */
    siginfo_t told[SIGNALS]; /* with the last of each that came for a handler with has_info */
    struct VEC(uint32_t) alloca_blocks;
    struct VEC(struct jump_point) jumps;
    uint64_t last_jump;                  /* the number of the newest */
    struct VEC(uint32_t) adopted;        /* blocks that the library made in the current call */
    struct run_log *log;                 /* or NULL */
    uint32_t signal_at;                  /* the next of the logged signals */
    uint64_t log_at;                     /* what is given next */
    struct debug *debug;                 /* or NULL */
    struct trace *trace;                 /* of a trial, or NULL */
    bool is_watched;                     /* one of them wants to see each statement */
    bool is_repeated;                    /* it goes back: what can't be undone ends it */
    bool is_text_begun;                  /* strtok was given a text */
    struct exits at_exit, at_quick_exit; /* functions, the last registered first to run */
    struct map64 asked_at;  /* call that allocates -> how often it was asked whether it fails (has_world) */
    struct map64 unwritten; /* closed runs: addresses of bytes -> the bits that never got a value, where
                             * only bit-fields of them did */
    struct map64 closures;  /* address -> function id */
    struct map64 closed;    /* addresses of streams and directories -> 1; 0: it is an open one again */
    uint8_t *bounce;        /* BOUNCE bytes that the library writes when it may write too much; NULL: not needed yet */
    int *error_number;      /* the program's errno */
    size_t next_input;
    unsigned unread;      /* a character that was given back, and 1 more; 0: none, or it is an input again */
    bool are_inputs_used; /* standard input is at its end */
    bool is_stdin_begun;  /* a stream reads standard input, and has read ahead */
    bool is_stdin_set_up; /* somebody said how far that stream reads ahead */
    FILE *given;          /* a stream of them, or NULL */
    FILE *real_stdin;     /* while `given` stands in its place; else NULL */
    struct VEC(struct world_file) files; /* of a trial with a world */
    struct VEC(struct opened) opened;
    struct VEC(struct environment_variable) variables;
    bool has_variables, passes_environment;    /* there may be some; main gets the list, too */
    struct VEC(struct descriptor) descriptors; /* that no stream was made of yet */
    uint32_t file_mask;                        /* umask's, of a trial with a world */
    uint32_t handles, other_handles; /* of a rule that were had; those that are not watched, and no streams of files */
    bool handle_asks, has_watched;   /* it was asked whether one is the one that is watched; one is */
    bool is_for_stream;              /* the last of them is for the last of `opened` */
    struct run_frame lost; /* where the stream that is watched was opened (cfg->lost); func NULL: it is closed */
    enum { OPENS_OTHERS, OPENS, OPENS_NOT } opens; /* what the last call did, as an input said; else OPENS_OTHERS */
    struct val environment;                        /* the empty one, of a run with a world; bits 0: there is none yet */
    uint64_t environ_at[4];                        /* where the program has variables that lead there */
    FILE *standard[3];                             /* what stdin, stdout and stderr are when a run begins */
    struct nest *nest;
    uint32_t nest_depth;
    jmp_buf over;        /* where the run ends */
    struct frame *start; /* the frame that called main, or NULL */
    bool is_ending;      /* what atexit got has run */
    bool is_getopt_begun;
    int pid;
    struct val callback_result;
    uint8_t *callback_bytes; /* of an aggregate that is returned to the library */
};

/* ---- code.c ------------------------------------------------------------------------------------------------------ */

struct shape run_shape_of(const struct cwi_unit *u, cwi_id type);
/* Translates the body of a function, once. */
void run_compile(struct machine *m, struct func_code *fn);
/* Objects for all variables with static storage, with what they hold at first. */
void run_initialise(struct machine *m);
struct val run_environment(struct machine *m); /* the list of a run with a world, which is empty */
bool run_has_changed_environment(const struct machine *m);
/* An expression of the user's, in a function that is translated; NULL: it speaks of a local that the function never
 * uses. */
const struct node *run_compile_expr(struct machine *m, struct func_code *fn, const struct cwi_expr *e);
/* Where a variable with static storage lies; 0: nowhere that is known. */
uint64_t run_static(struct machine *m, cwi_id var);
/* What the address of a function is. */
uint64_t run_function_address(struct machine *m, cwi_id func);

/* ---- eval.c ------------------------------------------------------------------------------------------------------ */

enum { ALL_BYTES = 0xff }; /* of a value, when none was ever given one (struct val, undef) */
struct val run_eval(const struct node *n, struct frame *f);
long double run_eval_wide(const struct node *n, struct frame *f); /* FORM_LONG_DOUBLE */
/* The same for operands that have their values: of integers. */
struct val run_apply(const struct node *n, struct frame *f, struct val a);
struct val run_combine(const struct node *n, struct frame *f, struct val a, struct val b);
/* The first operand of && or || decides, whatever the second is; that is evaluated all the same, as GCC's `|` of truths
 * does, and may be an error. */
static inline bool run_is_short(const struct node *n, struct val a)
{
    return !a.undef && ((n->op == CWI_LOGAND && !a.bits) || (n->op == CWI_LOGOR && a.bits));
}
/* The address, after checks of `size` bytes unless the place is an address alone. */
uint8_t *run_place(const struct place_code *p, struct frame *f, bool is_write, uint32_t *object);
struct val run_load(struct machine *m, const uint8_t *at, const struct place_code *p); /* what lies there */
void run_store(const struct place_code *p, struct frame *f, struct val v);
/* The bytes behind a pointer, after checks. */
uint8_t *run_access(struct frame *f, struct val pointer, uint64_t size, bool is_write);
void run_store_wide(struct machine *m, void *to, long double x); /* checked before */
long double run_widened(struct shape t, uint64_t bits);          /* a number of any form: exact */
uint64_t run_narrowed(long double x, struct shape t);            /* to a number of any form, rounded */
/* A binary operator whose operands are floating-point numbers. */
struct val run_eval_floating(const struct node *n, struct frame *f);
uint64_t run_float_sign(const struct node *n, uint64_t bits); /* -x or |x|, of a float or double */
/* The value fits to the type: cut and extended. */
static inline uint64_t run_fit(uint64_t x, struct shape t)
{
    if (t.bits >= 64)
        return x;
    unsigned shift = 64u - t.bits;
    return t.is_signed ? (uint64_t)((int64_t)(x << shift) >> shift) : x << shift >> shift;
}
static inline double run_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static inline float run_float(uint64_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static inline uint64_t run_double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof x);
    return bits;
}
static inline uint64_t run_float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof x);
    return bits;
}

/* ---- machine.c --------------------------------------------------------------------------------------------------- */

/* A whole run of a machine whose unit, notes, configuration and result are set. */
enum status run_machine(struct machine *m, cwi_id entry, struct diag *d);
/* The same in steps: memory and functions; what is static (a run: within setjmp of m->over); until the program ends. */
enum status run_begin(struct machine *m, struct diag *d);
void run_prepare(struct machine *m);
void run_to_end(struct machine *m, cwi_id entry);
void run_end(struct machine *m);
/* It depends on a pointer that the memory of an argument may hold. */
__attribute__((noreturn)) void run_refuse_unknown(struct machine *m);
/* Of a trial with a world: it is the address of a standard stream, or of one that is open. */
bool run_is_open_stream(const struct machine *m, uint64_t bits);
void run_refuse_stream(struct machine *m,
                       uint64_t address); /* the host's memory there, if it is a file's that is open */
__attribute__((noreturn, format(printf, 2, 3))) void run_fail(struct machine *m, const char *format, ...);
/* The same with its kind, for the property that asks about it. */
__attribute__((noreturn, format(printf, 3, 4))) void run_fail_memory(struct machine *m, enum run_fault fault,
                                                                     const char *format, ...);
/* And for what no-uninit asks about. */
__attribute__((noreturn, format(printf, 2, 3))) void run_fail_unset(struct machine *m, const char *format, ...);
__attribute__((noreturn, format(printf, 2, 3))) void run_refuse(struct machine *m, const char *format, ...);
/* A closed run calls the function, which asks or changes what is outside. */
__attribute__((noreturn)) void run_refuse_outside(struct machine *m, const char *name);
__attribute__((noreturn, format(printf, 2, 3))) void run_stop(struct machine *m, const char *format,
                                                              ...); /* RUN_STOPPED */
/* What the host would signal: the program's handler runs, if there is one. It comes back where the handler returns. */
void run_trap(struct machine *m, int signal);
/* The program forked, and this is the new process. Where nothing outside may change it cannot: the system is not asked
 * then, for such runs end many thousand times a second. */
bool run_is_child(const struct machine *m);
__attribute__((noreturn)) void run_finish(struct machine *m, enum run_end end, int status);
/* Calls a function of the program from within the library, or at its end; the result is in m->callback_result. */
void run_nested(struct machine *m, struct func_code *fn, const struct val *args, uint32_t count);
/* The same for what lies at an address; false: that is none of the program's functions. */
bool run_call_at(struct machine *m, uint64_t address, const struct val *args, uint32_t count);
/* Goes on with the current frame where its `at` says, in the loop that was `depth` deep. */
__attribute__((noreturn)) void run_resume(struct machine *m, uint32_t depth);
/* Puts a scalar where the call wants its result. */
void run_set_result(struct frame *f, const struct instr *call, struct val v);
/* An object that is there from the beginning to the end, of zeros; 0: there is no room. */
uint32_t run_new_global(struct machine *m, uint64_t size, uint64_t align, cwi_id var);
/* world.c: argv of trials with has_world. */
struct val run_world_arguments(struct machine *m, cwi_id entry, uint32_t *argc);
/* An array of pointers to copies of the strings, NULL behind the last; *count is how many they are. */
struct val run_strings_object(struct machine *m, const char *const *list, uint32_t *count);
struct shape run_parameter_shape(const struct machine *m, const struct func_code *fn, uint32_t i);
/* Where a parameter lies in memory; NULL: it is a register. */
uint8_t *run_parameter_place(const struct frame *f, uint32_t i);
/* Which target a branch takes for a value of what it asks. */
uint32_t run_way(const struct instr *i, uint64_t value);
/* Pushes the activation of a call; arguments are evaluated in the current frame. */
void run_enter(struct machine *m, struct func_code *fn, const struct call_code *call);
void run_leave(struct machine *m); /* pops the current frame */
/* exit(status): what is registered runs, then the destructors, then the run ends. */
__attribute__((noreturn)) void run_exit(struct machine *m, int status, bool is_quick);
/* "4 bytes at offset 12 of 'a', which has 12"; in the machine's arena. */
const char *run_describe(struct machine *m, uint32_t object, uint64_t address, uint64_t size);

/* ---- addresses.c: closed runs are refused where it depends on where objects lie ---------------------------------- */

enum { RUN_NEAR_ZERO = 4096 }; /* no object is there, nor as near below zero */
/* An operator on integers of 64 bits, or pointers. False: no address is among them. r->undef is kept. */
bool run_combine_addresses(const struct node *n, struct frame *f, struct val a, struct val b, struct val *r);
void run_apply_address(const struct node *n, struct frame *f, struct val *v); /* before a unary operator */
void run_check_number(struct machine *m, struct val v);                       /* it is no address */
void run_check_bytes(struct machine *m, const void *p, uint64_t size);        /* no part of one lies there */
/* Of bit-fields: these bits of a byte get values; all that are read have some, and are part of no address. */
void run_note_bits(struct machine *m, const uint8_t *at, uint8_t mask);
void run_check_bits(struct machine *m, const uint8_t *at, const struct place_code *p);
/* What was loaded from there, made from what its bytes say. */
struct val run_load_placed(struct machine *m, const uint8_t *at, struct shape t, struct val v);

/* ---- count.c ----------------------------------------------------------------------------------------------------- */

/* By statement: does a way from the entry lead there? The caller frees it. */
bool *run_find_reachable(const struct func_code *fn);

void run_count(struct machine *m);      /* adds what was executed to the coverage that the user wants */
void run_count_anew(struct machine *m); /* what was executed so far is another process's */
void run_count_before(struct machine *m, const char *name); /* a call of that function, which may end this program */

/* ---- leaks.c ----------------------------------------------------------------------------------------------------- */

/* At the end: an error when blocks are there that nothing leads to. */
void run_leaks(struct machine *m);

/* ---- ffi.c ------------------------------------------------------------------------------------------------------- */

void *run_closure(struct machine *m, struct func_code *fn); /* the host's address of a function of the program */
ffi_type *run_ffi_type(struct machine *m, cwi_id type);     /* NULL: it cannot be handed over */

/* ---- exit_functions.c -------------------------------------------------------------------------------------------- */

/* From here on the machine that runs ends its program where the library would end this process. */
void run_exits_begin(void);

/* ---- signals.c --------------------------------------------------------------------------------------------------- */

void run_signals_begin(struct machine *m);
void run_signals_end(struct machine *m);
struct machine *run_running(void); /* between the two; else NULL */
void run_signals_left(struct machine *m, const sigset_t *mask);
void run_pending_signals(struct machine *m); /* runs the handlers of signals that came */

#endif
