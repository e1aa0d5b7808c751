/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pointsto_private: the constraint graph of the points-to analysis.
 *
 * A node is something that holds values: a cell of an object, the result of a function (under the function's own
 * number), or an intermediate value. Its set is the locations that these values may point to.
 *
 * Cells. The bytes of an object are divided into cells: aligned words, except that all elements of an array share the
 * cells of the first (or one, where the elements are no whole words), and so do some unions. Each byte lies in exactly
 * one cell, so that any two accesses that share a byte share a cell, whatever their types. Objects without a declared
 * type (heap blocks) have aligned words, modulo a period once somebody walks through them in steps, and one cell from
 * where somebody sees an array without an end.
 *
 * Locations. A location is a place within an object: a byte, a stretch of bytes (an array of bytes: a pointer that was
 * formed by naming it stays in it), or anywhere in it. The location of an object's first byte has the object's own
 * number.
 *
 * PT_UNKNOWN in a set stands for every place of every escaped object, so that escaped sets are not copied about; the
 * node PT_UNKNOWN itself holds the escaped objects, and nothing flows out of it but PT_UNKNOWN.
 */
#ifndef CWOLF_POINTS_PRIVATE_H
#define CWOLF_POINTS_PRIVATE_H

#include "runtime/points/callgraph.h"
#include "runtime/base/gcd.h"

/* Instead of a node: the value carries no pointer; instead of a location: outside the object. */
#define PT_NONE UINT32_MAX
#define PT_END  UINT32_MAX /* length of a stretch that goes on to the end of its object */

struct pset VEC(uint32_t); /* ascending */
struct pt_ids VEC(uint32_t);

/* Objects of which neither type nor size is known: bytes beyond are not told apart. */
enum { PT_UNTYPED_BYTES = 1024, PT_PLACES_MAX = 64 /* as many are looked at one by one */ };

/* ---- types ------------------------------------------------------------------------------------------------------- */

/* A stretch of a type's bytes that is not simply words. */
struct pt_piece {
    uint64_t start, end;             /* UINT64_MAX: no end is known */
    uint64_t stride;                 /* an array of whole words; 0: all bytes share the cell of the first */
    const struct pt_layout *element; /* of the array */
};
struct pt_layout {
    uint64_t size;
    const struct pt_piece *pieces; /* ascending */
    uint32_t count;
};

/* ---- nodes and memory -------------------------------------------------------------------------------------------- */

/* Which bytes are read or written, from where a pointer points: `size` at offset + i * stride for each i < count. */
struct pt_access {
    int64_t offset;
    uint64_t size, stride, count;
    bool is_whole; /* whatever the pointer can be moved to */
    bool is_piece; /* of something narrower than a pointer */
};
/* How a pointer is moved: by offset + i * stride for each i < count, or any i at all (count 0). A `length` makes it a
 * pointer into the stretch that begins there. */
struct pt_shift {
    int64_t offset;
    uint64_t stride, count, length;
    bool is_path; /* it follows fields of a type; else it is arithmetic on the pointer */
};
struct pt_transfer { /* a load, a store or a shift through a node's pointers */
    uint32_t node;
    uint32_t index; /* of pt->accesses or pt->shifts */
    bool is_store;  /* what the node holds flows to there; else from there to the node */
};
struct pt_node {
    uint32_t leader; /* union-find: nodes of a cycle are one */
    struct pset set;
    struct pset fresh;                               /* part of `set` that was not passed on yet */
    struct pt_ids copies, calls;                     /* set flows to; indices of calls through it */
    struct VEC(struct pt_transfer) accesses, shifts; /* *this flows to or gets; this, moved, flows to */
    bool queued;
    bool is_anything; /* it held too many places: PT_UNKNOWN stands for them, and they escaped */
};
struct pt_location {
    uint32_t object; /* its own number for the first byte */
    uint32_t offset;
    uint32_t length; /* 0: this byte exactly */
};
struct pt_cell {
    uint64_t offset;
    uint32_t node;
};
struct pt_memory { /* of an object that is not a function */
    uint32_t object;
    const struct pt_layout *layout; /* NULL: nothing is known about its type */
    uint64_t size;                  /* UINT64_MAX: not known */
    uint64_t period;                /* offsets count modulo this; 0: no period */
    uint64_t tail;  /* without a type: from here on all bytes have one cell; UINT64_MAX: there is no such place */
    bool is_single; /* one cell and one location */
    bool is_guess;  /* of a block, the type is what it is used as, and there may be several of them, or more behind */
    bool has_escaped, is_addressed;
    /* Nodes that flow to every cell, and that every cell flows to; PT_NONE while nobody needs them. */
    uint32_t in, out;
    struct VEC(struct pt_cell) cells;
};

