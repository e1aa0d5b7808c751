/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory: objects whose cells have slots in the vector, and blocks, whose contents are a map in one word of it.
 * Private to the engine.
 *
 * A block is a sparse object: what its rest holds, and the cells that differ from it. The heap's blocks are blocks, and
 * so are variables that are too large for the vector, that hold unions, and locals of recursive functions whose
 * address is taken, of which each activation has its own.
 */
#ifndef CWOLF_AVM_MEMORY_H
#define CWOLF_AVM_MEMORY_H

#include "runtime/avm/eval.h"

/* ---- bytes.c ----------------------------------------------------------------------------------------------------- */

/* Bytes of an object, or the bits of a bit-field in them, seen as one value. */
struct span {
    uint64_t offset, size; /* bytes */
    uint8_t bit_pos, bit_width;
    struct vs_type t; /* no_type(): nothing is known of what stands there */
};
/* The bits `from` to `to` of an object, where a value stands whose lowest bit is at `bit`. */
struct piece {
    uint64_t bit, from, to;
    struct vs_type t;
    vs v;
};

static inline struct span span_of_byte(uint64_t offset)
{
    return (struct span){.offset = offset, .size = 1, .t = {VS_INT, 8, 0, VS_BOUNDED}};
}
static inline struct span span_of_cell(const struct cell *c)
{
    return (struct span){c->offset, c->size, c->bit_pos, c->bit_width, c->t};
}
uint64_t avm_span_first(const struct span *x); /* its first bit in the object, their number */
uint64_t avm_span_width(const struct span *x);
enum { PIECES_MAX = 64 }; /* in one access */
struct piece avm_piece_of(const struct span *x, vs v);

/* What is read there when the pieces, which do not overlap, are all that is known; VS_TOP when that is too little. */
vs avm_compose(struct avm *m, const struct span *x, const struct piece *pieces, size_t count, bool rest_is_zero);
/* What the cell holds after `v` was written to `x`, which overlaps it. */
vs avm_overlaid(struct avm *m, const struct span *cell, vs old, const struct span *x, vs v);
vs avm_zero(struct avm *m, struct vs_type t);
/* The integer that a machine holds as these bits. Of an unsigned type without bounds those with the first bit may stand
 * for a negative number: the compiler makes n + 4294967295 of n - 1. */
vs avm_pattern(struct avm *m, struct vs_type t, uint64_t bits);
vs avm_converted(struct avm *m, vs v, struct vs_type from, struct vs_type to); /* VS_TOP where that is not known */

/* ---- initial.c --------------------------------------------------------------------------------------------------- */

/* What an object of static storage holds before the program runs. */
vs avm_initial_value(struct avm *m, const struct cwi_var *v, const struct span *access);
map_id avm_initial_blocks(struct avm *m);

/* ---- block.c ----------------------------------------------------------------------------------------------------- */

enum { BLOCK_LIVE = 1, BLOCK_DEAD = 2 }; /* both: either */
enum { REST_ANY, REST_ZERO };            /* what is in no cell */
struct block {
    uint64_t size; /* bytes; CWI_UNKNOWN */
    uint8_t life, rest;
};

/* Whether the state holds the object as a block; then what is known of it. */
bool avm_block(const struct avm *m, const struct work *s, uint32_t object, struct block *b);
/* Its cells are gone when `clear`. */
void avm_set_block(struct avm *m, struct work *s, uint32_t object, const struct block *b, bool clear);
void avm_drop_block(struct avm *m, struct work *s, uint32_t object);
vs avm_block_read(struct avm *m, const struct work *s, uint32_t object, const struct span *x);
void avm_block_write(struct avm *m, struct work *s, uint32_t object, const struct span *x, vs v);
void avm_block_forget(struct avm *m, struct work *s, uint32_t object); /* its contents */
/* Of two states' blocks; `widen`: towards the end of a chain of joins; `give_up`: nothing is kept. */
map_id avm_join_blocks(struct avm *m, map_id a, map_id b, bool widen, bool give_up);

/* Calls `each` for the cells of the block that lie in `size` bytes from `offset`, wholly, in ascending order; false:
 * one lies there in part. */
typedef void block_cell(void *context, const struct span *cell, vs v);
bool avm_block_cells(const struct avm *m, const struct work *s, uint32_t object, uint64_t offset, uint64_t size,
                     block_cell *each, void *context);

/* ---- memory.c ---------------------------------------------------------------------------------------------------- */

