/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * interface, private: the client, what the engine found about it, rounds, regions, words. interface.c puts them
 * together.
 */
#ifndef CWOLF_INTERFACE_PRIVATE_H
#define CWOLF_INTERFACE_PRIVATE_H

#include "runtime/check/choices.h"
#include "runtime/interface/interface.h"

/* ---- the client (client.c, client_conditions.c, client_code.c, arguments.c) -------------------------------------- */

/* One argument of an interface function. */
struct iface_argument {
    cwi_id type, param;           /* param: the variable of the function; 0: it has none */
    const struct cwi_expr *fixed; /* what is handed over; NULL: an input */
    struct note_interval range;   /* of the input */
    struct note_interval *kinds;  /* that cover the range, sorted; one at least, unless `fixed` or not an integer */
    uint32_t kind_count;
    bool is_part; /* the type has more values, that the library does not mean */
};
struct iface_function {
    cwi_id func;
    struct iface_argument *args;
    uint32_t arg_count;
    const struct cwi_expr *keeps;   /* where the result goes: a handle of the client; or NULL */
    const struct cwi_expr *is_null; /* whether the handle is null, or what it returned 0; or NULL */
    bool looks;                     /* the client sees whether it returned 0 */
    cwi_id result;                  /* the client's variable for the result that a condition names; or 0 */
    uint32_t first_call,
        call_count; /* its raw calls, in the order of their kinds, the last argument's changing first */
};
/* An object of the client, or a pointer to what a function of the library made. */
struct iface_object {
    cwi_id pointee, var;
    uint32_t turn;   /* the how manieth of its type that one function takes */
    bool is_pointer; /* `var` holds the address */
};
/* A raw call with values for its inputs: what surely follows from it surely follows from the raw call. */
struct iface_probe {
    uint32_t call;
    int64_t *values; /* one for each argument */
};
/* A cell of the library's state, and the classes of its values that are to be apart. */
struct iface_focus {
    const struct cwi_expr *cell;
    struct note_interval *values;
    uint32_t count;
};
struct iface_condition {
    const struct cwi_expr *expr;
    struct iface_function *about; /* NULL: every call */
};
enum iface_probing { IFACE_PROBE_NONE, IFACE_PROBE_ONE, IFACE_PROBE_FEW, IFACE_PROBE_MANY };
struct iface_client {
    struct arena *a; /* the program's */
    struct cwi_unit *u;
    cwi_id func;
    struct notes notes; /* what the engine must know of it */
    struct VEC(struct iface_function) functions;
    struct VEC(struct iface_object) objects;
    struct VEC(struct iface_condition) errors;
    struct VEC(const char *) assumptions;
    struct VEC(struct iface_probe) probes; /* numbered behind the raw calls */
    struct VEC(struct iface_focus) focus;
    const struct cwi_expr *initial;
    cwi_id zero;         /* the client's variable: the last call returned 0, and the client looks at that; or 0 */
    uint32_t call_count; /* raw calls: a function and a kind for each argument */
    uint32_t buffer;     /* elements of each buffer that is handed over */
};
/* Plans the calls of the interface functions and adds the client to the program, as its main. */
enum status iface_client_make(struct iface_client *c, struct cwi_unit *program, const struct notes *given,
                              const struct iface_options *options, struct diag *d);
/* Gives raw calls probes, as many as `wanted` says of each (enum iface_probing), and makes the client's code anew; with
 * `focus`, states at the loop's head are cut by the values of the library's variables. */
void iface_client_probe(struct iface_client *c, const uint8_t *wanted, bool focus, const struct notes *given);
bool iface_client_is_exported(const struct cwi_unit *u, const struct cwi_func *f);
void iface_client_free(struct iface_client *c);
struct note *iface_client_add_note(struct iface_client *c, enum note_kind kind);
/* The conditions of the options (client_conditions.c). */
enum status iface_client_add_conditions(struct iface_client *c, const struct iface_options *o, struct diag *d);
struct iface_naming {
    struct VEC(cwi_id) vars;
    cwi_id func; /* a function that is named, and is no result */
};
/* For cwi_expr_walk, of a struct iface_naming: what a condition names. */
bool iface_client_name_var(void *context, const struct cwi_expr *e);
/* Makes its code, anew if it has some (client_code.c). */
void iface_client_emit(struct iface_client *c);
/* The probes of a raw call (probes.c). */
void iface_client_add_probes(struct iface_client *c, uint32_t call, enum iface_probing how);
void iface_client_add_focus(struct iface_client *c, const struct notes *given);
/* Fills in the arguments of the functions (arguments.c). */
void iface_client_plan_arguments(struct iface_client *c);
/* The classes of the integer arguments, by what the library compares them with. */
void iface_client_plan_kinds(struct iface_client *c, const struct notes *given);
/* The integers that the library's state is made of: variables, and fields of structures, of the client's objects too.
 */