/* A call that waits for its targets. */
struct pt_call {
    cwi_id func;
    const struct cwi_stmt *stmt;
    uint32_t result; /* node, or PT_NONE when nobody wants it */
    uint32_t *args;  /* nodes; PT_NONE: no pointer */
    uint32_t arg_count;
    uint32_t all;        /* node of all arguments together */
    bool is_callback;    /* made by an external function: every parameter gets `all` */
    uint32_t callee_arg; /* which of the arguments is called back */
};

struct pt_wrapper { /* of a function */
    bool is_known;
    const struct cwi_stmt *call; /* pt_wrapped_call */
};

struct pt_closed { /* a set, and all that can be reached from it */
    struct pt_set from, to;
};
struct pt {
    const struct cwi_unit *unit;
    const struct notes *notes;
    struct arena *arena;
    struct VEC(struct pt_node) nodes;
    struct VEC(struct pt_location) locations; /* those of variables and functions first */
    struct VEC(struct pt_memory) memories;    /* by memory_of - 1 */
    struct pt_ids memory_of;                  /* by object; 0: none yet */
    uint32_t outside;                         /* node: what the program sends out, as bytes or as text */
    struct map64 location_at, stretch_at;     /* object and offset; location and length */
    struct map64 cell_at;                     /* memory and word -> node */
    struct map64 strides;                     /* temporary -> what its value is a multiple of */
    const struct pt_layout **layouts;         /* by type */
    struct VEC(struct pt_access) accesses;
    struct VEC(struct pt_shift) shifts;
    struct VEC(struct pt_call *) pending;
    struct pt_ids work, new_funcs;
    bool gave_up;                /* some node is_anything */
    size_t work_done;            /* items of `work` that were taken out */
    struct map64 edges;          /* source and target */
    struct map64 address;        /* location -> node that points to it alone */
    struct pt_ids addressed;     /* objects whose address is taken */
    struct map64 values;         /* expression -> its node */
    struct map64 site_of_call;   /* statement -> object */
    struct map64 wrapped;        /* call of a function that allocates, and that function -> object */
    struct map64 linked;         /* call and function: done */
    struct pt_wrapper *wrappers; /* by function */
    struct map64 closure_of;     /* hash of a set -> index of `closures` */
    struct VEC(struct pt_closed) closures;
    struct map64 answers; /* expression -> index of `sets` */
    struct VEC(struct pt_set) sets;
    struct map64 sites; /* object -> index of `heap` */
    struct VEC(struct pt_object) heap;
    uint32_t left_there[3];     /* nodes of what the program stored at absolute addresses, in the library's memory, and
                                 * in the environment's */
    uint32_t environment_lists; /* node: lists of strings of the environment */
    uint32_t environment;       /* node: the strings that getenv may find */
    uint32_t handlers; /* node: the handlers that the program sets for signals, and what lies in their sigactions */
    uint32_t first_dynamic;                  /* objects and nodes below are those of variables and functions */
    struct effect **effects;                 /* by function */
    cwi_id *body_of;                         /* by function: itself, or what it is an alias of */
    bool *reached, *touched;                 /* by function; by variable */
    bool is_main, runs_data;                 /* the entry is main: it gets strings only; memory may be executed */
    bool assumed_types;                      /* a function was left out because its type does not fit a call */
    bool is_open, is_everything;             /* visible variables escaped; everything whose address is taken did */
    uint64_t steps, steps_to_cycles, effort; /* effort: since the budget was asked */
    const struct budget *budget;
    bool is_stopped;
    struct pt_set escaped;
    struct callgraph *graph;
    struct pt_set *mod, *ref; /* by component */
};