/* The cell holds what its abstraction makes of the value. */
static inline void store_cell(struct avm *m, struct work *s, const struct cell *c, vs v)
{
    set_cell(s, c, avm_round(m, c, v));
}
vs avm_load(struct avm *m, struct work *s, const struct node *n);
/* False: the store is surely undefined, and m->trap says why. */
bool avm_store(struct avm *m, struct work *s, const struct target *to, vs v);
/* False: the memory is surely not there, and m->trap says why. */
bool avm_reach(struct avm *m, struct work *s, const struct target *place);
/* It is surely a constant: m->trap says so. */
bool avm_is_constant_place(struct avm *m, struct work *s, const struct target *to);
/* The one cell that a store surely goes to, or NULL. */
const struct cell *avm_sure_cell(struct avm *m, struct work *s, const struct target *to);
/* The cells that an access of `size` bytes at `offset` touches: index of the first, number. */
uint32_t avm_touched(const struct avm *m, const struct object *o, uint64_t offset, uint64_t size, uint32_t *count);
/* The one object that the pointer leads to unless it is null; VS_ABSOLUTE: there may be another. */
uint32_t avm_only_object(const struct avm *m, vs pointer);
/* At one place that exists. `sure`: that is where the store goes. */
vs avm_read(struct avm *m, struct work *s, uint32_t object, const struct span *x);
void avm_write(struct avm *m, struct work *s, uint32_t object, const struct span *x, vs v, bool sure);
/* Whether `size` bytes are at the place: 1; 0 surely not (m->trap says why); -1 it cannot be told. */
int avm_reaches(struct avm *m, struct work *s, vs pointer, struct vs_type t, uint64_t size); /* wherever it leads */
int avm_is_there(struct avm *m, struct work *s, uint32_t object, uint64_t offset, uint64_t size);
/* It may have come to its end: freed, or left by its function. */
bool avm_may_be_gone(struct avm *m, struct work *s, uint32_t object);

/* ---- forget.c ---------------------------------------------------------------------------------------------------- */

void avm_forget_object(struct avm *m, struct work *s, uint32_t object); /* a variable or a block */
void avm_forget_escaped(struct avm *m, struct work *s);
void avm_forget_pointee(struct avm *m, struct work *s, const struct node *pointer);
void avm_forget_written(struct avm *m, struct work *s, const struct cwi_stmt *call); /* whatever the call may write */
cwi_id avm_current_func(const struct avm *m, const struct work *s);                  /* 0: none */
void avm_forget_place(struct avm *m, struct work *s, const struct target *to); /* of which nothing else is known */

/* ---- transfer.c -------------------------------------------------------------------------------------------------- */

void avm_copy(struct avm *m, struct work *s, const struct op *op); /* OP_COPY, OP_ZERO */
/* A place in one object that a pointer surely leads to. */
struct mem_place {
    uint32_t object;
    uint64_t offset;
};
bool avm_is_block(const struct avm *m, uint32_t object); /* it is held as one, if at all */
/* The one place that the pointer leads to unless it is null; not in a summary. */
bool avm_only_place(const struct avm *m, vs pointer, struct vs_type t, struct mem_place *out);
/* With room for `size` bytes. Null is left out of account: a pointer that is followed is none. */
bool avm_sure_place(struct avm *m, struct work *s, const struct node *pointer, uint64_t size, struct mem_place *out);
/* `size` bytes; the two may overlap. */
void avm_move(struct avm *m, struct work *s, struct mem_place to, struct mem_place from, uint64_t size);
void avm_clear(struct avm *m, struct work *s, struct mem_place at, uint64_t size); /* to zero */
void avm_spoil(struct avm *m, struct work *s, struct mem_place at, uint64_t size); /* to any value */
/* Known bytes, written there one by one. */
void avm_write_bytes(struct avm *m, struct work *s, struct mem_place at, const void *bytes, uint64_t size);
/* Known bytes, `size` of them, or those up to the first zero and with it when `is_string`. Their number; 0: not all are
 * there and known. */
uint64_t avm_read_bytes(struct avm *m, struct work *s, struct mem_place at, uint64_t size, bool is_string, void *out);
/* An integer of which one value is known; NULL is none. */
bool avm_sure_number(struct avm *m, struct work *s, const struct node *n, uint64_t *x);

/* ---- aggregate.c: structures by value ---------------------------------------------------------------------------- */

/* Where an aggregate stands that is an argument or a result; NULL: `e` is none. */
const struct target *avm_whole(struct avm *m, const struct cwi_expr *e);
/* Whether the variable is one that such a value is kept in. */
bool avm_is_whole(const struct avm *m, cwi_id var);
/* Keeps what stands at `from` (NULL: nobody knows) as argument i, or as the result (0), while frames change. */
void avm_carry(struct avm *m, struct work *s, const struct target *from, uint32_t i);
/* What was kept goes to the variable, which may be in another frame, or nowhere. */
void avm_put(struct avm *m, struct work *s, cwi_id to, uint32_t i);
void avm_drop_passed(struct avm *m, struct work *s, uint32_t i);