struct iface_cells {
    struct VEC(const struct cwi_expr *) list;
};
/* A variable that keeps something between calls, the client's own objects among them (region_words.c). */
bool iface_is_state(const struct iface_client *c, cwi_id var);
void iface_client_cells(const struct iface_client *c, struct iface_cells *out);
/* Which function a raw call is of, and the kind of each of its arguments. */
const struct iface_function *iface_client_call(const struct iface_client *c, uint32_t call, uint32_t *kinds);

/* The properties of a run, in this order; conditions that may serve as words follow. */
enum iface_property { PROP_HEAD, PROP_CALLED, PROP_CONDITION, PROP_ASSERT, PROP_MEMORY, PROP_DIVISION, PROP_WORDS };
extern const char iface_client_head[], iface_client_called[], iface_client_error[]; /* labels of its code */
extern const char iface_client_failure[]; /* the label of an exit with a status that is not 0 */

/* What is kept of cells by default (round_abstractions.c). */
const struct abs *iface_keep_pointers(struct arena *a);
/* Ranges between all the numbers that the library mentions; NULL: they are too many. */
const struct abs *iface_keep_ranges(struct arena *a, const struct iface_client *c);

/* ---- what a run found (summary.c) -------------------------------------------------------------------------------- */

enum { MOST_ARGUMENTS = 32 };

struct summary_edge {
    uint32_t from, call, to; /* macro states; to: SUMMARY_END, the program ends */
    bool must;
    bool is_null; /* the call surely returned a null handle */
};
#define SUMMARY_END (UINT32_MAX - 1)
struct summary_outcome {
    enum iface_outcome is;
    uint32_t first, count;  /* edges */
    struct graph_path path; /* to an error that is not sure */
};
struct summary {
    struct arena *arena;
    struct avm_model *model;
    uint32_t *states;                /* of the model's graph, for each macro state */
    uint32_t count, call_count, row; /* row: with probes */
    struct iface_probe *probes;      /* those of the client when it was run; it may have others by now */
    uint32_t *initial;               /* macro states */
    uint32_t initial_count;
    const char *lost;                 /* why not every macro state that the program begins with may be there; or NULL */
    struct summary_outcome *outcomes; /* [macro state * row + raw call or probe] */
    struct VEC(struct summary_edge) edges;
};
/* Takes the model. A path that the model does not follow to its end is an error that is not sure. */
void iface_summarise(struct summary *s, const struct iface_client *c, struct avm_model *m);
void iface_summary_free(struct summary *s);
/* Which macro states calls that are good, or not known to err, lead to. */
void iface_reach(const struct summary *s, bool through_undecided, uint8_t *reached);

static inline const struct summary_outcome *summary_outcome(const struct summary *s, uint32_t macro, uint32_t call)
{
    return &s->outcomes[(size_t)macro * s->row + call];
}

/* ---- regions (regions.c, result.c) ------------------------------------------------------------------------------- */

/* The class of each macro state that good calls lead to, UINT32_MAX for others; returns the number of classes. Classes
 * agree on the calls that are good; with `sequences` also on the classes that these lead to. */
uint32_t iface_regions_find(const struct summary *s, bool sequences, uint32_t *region);
/* Makes regions, calls and edges of the result, kinds merged where no region tells them apart. */
void iface_regions_report(const struct summary *s, const struct iface_client *c, const uint32_t *region, uint32_t count,
                          struct iface *out);

/* Words for the regions, over the library's cells (region_words.c). */
void iface_regions_name(const struct summary *s, const struct iface_client *c, const uint32_t *region,
                        struct iface *out);

/* The calls as events of rules (rules.c): what is merged into a call is known by the groups of its arguments' kinds. */
void iface_rules_describe(struct iface_call *call, const struct iface_client *c, const struct iface_function *f,
                          uint32_t *const *group, const uint32_t *kinds, struct arena *a);
void iface_rules_judge(const struct iface_client *c, struct iface *out);

/* Sets of regions, in which a sequence of calls may end (sets.c): bits. */
size_t iface_set_words(const struct iface *i);
void iface_set_initial(const struct iface *i, uint64_t *set);
/* What a call is from each region of the set; undecided: it is not the same from all. */
enum iface_outcome iface_set_outcome(const struct iface *i, const uint64_t *from, uint32_t call);
/* The same, and where a good one leads; a region in which the program has ended is left out. */
enum iface_outcome iface_set_step(const struct iface *i, const uint64_t *from, uint32_t call, uint64_t *to);
bool iface_set_any(const struct iface *i, const uint64_t *set);

/* A test suite in C (suite.c). */
void iface_make_suite(const struct summary *s, const struct iface_client *c, const struct iface_options *options,
                      const uint32_t *region, struct iface *out);

#endif