/* sets */
bool pt_pset_has(const struct pset *s, uint32_t x);
bool pt_pset_add(struct pset *s, uint32_t x);
void pt_pset_merge(struct pset *s, const uint32_t *items, size_t count);
/* Adds what lies in an object; PT_UNKNOWN stands for all that escaped. */
void pt_add_contents(struct pt *pt, pt_id object, struct pset *out);

/* layouts: what is known from types */
uint64_t pt_word(const struct pt *pt);
const struct pt_layout *pt_layout_of(struct pt *pt, cwi_id type);
/* The byte that stands for this one. */
uint64_t pt_canonical(const struct pt_layout *l, uint64_t offset);
/* The stretch of bytes with one cell that the byte lies in; how far in it is into *into. NULL: there is none. */
const struct pt_piece *pt_lump_at(const struct pt_layout *l, uint64_t offset, uint64_t *into);
/* Whether `offset`, offset + stride, ... (`count` times) stand for one byte. */
bool pt_repeats(const struct pt_layout *l, uint64_t offset, uint64_t stride, uint64_t count);
/* The bytes that all those which `offset` stands for are moved to. False: those are too many. */
bool pt_moved(const struct pt_layout *l, uint64_t offset, int64_t by, struct pt_ids *out);
/* What the places of one byte in the array around it are multiples of; 0: it stands for itself, 1: they are not so
 * regular. */
uint64_t pt_step_at(const struct pt_layout *l, uint64_t offset);
/* The byte is in an array at the end of the type: of a block, what is behind may be more of it. */
bool pt_is_at_end(const struct pt_layout *l, uint64_t offset, uint64_t word);
/* The bytes from this one to the end of the element of the innermost array around it; UINT64_MAX: there is none. */
uint64_t pt_room_at(const struct pt_layout *l, uint64_t offset);

/* memory: objects, their cells and locations */
struct pt_memory *pt_memory_of(struct pt *pt, uint32_t object); /* valid until another object is asked for first */
/* It keeps its initialiser: string literals and what is defined const. */
bool pt_is_constant(const struct pt *pt, uint32_t object);
/* The node of the cell with a byte of a variable, for initialisers. */
uint32_t pt_cell_at(struct pt *pt, uint32_t object, uint64_t offset);
/* The node that every cell flows to, or that flows to every cell. */
uint32_t pt_all_cells(struct pt *pt, uint32_t object, bool for_store);
static inline uint32_t pt_object_at(const struct pt *pt, uint32_t location)
{
    return pt->locations.items[location].object;
}
uint32_t pt_new_object(struct pt *pt);
void pt_bound(struct pt *pt, uint32_t object, uint64_t size); /* a block has no more bytes */
/* A new block of so many bytes (0: that is not known), which are one or several objects of the type. */
void pt_give_type(struct pt *pt, uint32_t object, cwi_id type, uint64_t size);
/* The byte is in an array that may have more elements than its type says. */
bool pt_may_go_on(const struct pt *pt, const struct pt_memory *m, uint64_t at);
/* Neither a type nor a size is known. */
static inline bool pt_is_boundless(const struct pt_memory *m)
{
    return !m->layout && m->size == UINT64_MAX;
}
/* From now on offsets count modulo `period` as well. */
void pt_set_period(struct pt *pt, struct pt_memory *m, uint64_t period);
/* Where the byte at `offset` is after a move, as far as it stays inside. False: it may be anywhere. */
bool pt_byte_moved(const struct pt_memory *m, uint64_t offset, int64_t by, struct pt_ids *out);
/* The nodes that an access from a location reaches, for a load or a store.
 *
 * What lies outside of the program is not copied from there in pieces: a byte read there carries what the program
 * stored there, but for pointers to the memory of the library and of the environment. Otherwise every character that
 * comes from outside would be a piece of a pointer. */
