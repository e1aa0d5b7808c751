/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the library does to memory that the state holds: blocks come and go, bytes are moved with the values in them,
 * strings whose bytes are known are looked at as the real functions do. Where too little is known the table of effects
 * speaks (external.c).
 *
 * Sources: ISO C11, 7.22.3 and 7.24; the functions of strings are the host's own.
 */
#include "memory.h"
#include "step.h"

#include <stdlib.h>

enum library {
    LIB_NONE, LIB_ALLOCA, LIB_CALLOC, LIB_FREE, LIB_MALLOC, LIB_MEMCHR, LIB_MEMCMP, LIB_MEMCPY, LIB_MEMPCPY, LIB_MEMSET,
    LIB_REALLOC, LIB_STRCAT, LIB_STRCHR, LIB_STRCMP, LIB_STRCPY, LIB_STRDUP, LIB_STRLEN, LIB_STRNCMP, LIB_STRNCPY,
    LIB_STRRCHR, LIB_STRSTR
};
/* Ascending. */
static const struct {
    const char *name;
    enum library what;
} names[] = {
    {"__builtin_alloca_with_align", LIB_ALLOCA}, {"alloca", LIB_ALLOCA}, {"calloc", LIB_CALLOC}, {"free", LIB_FREE},
    {"malloc", LIB_MALLOC}, {"memchr", LIB_MEMCHR}, {"memcmp", LIB_MEMCMP}, {"memcpy", LIB_MEMCPY},
    {"memmove", LIB_MEMCPY}, {"mempcpy", LIB_MEMPCPY}, {"memset", LIB_MEMSET}, {"realloc", LIB_REALLOC},
    {"strcat", LIB_STRCAT}, {"strchr", LIB_STRCHR}, {"strcmp", LIB_STRCMP}, {"strcpy", LIB_STRCPY},
    {"strdup", LIB_STRDUP}, {"strlen", LIB_STRLEN}, {"strncmp", LIB_STRNCMP}, {"strncpy", LIB_STRNCPY},
    {"strrchr", LIB_STRRCHR}, {"strstr", LIB_STRSTR},
};

static int by_name(const void *key, const void *row)
{
    return strcmp(key, *(const char *const *)row);
}

uint8_t avm_library_of(const struct effect *e)
{
    const char *const *row =
        e->known && !e->from_note && e->name
            ? bsearch(e->name, names, sizeof names / sizeof *names, sizeof *names, by_name)
            : NULL;
    return row ? (uint8_t)names[(size_t)((const char *)row - (const char *)names) / sizeof *names].what : LIB_NONE;
}

struct lib_call {
    struct avm *m;
    struct work *s;
    const struct op *op;
    const struct call *call;
    const struct at *at;
    vs *result;
};

/* ---- arguments --------------------------------------------------------------------------------------------------- */

static bool number(const struct lib_call *c, uint32_t i, uint64_t *x)
{
    int64_t value;
    if (i >= c->call->arg_count || c->call->args[i]->t.kind != VS_INT)
        return false;
    struct vs_type t = c->call->args[i]->t;
    if (!vs_is_const(c->m->pool, t, avm_eval(c->m, c->s, c->call->args[i]), &value))
        return false;
    *x = (uint64_t)value;
    return true;
}

/* 1: the argument surely leads to one place with `size` bytes; 0: it is not known; -1: they are surely not there. */
static int place(const struct lib_call *c, uint32_t i, uint64_t size, struct mem_place *at)
{
    struct avm *m = c->m;
    if (i >= c->call->arg_count || c->call->args[i]->t.kind != VS_PTR)
        return 0;
    if (avm_sure_place(m, c->s, c->call->args[i], size, at))
        return 1;
    struct mem_place any;
    return avm_sure_place(m, c->s, c->call->args[i], 0, &any) && !avm_is_there(m, c->s, any.object, any.offset, size)
               ? -1
               : 0;
}

