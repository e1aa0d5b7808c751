/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory of a run: objects in one region of the host's, and what is known beside their bytes. Private to the room.
 */
#ifndef CWOLF_RUN_MEMORY_H
#define CWOLF_RUN_MEMORY_H

#include "runtime/base/base.h"

/* A value of at most eight bytes. Integers are extended to 64 bits by their type's signedness; floating-point numbers
 * are their bits. */
struct val {
    uint64_t bits;
    uint32_t object; /* that a pointer was made from; 0: it is not known, its address says it */
    uint32_t undef;  /* bit i: byte i holds no value */
};

enum life { LIFE_NONE, LIFE_LIVE, LIFE_ENDED };
enum object_kind { OBJECT_GLOBAL, OBJECT_LOCAL, OBJECT_BLOCK, OBJECT_ALLOCA };
struct object {
    uint64_t base, size;
    uint8_t life, kind;
    bool is_const, is_aligned;         /* is_aligned: beyond GRANULE */
    uint32_t var;                      /* cwi_id; 0: a block */
    const struct cwi_stmt *made, *end; /* that allocated it, that freed it; NULL: another */
    bool is_kept, is_reached;          /* the library holds a pointer to it; leaks.c */
    bool may_be_larger;                /* what it stands for may be larger: the outside gave it */
};

enum { GRANULE = 16 };
struct memory {
    uint8_t *region;                   /* MEMORY_SIZE bytes */
    uint8_t *init;                     /* a bit for each byte */
    uint8_t *placed;                   /* likewise: it is part of an address; NULL: nobody asks */
    uint32_t *made_from;               /* of the pointer in each aligned word */
    uint32_t *owner;                   /* the object that each granule belongs to */
    uint64_t size;                     /* of the region */
    uint64_t stack, stack_end, top;    /* offsets: of the stack's end; of the first byte that no block ever had */
    uint64_t stack_most;               /* where the stack's end was at most, since run_memory_mark */
    struct VEC(struct object) objects; /* items[0] is none */
    struct VEC(uint32_t) ended;        /* objects whose numbers are used again, oldest first from `ended_from` */
    size_t ended_from;
    struct VEC(uint64_t) free_blocks[140]; /* by size class: offsets */
    struct VEC(uint32_t) quarantine;       /* ended blocks whose memory is not used yet */
    size_t quarantine_from;
    uint64_t quarantined;                                                           /* bytes */
    void (*copied)(void *context, uint8_t *to, const uint8_t *from, uint64_t size); /* after run_memory_copy; or NULL */
    void *context;
};

/* False: the system gives no such region. */
bool run_memory_begin(struct memory *m);
void run_memory_end(struct memory *m);

/* All that memory holds, so that it can go back there: while there is nothing but objects of static storage. */
struct memory_mark {
    uint64_t size, top, object_count; /* size: bytes of objects */
    uint8_t *bytes, *init, *placed;
    uint32_t *made_from, *owner;
    struct object *objects;
};
/* False: there is too much of it. What the mark holds is the arena's. */
bool run_memory_mark(struct memory *m, struct arena *a, struct memory_mark *mark);
void run_memory_go_back(struct memory *m, const struct memory_mark *mark);

/* From the beginning on, which bytes are parts of addresses is known. False: the system gives no memory for it. */
bool run_memory_track_places(struct memory *m);

static inline bool memory_has(const struct memory *m, uint64_t address)
{
    return address - (uint64_t)(uintptr_t)m->region < m->size;
}
static inline uint64_t memory_offset(const struct memory *m, const void *p)
{
    return (uint64_t)((const uint8_t *)p - m->region);
}

/* Zeroed memory of the host that costs what is touched of it; NULL: there is none. */
void *run_memory_reserve(uint64_t size);
/* A new object at an address of the region. Its bytes stay as they are. */
uint32_t run_memory_object(struct memory *m, const struct object *o);
/* A new block of the heap; its bytes hold no value. 0: there is no room. */
uint32_t run_memory_allocate(struct memory *m, uint64_t size, uint64_t align);
/* The object's life ends; a block's memory is used again some time later. */
void run_memory_finish(struct memory *m, uint32_t object, const struct cwi_stmt *where);
/* The object that an address lies in, or right behind; 0: none. */
uint32_t run_memory_owner(const struct memory *m, uint64_t address);
/* That a pointer leads to, wherever it points now. */
static inline uint32_t memory_object_of(const struct memory *m, struct val p)
{
    return p.object ? p.object : run_memory_owner(m, p.bits);
}

/* What is known of `size` bytes anywhere: outside of the region all have values. */
void run_memory_set_init(struct memory *m, const void *p, uint64_t size, bool has_value);
bool run_memory_is_init(const struct memory *m, const void *p, uint64_t size);
bool run_memory_is_placed(const struct memory *m, const void *p, uint64_t size); /* one of them is part of an address */
/* Words there that hold no pointer count as pointers made from an object. */
void run_memory_set_origin(struct memory *m, const void *p, uint64_t size, uint32_t object);
/* Pointers there may be moved by somebody who does not tell: from now on their addresses say what they lead to. */
void run_memory_forget_origins(struct memory *m, const void *p, uint64_t size);
/* The same, where they are moved already: what they lead to is looked up now, before they are moved on. */
void run_memory_find_origins(struct memory *m, const void *p, uint64_t size);
/* As memmove, with what is known of the bytes. */
void run_memory_copy(struct memory *m, void *to, const void *from, uint64_t size);

/* Of 1 to 8 bytes, in the host's order. */
struct val run_memory_load(const struct memory *m, const void *p, uint32_t size);
void run_memory_store(struct memory *m, void *p, uint32_t size, struct val v);

#endif