void pt_cells(struct pt *pt, uint32_t location, const struct pt_access *a, bool for_store, struct pt_ids *out);

/* places: locations */
void pt_shifted(struct pt *pt, uint32_t location, const struct pt_shift *s, struct pset *out);

static inline bool pt_is_theirs(uint32_t object)
{
    return object == PT_LIBRARY || object == PT_ARGS;
}
/* The same, or a string that stands for one of the program's arguments. */
bool pt_is_given(const struct pt *pt, uint32_t object);
/* Not of the program: what is stored there is in its left_there as well. */
static inline bool pt_is_outside(uint32_t object)
{
    return object == PT_DEVICE || pt_is_theirs(object);
}
static inline uint32_t pt_left_there(const struct pt *pt, uint32_t outside)
{
    return pt->left_there[outside - PT_DEVICE];
}
static inline bool pt_is_left_there(const struct pt *pt, uint32_t node)
{
    return node == pt->left_there[0] || node == pt->left_there[1] || node == pt->left_there[2];
}
/* Somebody else may use what is left there: a device, code that is not known, or who calls the entry. The library hands
 * it to functions that it calls (call_back), and follows no pointer that it was not handed. */
static inline bool pt_may_be_taken(const struct pt *pt, uint32_t left_there)
{
    return left_there == pt->left_there[0] || pt->is_open || !pt->is_main;
}

/* solving */
uint32_t pt_leader(struct pt *pt, uint32_t node);
uint32_t pt_new_node(struct pt *pt);
void pt_unite(struct pt *pt, uint32_t a, uint32_t b);
void pt_add_items(struct pt *pt, uint32_t node, const uint32_t *items, size_t count);
void pt_add_item(struct pt *pt, uint32_t node, uint32_t location);
void pt_copy(struct pt *pt, uint32_t from, uint32_t to); /* to gets what from has */
/* `to` gets what lies where the pointer points. */
void pt_load(struct pt *pt, uint32_t pointer, const struct pt_access *a, uint32_t to);
void pt_store(struct pt *pt, uint32_t pointer, const struct pt_access *a, uint32_t from);
void pt_shift(struct pt *pt, uint32_t pointer, const struct pt_shift *s, uint32_t to);
void pt_call_through(struct pt *pt, uint32_t pointer, struct pt_call *call);
void pt_solve(struct pt *pt);

/* paths: lvalues */
/* It lies at an absolute address that is named: where a device is, whatever number it has. */
bool pt_follows_constant(const struct cwi_expr *lvalue);
uint32_t pt_lvalue_value(struct pt *pt, const struct cwi_expr *lvalue);
uint32_t pt_address_value(struct pt *pt, const struct cwi_expr *lvalue);
void pt_assign(struct pt *pt, const struct cwi_expr *lhs, uint32_t value);
void pt_assign_whole(struct pt *pt, const struct cwi_expr *lhs, const struct cwi_expr *rhs); /* structures too */

/* values: expressions */
/* The node of its value, PT_NONE when it carries no pointer. */
uint32_t pt_value_of(struct pt *pt, const struct cwi_expr *e);
uint32_t pt_sum(struct pt *pt, uint32_t pointer, const struct cwi_expr *by, bool is_negative); /* pointer plus bytes */
uint32_t pt_both(struct pt *pt, uint32_t a, uint32_t b);
uint32_t pt_loaded(struct pt *pt, uint32_t pointer);         /* whatever lies in the objects it points into */
uint32_t pt_moved_anywhere(struct pt *pt, uint32_t pointer); /* a pointer into what it points into */
/* Node that points to it alone; its object's address is taken. */
uint32_t pt_address(struct pt *pt, uint32_t location);
void pt_find_strides(struct pt *pt, const struct cwi_func *f);

/* Whether the variable is among these of the library, "optarg optind". Where the program defines one, the library uses
 * that. */