static vs pointer_to(const struct lib_call *c, uint32_t object, uint64_t offset)
{
    struct vs_type t = c->call->t.kind == VS_PTR ? c->call->t : (struct vs_type){VS_PTR, c->m->u->pointer_bits, 0};
    return vs_ptr(c->m->pool, t, object, vs_const(c->m->pool, vs_offset_type(t), (int64_t)offset));
}

static vs argument(const struct lib_call *c, uint32_t i)
{
    return avm_eval(c->m, c->s, c->call->args[i]);
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

vs avm_unknown_block(struct avm *m, const struct cwi_stmt *site, struct vs_type t)
{
    uint32_t summary = OBJECT_HEAP | (avm_site(m, site, m->heap_abs) * BLOCKS_PER_SITE + BLOCKS_PER_SITE - 1);
    return vs_ptr(m->pool, t, summary, vs_small(0));
}

/* A new block; the object. */
static uint32_t new_block(const struct lib_call *c, uint64_t size, bool is_zero)
{
    struct block b = {size, BLOCK_LIVE, is_zero ? REST_ZERO : REST_ANY};
    uint32_t site = avm_site(c->m, c->op->stmt, c->m->heap_abs);
    if (c->call->library == LIB_ALLOCA) {
        c->m->sites.items[site].stack_of = avm_current_func(c->m, c->s);
        c->m->has_alloca = true;
    }
    return avm_allocate(c->m, c->s, site, &b);
}

static int allocated(const struct lib_call *c, uint32_t object)
{
    struct vs_type t = c->call->t;
    if (t.kind != VS_PTR)
        return 1;
    vs p = pointer_to(c, object, 0);
    *c->result = c->call->library == LIB_ALLOCA ? p : vs_join(c->m->pool, t, vs_null(c->m->pool, t), p);
    return 1;
}

static int do_allocate(const struct lib_call *c)
{
    uint64_t size = CWI_UNKNOWN, count;
    if (!c->m->heap_abs || !c->op->stmt)
        return 0;
    bool known = number(c, 0, &size);
    if (c->call->library == LIB_CALLOC)
        known = number(c, 1, &count) && known && !__builtin_mul_overflow(size, count, &size);
    return allocated(c, new_block(c, known ? size : CWI_UNKNOWN, c->call->library == LIB_CALLOC));
}

static const char trap_free[] = "what is freed is no block of the heap, or was freed before";

static bool is_heap(const struct avm *m, uint32_t object)
{
    uint32_t site = (object & OBJECT_ID) / BLOCKS_PER_SITE;
    return object > OBJECT_ID && object & OBJECT_HEAP && site < m->sites.count && !m->sites.items[site].stack_of &&
           !m->sites.items[site].is_local;
}

/* Of a block that is surely the only one: 1 it can be freed, 0 it is not known, -1 surely not. */
static int is_free_able(const struct avm *m, const struct work *s, uint32_t object, uint64_t offset)
{
    struct block b;
    if (object > OBJECT_ID && object & OBJECT_FUNCTION)
        return -1;
    if (!is_heap(m, object))
        return object > OBJECT_ID ? 0 : -1;
    if (!avm_block(m, s, object, &b))
        return 0;
    return offset || b.life == BLOCK_DEAD ? -1 : b.life == BLOCK_LIVE;
}

static int do_free(const struct lib_call *c)
{
    struct avm *m = c->m;
    struct mem_place at;
    const struct node *pointer = c->call->args[0];
    if (!c->call->arg_count || pointer->t.kind != VS_PTR)
        return 0;
    vs p = argument(c, 0);
    if (p == vs_null(m->pool, pointer->t))
        return 1;
    at.object = avm_only_object(m, p);
    if (at.object == VS_ABSOLUTE || avm_is_summary(m, at.object))
        return 0;
    int64_t offset = 0;
    for (size_t i = 0; i < vs_ptr_targets(m->pool, p); i++)
        if (vs_ptr_object(m->pool, p, i) == at.object &&
            !vs_is_const(m->pool, vs_offset_type(pointer->t), vs_ptr_offsets(m->pool, p, i), &offset))
            return 0;
    int can = is_free_able(m, c->s, at.object, (uint64_t)offset);
    bool may_be_null = vs_ptr_targets(m->pool, p) > 1;
    m->trap = trap_free;
    if (can < 0 && may_be_null)
        return 0;
    if (can > 0) /* what malloc could not give is no block either */
        avm_end_block(m, c->s, at.object, true);
    return can;
}

void avm_may_end(struct avm *m, struct work *s, const struct cwi_expr *pointer)
{
    struct pt_set set = pt_may_point(m->points, avm_current_func(m, s), pointer);
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(m->points, set.objects[i]);
        uint32_t id;
        if (o.kind != PT_HEAP || !map64_get(&m->site_of, (uint64_t)(uintptr_t)o.site, &id))
            continue;
        for (uint32_t k = 0; k < BLOCKS_PER_SITE; k++)
            avm_end_block(m, s, OBJECT_HEAP | (id * BLOCKS_PER_SITE + k), false);
    }
}

