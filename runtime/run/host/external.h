/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls of functions without a body: what is done here, what the host's function is handed, and what it gave. Private
 * to the room.
 */
#ifndef CWOLF_RUN_EXTERNAL_H
#define CWOLF_RUN_EXTERNAL_H

#include "runtime/run/private.h"

/* ---- external.c -------------------------------------------------------------------------------------------------- */

/* A call of a function without a body: its arguments, evaluated. */
struct outcall {
    struct external *x;
    struct call_code *code;
    const struct instr *at;
    struct val *args;  /* of aggregates: where their bytes are */
    long double *wide; /* of those that are long double */
    uint32_t count;
    struct val result;
};
/* What the machine does itself. False: it is left to the host's function. */
typedef bool own_function(struct machine *m, struct outcall *c);

/* A function without a body, as it is to be called. */
struct external {
    cwi_id id;
    const struct cwi_func *f;
    const char *name; /* "memcpy" for __builtin_memcpy too */
    struct effect effect;
    own_function *own; /* or NULL */
    bool has_stand_in; /* the host's is another's, which does not get the first argument: run_stand_in */
    void *address;     /* run_external_address */
    bool is_looked_up;
};
/* Of the host's function, looked up when it is called first; NULL: there is none. */
void *run_external_address(struct external *x);
/* Finds out how to call a function; refuses where nothing is known. */
struct external *run_external(struct machine *m, struct func_code *fn);
/* The host's library may call the host's function, not what is done here in its place, and nothing outside shows it. */
bool run_is_handed_inside(const struct external *x);
/* Calls it with the arguments of the call in the current frame, and puts the result where it belongs. */
void run_call_external(struct machine *m, struct external *x, struct call_code *c, const struct instr *i);
/* What the table of effects demands, the host's function or what the log has of it, and what it gave: c->result. */
void run_call_host(struct machine *m, struct outcall *c);
/* A new block with what a block of the host's allocator holds, which is freed. */
struct val run_adopt(struct machine *m, void *block, uint64_t size, const struct cwi_stmt *made);
/* The host's function, with the arguments as they are now. */
void run_host_call(struct machine *m, struct outcall *c);
struct own_row {
    const char *name;
    own_function *own;
};
bool run_is_named(const char *const *names, size_t count, const char *name);            /* it is one of the names */
own_function *run_find_own(const struct own_row *rows, size_t count, const char *name); /* or NULL */
own_function *run_own_library(const char *name);
own_function *run_own_string(const char *name);
own_function *run_own_builtin(const char *name);
own_function *run_own_control(const char *name);
own_function *run_own_exit(const char *name);
own_function *run_own_signal(const char *name);
/* With has_world: signals with a handler may arrive when a call has returned that closes or frees something. */
void run_signals_after(struct machine *m, const struct outcall *c);
own_function *run_own_closed_signal(const char *name); /* of a closed run: what the program sends itself, no more */

/* ---- world.c ----------------------------------------------------------------------------------------------------- */

/* Of trials with has_world. */
own_function *run_own_world(const char *name); /* it fails, as it may, or works if an input says so; or NULL */

/* ---- environment.c ----------------------------------------------------------------------------------------------- */

bool run_get_variable(struct machine *m, struct outcall *c); /* getenv, of trials with has_world */

/* ---- exit_functions.c -------------------------------------------------------------------------------------------- */

/* The library's function that prints the message of one that ends the program, err, and gets all arguments but its
 * first one; NULL: it is none of these. */
const char *run_stand_in(const char *name);

/* ---- getopt.c ---------------------------------------------------------------------------------------------------- */

own_function *run_own_options(const char *name);
void run_options_begin(void); /* getopt's variables are as a program finds them */
bool run_is_option_variable(const char *name);

/* ---- inputs.c ---------------------------------------------------------------------------------------------------- */

bool run_input(struct machine *m, struct outcall *c); /* gives the next of the inputs */
struct val run_input_value(struct machine *m, struct shape t, struct run_input_from from, const struct effect *e);
uint8_t run_input_byte(struct machine *m, struct run_input_from from);
own_function *run_own_stdin(const char *name); /* what reads standard input takes them too */
/* The host's function has read what it wants of them. */
void run_given_end(struct machine *m, const struct outcall *c);
void run_given_close(struct machine *m); /* at the end of a run: standard input is the real one, at its beginning */

/* ---- entry_arguments.c ------------------------------------------------------------------------------------------- */

/* What a caller passes as a parameter; of an aggregate, a pointer to it. Inputs that lie in what pointers lead to are
 * taken. */
struct val run_argument(struct machine *m, cwi_id param);

/* ---- demands.c: what the table of effects says about a call ------------------------------------------------------ */