bool pt_is_among(const struct pt *pt, cwi_id var, const char *names);
static inline bool pt_changes_environment(const char *names)
{
    return strstr(names, "environ") != NULL;
}
/* What lists of strings of the environment may lie in. */
struct pt_set pt_environment_lists(struct pt *pt);

/* constraints of code */
/* `target`: an object that a called pointer points to. */
void pt_link(struct pt *pt, struct pt_call *call, uint32_t target);
void pt_escape(struct pt *pt, uint32_t object);                             /* it is new among the escaped */
void pt_called_from_outside(struct pt *pt, cwi_id func, uint32_t argument); /* all its arguments point to `argument` */
void pt_unknown_extra(struct pt *pt, const struct cwi_func *f);
void pt_constrain(struct pt *pt, cwi_id func);
void pt_reach(struct pt *pt, cwi_id func);
void pt_touch(struct pt *pt, cwi_id var);
void pt_open_world(struct pt *pt);
void pt_lose_sight(struct pt *pt);
void pt_constrain_call(struct pt *pt, cwi_id func, const struct cwi_stmt *s);
/* The call in the function whose new block is all that the function returns, and that it does nothing else with but
 * compare it with null; NULL: it is no such function. */
const struct cwi_stmt *pt_wrapped_call(struct pt *pt, cwi_id func);
/* The bytes that malloc or calloc is asked for in this call of such a function; 0: that is not known. */
uint64_t pt_wrapped_size(struct pt *pt, cwi_id func, const struct cwi_stmt *call);
/* In pt->wrapped: a call of such a function. */
static inline uint64_t pt_wrapped_key(const struct cwi_stmt *call, cwi_id func)
{
    return hash_u64((uintptr_t)call) ^ func;
}
const struct effect *pt_effect(struct pt *pt, cwi_id func);

/* What an expression's value may carry. */
bool pt_carries(const struct cwi_unit *u, const struct cwi_expr *lvalue);
bool pt_is_wide(const struct cwi_unit *u, const struct cwi_expr *e); /* pointer, aggregate, integer of pointer width */
bool pt_is_wide_type(const struct cwi_unit *u, cwi_id type);
const struct cwi_expr *pt_base(const struct cwi_expr *lvalue);
cwi_id pt_direct(const struct cwi_expr *callee); /* the function that is named, or 0 */
cwi_id pt_var_alias(const struct pt *pt, cwi_id var);

static inline bool pt_is_func(const struct pt *pt, uint32_t object)
{
    uint32_t first = PT_FIRST + (uint32_t)pt->unit->vars.count - 1;
    return object >= first && object < pt->first_dynamic;
}
static inline bool pt_is_var(const struct pt *pt, uint32_t object)
{
    return object >= PT_FIRST && object < PT_FIRST + (uint32_t)pt->unit->vars.count - 1;
}
static inline cwi_id pt_func_id(const struct pt *pt, uint32_t object)
{
    return object - PT_FIRST - ((uint32_t)pt->unit->vars.count - 1) + 1;
}

/* Whether the call through a pointer can be meant for the function; direct calls always. */
bool pt_fits(struct pt *pt, const struct cwi_stmt *call, cwi_id func);
/* The same for what an external function calls back, its argument i. */
bool pt_fits_callback(struct pt *pt, const struct cwi_stmt *call, uint32_t i, cwi_id func);
bool pt_fits_handler(struct pt *pt, cwi_id func);
/* Whether a called pointer that points there leads to code outside the program. */
bool pt_is_outside_code(const struct pt *pt, uint32_t object);
void pt_find_data_run(struct pt *pt);
/* What an external function remembers from earlier calls. */
struct pt_set pt_remembered(struct pt *pt, cwi_id func);
/* Everything that a call may execute next: direct, through a pointer, or called back. */
void pt_callees(struct pt *pt, cwi_id func, const struct cwi_stmt *call, struct pset *funcs, bool *unknown,
                bool *calls_back);

#endif