/* When there is no memory null is returned, and the old block is still there: that state goes on by itself. */
static bool split_failure(const struct lib_call *c)
{
    struct avm *m = c->m;
    if (!c->at || m->cfg.merge != AVM_MERGE_NEVER || c->call->t.kind != VS_PTR || avm_give_up(m))
        return false;
    struct work *f = avm_fork(m, c->s);
    f->w[W_RESULT] = vs_null(m->pool, c->call->t);
    f->w[W_PENDING] &= ~(1u << RESULT_BIT);
    avm_chosen(f, false, NULL, c->op->stmt, -1);
    avm_chosen(c->s, false, NULL, c->op->stmt, -1);
    struct at next = *c->at;
    next.phase = PH_WRITTEN;
    next.rule = 0;
    avm_go(m, f, next);
    avm_drop(m, f);
    return true;
}

static int do_reallocate(const struct lib_call *c)
{
    struct avm *m = c->m;
    struct mem_place from, to = {0};
    struct block old;
    uint64_t size;
    if (!m->heap_abs || !c->op->stmt || c->call->arg_count < 2 || !number(c, 1, &size) || !size)
        return 0;
    if (argument(c, 0) == vs_null(m->pool, c->call->args[0]->t))
        return allocated(c, new_block(c, size, false));
    if (place(c, 0, 0, &from) != 1 || from.offset || is_free_able(m, c->s, from.object, 0) != 1 ||
        !avm_block(m, c->s, from.object, &old) || old.size == CWI_UNKNOWN)
        return 0;
    bool is_split = split_failure(c);
    to.object = new_block(c, size, false);
    if (!avm_is_summary(m, to.object))
        avm_move(m, c->s, to, from, size < old.size ? size : old.size);
    avm_end_block(m, c->s, from.object, is_split);
    allocated(c, to.object);
    if (is_split)
        *c->result = pointer_to(c, to.object, 0);
    return 1;
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

enum { MOST_BYTES = 4096 };

static const struct vs_type byte_type = {VS_INT, 8, 0};

/* Whether the byte is known. */
static bool read_byte(const struct lib_call *c, struct mem_place at, uint8_t *out)
{
    struct span x = {.offset = at.offset, .size = 1, .t = byte_type};
    vs v = avm_read(c->m, c->s, at.object, &x);
    *out = vs_is_small(v) ? (uint8_t)vs_small_value(v) : 0;
    return vs_is_small(v);
}

/* Bytes that are known, `size` of them, or those up to the first zero when `is_string`. Their number; 0: not known. */
static uint64_t read_bytes(const struct lib_call *c, uint32_t arg, uint64_t size, bool is_string, uint8_t *out)
{
    struct mem_place at;
    if (place(c, arg, is_string ? 1 : size, &at) != 1 || size > MOST_BYTES)
        return 0;
    for (uint64_t i = 0; i < size; i++, at.offset++) {
        if (avm_is_there(c->m, c->s, at.object, at.offset, 1) != 1 || !read_byte(c, at, &out[i]))
            return 0;
        if (is_string && !out[i])
            return i + 1;
    }
    return is_string ? 0 : size;
}

static void write_bytes(const struct lib_call *c, struct mem_place at, const uint8_t *bytes, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++) {
        struct span x = {.offset = at.offset + i, .size = 1, .t = byte_type};
        avm_write(c->m, c->s, at.object, &x, vs_small(bytes[i]), true);
    }
}