/* Before the call: pointers lead to what the function needs. Some lead to the bounce buffer from here on. */
struct written {
    uint32_t arg;
    uint64_t size;   /* UINT64_MAX: as far as the string goes that is there afterwards */
    int result_arg;  /* the size argument of which the result says how much was used; -1: none */
    uint64_t times;  /* of each unit of the result */
    uint64_t most;   /* room of a line, or of a text of which the result says how long it would be; 0: of neither */
    bool is_block;   /* a pointer to a new block */
    bool is_wide;    /* text of wide characters */
    struct val real; /* where the bytes go that are in the bounce buffer; bits 0: they are not there */
    struct val at;   /* where they are, of an argument in a va_list; bits 0: it is an argument of the call */
};
struct demands {
    struct written list[64];
    uint32_t count;
    uint64_t bounced; /* bytes of the buffer in use */
};
void run_demand(struct machine *m, struct outcall *c, struct demands *d);
/* A stream that the library follows is not null: it looks into it, whatever it is asked to do. Ends the run else. */
void run_demand_streams(struct machine *m, const struct outcall *c);
/* A part of the bounce buffer, of `size` bytes, takes the place of argument `i`; false: there is no room. */
bool run_bounce(struct machine *m, struct outcall *c, struct demands *d, uint32_t i, struct written *w, uint64_t size);
/* What the library may write without saying how much, behind pointers `depth` deep and at any later time: it counts as
 * written. */
void run_take_as_written(struct machine *m, struct val p, unsigned depth);
/* After it: what was written holds values. */
void run_demands_met(struct machine *m, struct outcall *c, struct demands *d);
/* Which streams and directories it closed, or opened. */
void run_note_closed(struct machine *m, const struct outcall *c);
/* The length of a string behind a pointer, at most `most` bytes looked at; an error where it does not end. */
uint64_t run_string(struct machine *m, struct val p, uint64_t most);
/* Likewise of characters of `unit` bytes, 1 or a wide character's; length and `most` count characters. */
uint64_t run_text(struct machine *m, struct val p, unsigned unit, uint64_t most);
/* How many bytes of the pointer's object there are from where it points; UINT64_MAX: it is not known. */
uint64_t run_room(struct machine *m, struct val p);

/* ---- demands_format.c -------------------------------------------------------------------------------------------- */

/* The arguments of the conversions in the format that argument number `format` is. */
void run_demand_formatted(struct machine *m, struct outcall *c, struct demands *d, uint32_t format, bool is_scan);
/* A va_list becomes one that the library can walk over. */
void run_demand_list(struct machine *m, struct val list);

/* ---- log.c ------------------------------------------------------------------------------------------------------- */

/* What the host's functions gave, so that a part of the run can be done again without them. */
struct run_log;
struct run_log *run_log_new(void); /* shared with the processes that are forked from here; NULL: no memory */
void run_log_free(struct run_log *l);
/* True: the call was done before; its result and what it wrote are there again. */
bool run_log_gives(struct machine *m, struct outcall *c);
void run_log_takes(struct machine *m, const struct outcall *c, const struct demands *d);
/* The same for a text that a function done here reads; n < 0: there was none. */
bool run_log_gives_text(struct machine *m, char **text, ssize_t *n);
void run_log_takes_text(struct machine *m, const char *text, ssize_t n);

/* ---- opened.c: files of trials with a world ---------------------------------------------------------------------- */

/* An input says whether the function does what it is called for. */
bool run_chooses_success(struct machine *m, const struct outcall *c);
/* fopen in a mode that C knows; false: it fails. */
bool run_open_file(struct machine *m, struct outcall *c, const char *path, const char *mode);
/* What was opened last is the stream that the rule watches, or the other one. */
void run_open_for_rule(struct machine *m, bool is_watched);
/* How many handles of the rule that are not the one that is watched may be open. */
uint32_t run_others_open(const struct machine *m);
/* The call, if it is about such a stream, or about an object that stands for one of a rule; false: it is not. */
bool run_call_opened(struct machine *m, struct outcall *c);
/* stat, or lstat; false: it fails. */
bool run_stat_file(struct machine *m, struct outcall *c, const char *path);
/* A file to be written, as an input says: 1: it is there from now on, *file is its number; 0: that fails; -1: it is
 * there already, and should be new. */
int run_create_file(struct machine *m, const struct outcall *c, const char *path, bool is_new, uint32_t *file);
/* A stream of the file, by a descriptor's number, becomes the result. */
void run_add_stream(struct machine *m, struct outcall *c, uint32_t file, int number, bool is_read);

/* ---- descriptors.c: of trials with has_world --------------------------------------------------------------------- */

int run_new_number(const struct machine *m); /* the lowest that is not in use */
/* open to write, fdopen in a mode that writes: false: it fails; what is not followed is refused. */
bool run_open_descriptor(struct machine *m, struct outcall *c, const char *path, int flags);
bool run_open_stream_of(struct machine *m, struct outcall *c);
bool run_close_descriptor(struct machine *m, struct outcall *c);
/* The first argument is the number of a file that is open to be written. */
bool run_has_written(struct machine *m, const struct outcall *c);
void run_world_end(struct machine *m); /* at the end of a run */

/* ---- lost.c: the stream that a rule watches ---------------------------------------------------------------------- */

/* It is opened by this call. */
void run_lost_begin(struct machine *m, const struct outcall *c);
/* The call may close it: then it is not lost. */
void run_lost_note(struct machine *m, const struct outcall *c);
/* When the program ends, and before its functions are left, main too: ends the run with RUN_LEAK if it is lost. */
void run_lost_end(struct machine *m);

#endif
