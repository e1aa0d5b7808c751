/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Working states: the words of a state while a step runs, and the door through which they change.
 *
 * A state is a vector of words: program counter, context, result register, pending inputs, the slots of global cells,
 * the slots of the current function's cells. Slots hold value handles (values.h). Local temporaries that do not outlive
 * a code block stand behind the frame in the working state and never enter the store; behind them are the constants and
 * registers of flat code (flat.h).
 *
 * A pending input is a value that the environment has not been seen to choose yet: it may be resolved by the first test
 * or store that looks at it, as long as no label was emitted in between. Its bit in W_PENDING says so.
 *
 * Everybody reads s->w. It cannot be written: each change has a function here, which keeps W_PENDING in step.
 */
#ifndef CWOLF_AVM_WORK_H
#define CWOLF_AVM_WORK_H

#include "runtime/avm/memory/cells.h"

enum { W_PC, W_CTX, W_RESULT, W_PENDING, W_WORLD, W_HEAP, W_GLOBALS };
/* W_HEAP: a map (memory.h) with what is in no slot. */
/* W_WORLD: may the environment still choose every input? What scanf leaves unread is no digit, after the end of
 * standard input each stream function meets it again unless it was an error, and a program may become its own
 * environment (pt_world_disturbs). Where there was no memory for a block nothing of it is must any more. */
enum { WORLD_FREE, WORLD_SCANNED, WORLD_ENDED, WORLD_DISTURBED, WORLD_SHORT };
enum { WORLD_BITS = 3 }; /* above: how much of standard input a trial has read (trial.h) */
/* Bit 31: the result register; 1 to 29: temporaries; 30: the cell that is being stored. */
enum { RESULT_BIT = 31, FRESH_BIT = 30 };

enum { LABELS_MAX = 16 };
struct work {
    union {
        const vs *w;
        vs *door; /* the same words, for the functions below */
    };
    const struct cell *fresh; /* what it holds is the pending input FRESH_BIT; or NULL */
    bool partial;             /* may trap, may not return: no must edge */
    bool was_partial;         /* before the operation that is done now */
    bool lost;                /* a choice was made that abstraction lost */
    bool chose_input;
    uint32_t labels[LABELS_MAX];
    uint32_t label_count;
    const struct cwi_expr *blame;
    const struct cwi_stmt *stmt; /* the statement that made the choice, or the last one */
    int outcome;
    const char *chosen; /* by a trial, in words, or NULL */
    const char *error;  /* on the way to PC_ERROR: why nobody knows what the program does from here on */
    uint32_t from_line; /* line of the last statement, for exec rules */
    cwi_id from_file;
};

/* ---- cells ------------------------------------------------------------------------------------------------------- */

/* The pending bit that the cell has, if any. */
static inline uint32_t input_bit(const struct work *s, const struct cell *c)
{
    return c->pending_bit ? 1u << c->pending_bit : c == s->fresh ? 1u << FRESH_BIT : 0;
}

/* The cell holds another value, which its abstraction can hold (store_cell rounds). It is no input any more. */
static inline void set_cell(struct work *s, const struct cell *c, vs v)
{
    if (c->pending_bit)
        s->door[W_PENDING] &= ~(1u << c->pending_bit);
    s->door[c->slot] = v;
}

/* More is known of the value that the word holds, which stays the input that it was. */
static inline void refine_word(struct work *s, uint32_t i, vs v)
{
    s->door[i] = v;
}

/* By flat code, or by what repeats it, in a state without pending inputs: a register, or a slot whose abstraction can
 * hold the value. */
static inline void write_word(struct work *s, uint32_t i, vs v)
{
    s->door[i] = v;
}

/* Nobody reads the words from `i` to `end` before they are written. */
static inline void clear_words(struct work *s, uint32_t i, uint32_t end)
{
    while (i < end)
        s->door[i++] = VS_TOP;
}

static inline void clear_word(struct work *s, uint32_t i)
{
    s->door[i] = VS_TOP;
}

/* ---- words that are no cells ------------------------------------------------------------------------------------- */

static inline void set_pc(struct work *s, uint32_t pc)
{
    s->door[W_PC] = pc;
}

static inline void set_context(struct work *s, uint32_t ctx)
{
    s->door[W_CTX] = ctx;
}

/* What a call returned, which is no input unless add_pending says so. */
static inline void set_result(struct work *s, vs v)
{
    s->door[W_RESULT] = v;
    s->door[W_PENDING] &= ~(1u << RESULT_BIT);
}

static inline void set_pending(struct work *s, uint32_t bits)
{
    s->door[W_PENDING] = bits;
}

static inline void add_pending(struct work *s, uint32_t bits)
{
    s->door[W_PENDING] |= bits;
}

/* The environment has chosen these inputs by now, or nobody holds them. */
static inline void drop_pending(struct work *s, uint32_t bits)
{
    s->door[W_PENDING] &= ~bits;
}

static inline vs kind_of_world(const struct work *s)
{
    return s->w[W_WORLD] & ((1u << WORLD_BITS) - 1);
}

static inline void set_world(struct work *s, vs world)
{
    s->door[W_WORLD] = world;
}

static inline void set_heap(struct work *s, vs map)
{
    s->door[W_HEAP] = map;
}

/* ---- all words --------------------------------------------------------------------------------------------------- */

static inline struct work work_on(vs *words)
{
    return (struct work){.door = words};
}

/* `n` words of a state, of a frame or of another working state, from word `i` on. */
static inline void load_words(struct work *s, uint32_t i, const vs *words, size_t n)
{
    memcpy(s->door + i, words, n * sizeof *words);
}

/* Other words; returns those that it had. */
static inline vs *use_words(struct work *s, vs *words)
{
    vs *old = s->door;
    s->door = words;
    return old;
}

static inline void swap_words(struct work *a, struct work *b)
{
    a->door = use_words(b, a->door);
}

#endif