static int do_copy(const struct lib_call *c)
{
    struct mem_place to, from;
    uint64_t size;
    if (!number(c, 2, &size))
        return 0;
    int there = place(c, 0, size, &to), here = place(c, 1, size, &from);
    if (size && (there < 0 || here < 0))
        return -1;
    if (there <= 0 || here <= 0)
        return 0;
    avm_move(c->m, c->s, to, from, size);
    *c->result = c->call->library == LIB_MEMPCPY ? pointer_to(c, to.object, to.offset + size)
                                                 : pointer_to(c, to.object, to.offset);
    return 1;
}

/* The value of a cell all of whose bytes are `byte`. */
static vs repeated(struct avm *m, struct vs_type t, uint64_t byte)
{
    if (t.kind != VS_INT || t.bits > 64 || t.bits % 8)
        return VS_TOP;
    return vs_const(m->pool, t, (int64_t)(byte * (UINT64_MAX / 255)));
}

static void fill_cells(struct avm *m, struct work *s, struct mem_place at, uint64_t size, uint64_t byte)
{
    uint32_t count, first = avm_touched(m, &m->objects[at.object], at.offset, size, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct cell *cell = &m->cells.items[first + i];
        bool whole = !cell->bit_width && cell->offset >= at.offset && cell->offset + cell->size <= at.offset + size;
        avm_set_cell(s, cell, whole ? avm_round(m, cell, repeated(m, cell->t, byte)) : VS_TOP);
    }
}

static int do_fill(const struct lib_call *c)
{
    struct avm *m = c->m;
    struct mem_place at;
    uint64_t byte, size;
    if (!number(c, 2, &size))
        return 0;
    int there = place(c, 0, size, &at);
    if (there <= 0 && size)
        return there;
    bool known = number(c, 1, &byte);
    if (!size)
        return 0;
    if (known && !(byte & 255))
        avm_clear(m, c->s, at, size);
    else if (known && !avm_is_block(m, at.object))
        fill_cells(m, c->s, at, size, byte & 255);
    else if (known && size <= MOST_BYTES) {
        uint8_t bytes[MOST_BYTES];
        memset(bytes, (int)(byte & 255), size);
        write_bytes(c, at, bytes, size);
    } else
        avm_spoil(m, c->s, at, size);
    *c->result = pointer_to(c, at.object, at.offset);
    return 1;
}

/* ---- strings ----------------------------------------------------------------------------------------------------- */

static void set_number(const struct lib_call *c, int64_t x)
{
    if (c->call->t.kind == VS_INT)
        *c->result = vs_const(c->m->pool, c->call->t, x);
}

/* The sign of a comparison is all that is promised. */
static int set_order(const struct lib_call *c, int order)
{
    struct vs_type t = c->call->t;
    if (t.kind != VS_INT)
        return 1;
    *c->result = !order      ? vs_small(0)
                 : order < 0 ? vs_interval(c->m->pool, t, vs_type_min(t), -1)
                             : vs_interval(c->m->pool, t, 1, vs_type_max(t));
    return 1;
}

static int do_compare(const struct lib_call *c)
{
    uint8_t a[MOST_BYTES], b[MOST_BYTES];
    uint64_t size = MOST_BYTES;
    bool is_string = c->call->library != LIB_MEMCMP;
    if (c->call->library != LIB_STRCMP && !number(c, 2, &size))
        return 0;
    if (!size)
        return set_order(c, 0);
    uint64_t most = is_string ? MOST_BYTES : size;
    uint64_t na = read_bytes(c, 0, most, is_string, a), nb = read_bytes(c, 1, most, is_string, b);
    if (!na || !nb)
        return 0;
    return set_order(c, !is_string ? memcmp(a, b, size) : strncmp((char *)a, (char *)b, size));
}