/* ---- library.c, heap.c ------------------------------------------------------------------------------------------- */

/* Which function of the library a call is of, for avm_library; 0: none that it knows. */
uint8_t avm_library_of(const struct effect *e);
/* Does to memory what the function does, where that is known well enough, and sets *result. `at`: where the call
 * stands, for what goes on in a copy of the state, or NULL. 1: done; 0: not known well enough, nothing was done; -1:
 * surely undefined, m->trap says why. */
struct at;
int avm_library(struct avm *m, struct work *s, const struct op *op, const struct at *at, vs *result);
/* Names of blocks for calls that nothing more is known of. */
vs avm_unknown_block(struct avm *m, const struct cwi_stmt *site, struct vs_type t);
/* Whether it is a block that free takes. */
bool avm_is_heap_block(const struct avm *m, uint32_t object);
/* What the call may free, which is not known, may be dead. */
void avm_may_end(struct avm *m, struct work *s, const struct cwi_expr *pointer);

/* ---- allocate.c -------------------------------------------------------------------------------------------------- */

/* So many blocks of a site are held one by one, fewer where states are joined, since each of them grows by itself; the
 * last stands for all others. */
enum { BLOCKS_PER_SITE = 32, JOINED_PER_SITE = 6 };

static inline uint32_t block_of_site(uint32_t site, uint32_t i)
{
    return OBJECT_HEAP | (site * BLOCKS_PER_SITE + i);
}
/* Where a block comes from; NULL: it is no block of a site. */
static inline struct site *site_of_block(const struct avm *m, uint32_t object)
{
    uint32_t site = (object & OBJECT_ID) / BLOCKS_PER_SITE;
    return object > OBJECT_ID && object & OBJECT_HEAP && site < m->sites.count ? &m->sites.items[site] : NULL;
}

/* The number of an allocation's site: of a call, or of the local variable of which each activation has one. `abs`: how
 * the values in its blocks are rounded. */
uint32_t avm_site(struct avm *m, const void *site, const struct abs *abs);
/* A new block of the site; the object. The blocks of the site that nothing refers to are dropped. */
uint32_t avm_allocate(struct avm *m, struct work *s, uint32_t site, const struct block *b);
/* Drops the blocks that nothing refers to, so that states do not differ by them. Where leaks are asked for, none. */
void avm_collect(struct avm *m, struct work *s);
/* Names the blocks by the shape of the heap, in a successor of the state being stepped that has so many words; nothing
 * is done where names may not be changed (rename.c). */
void avm_rename_blocks(struct avm *m, struct work *s, uint32_t words);
/* CONTEXT_SUMMARY: a number, equal for equal sets, of the blocks that the saved frame leads to, and of those of
 * `outer`, such a number or 0: while the callee runs their names stand for nothing else. Who enters a context later
 * pins the same blocks, so names that were chosen in it stay right. */
uint32_t avm_pin(struct avm *m, const struct work *s, uint32_t outer, uint32_t frame);
/* The block is dead from here on, or may be. */
void avm_end_block(struct avm *m, struct work *s, uint32_t object, bool surely);
void avm_end_site(struct avm *m, struct work *s, uint32_t site, bool surely); /* all its blocks */
/* The object that a local variable is in the current activation. */
uint32_t avm_local_block(const struct avm *m, const struct work *s, cwi_id var);
/* The locals of a function that are blocks, when it is entered and when it returns. */
/* The life of a variable of an inner block ends, or begins anew. */
void avm_end_local(struct avm *m, struct work *s, cwi_id var);
void avm_begin_local(struct avm *m, struct work *s, cwi_id var);
void avm_enter_blocks(struct avm *m, struct work *s, const struct func_code *fn);
void avm_leave_blocks(struct avm *m, struct work *s, const struct func_code *fn);
/* Where a parameter is held as a block: parameter i gets the value. */
void avm_write_parameter(struct avm *m, struct work *s, cwi_id func, uint32_t i, vs v, struct vs_type t);
/* More than one concrete object. */
bool avm_is_summary(const struct avm *m, uint32_t object);

/* ---- leaks.c: for no-leak ---------------------------------------------------------------------------------------- */

/* Suspects each block that was not surely freed and that nothing surely leads to, in a state of the function. */
void avm_find_lost(struct avm *m, struct work *s, const struct func_code *fn);
/* A block is about to be dropped, since nothing leads to it. */
void avm_drop_lost(struct avm *m, struct work *s, uint32_t object);

#endif