static int do_search(const struct lib_call *c)
{
    uint8_t text[MOST_BYTES], other[MOST_BYTES];
    struct mem_place at;
    uint64_t byte = 0, size = MOST_BYTES;
    enum library what = c->call->library;
    if (what == LIB_STRSTR ? !read_bytes(c, 1, MOST_BYTES, true, other) : !number(c, 1, &byte))
        return 0;
    if (what == LIB_MEMCHR && (!number(c, 2, &size) || !size))
        return 0;
    uint64_t n = read_bytes(c, 0, size, what != LIB_MEMCHR, text);
    if (!n || place(c, 0, 1, &at) != 1 || c->call->t.kind != VS_PTR)
        return 0;
    const void *found = what == LIB_STRSTR    ? (const void *)strstr((char *)text, (char *)other)
                        : what == LIB_STRCHR  ? (const void *)strchr((char *)text, (int)byte)
                        : what == LIB_STRRCHR ? (const void *)strrchr((char *)text, (int)byte)
                                              : memchr(text, (int)byte, n);
    *c->result = found ? pointer_to(c, at.object, at.offset + (uint64_t)((const uint8_t *)found - text))
                       : vs_null(c->m->pool, c->call->t);
    return 1;
}

static int do_length(const struct lib_call *c)
{
    uint8_t text[MOST_BYTES];
    uint64_t n = read_bytes(c, 0, MOST_BYTES, true, text);
    if (n)
        set_number(c, (int64_t)n - 1);
    return n > 0;
}

/* strcpy, strcat, strncpy: what is written, and where in the first argument it begins. */
static int do_string_copy(const struct lib_call *c)
{
    uint8_t text[MOST_BYTES], old[MOST_BYTES];
    struct mem_place to;
    uint64_t size, skip = 0, n = read_bytes(c, 1, MOST_BYTES, true, text);
    enum library what = c->call->library;
    if (!n || (what == LIB_STRNCPY && (!number(c, 2, &size) || !size || size > MOST_BYTES)))
        return 0;
    if (what == LIB_STRNCPY) {
        for (uint64_t i = n; i < size; i++)
            text[i] = 0;
        n = size;
    }
    if (what == LIB_STRCAT && !(skip = read_bytes(c, 0, MOST_BYTES, true, old)))
        return 0;
    skip -= what == LIB_STRCAT;
    int there = place(c, 0, skip + n, &to);
    if (there <= 0)
        return there;
    *c->result = pointer_to(c, to.object, to.offset);
    to.offset += skip;
    write_bytes(c, to, text, n);
    return 1;
}

static int do_duplicate(const struct lib_call *c)
{
    uint8_t text[MOST_BYTES];
    uint64_t n = read_bytes(c, 0, MOST_BYTES, true, text);
    if (!n || !c->m->heap_abs || !c->op->stmt)
        return 0;
    struct mem_place to = {new_block(c, n, false), 0};
    if (!avm_is_summary(c->m, to.object))
        write_bytes(c, to, text, n);
    return allocated(c, to.object);
}

int avm_library(struct avm *m, struct work *s, const struct op *op, const struct at *at, vs *result)
{
    struct lib_call c = {m, s, op, op->call, at, result};
    if (!has_type(c.call->t) && c.call->t.kind != 255)
        return 0;
    switch ((enum library)c.call->library) {
    case LIB_ALLOCA: case LIB_CALLOC: case LIB_MALLOC:
        return do_allocate(&c);
    case LIB_FREE: return do_free(&c);
    case LIB_REALLOC: return do_reallocate(&c);
    case LIB_MEMCPY: case LIB_MEMPCPY:
        return do_copy(&c);
    case LIB_MEMSET: return do_fill(&c);
    case LIB_MEMCMP: case LIB_STRCMP: case LIB_STRNCMP:
        return do_compare(&c);
    case LIB_MEMCHR: case LIB_STRCHR: case LIB_STRRCHR: case LIB_STRSTR:
        return do_search(&c);
    case LIB_STRLEN: return do_length(&c);
    case LIB_STRCPY: case LIB_STRNCPY: case LIB_STRCAT:
        return do_string_copy(&c);
    case LIB_STRDUP: return do_duplicate(&c);
    default: return 0;
    }
}
