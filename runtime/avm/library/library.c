/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the library does to memory that the state holds: blocks come and go (heap.c), bytes are moved with the values in
 * them, strings whose bytes are known are looked at as the real functions do. Where too little is known the table of
 * effects speaks (external.c).
 *
 * Sources: ISO C11, 7.24; the functions of strings are the host's own.
 */
#include "demands.h"

#include <stdlib.h>

/* Ascending. */
static const struct {
    const char *name;
    enum library what;
} names[] = {
    {"__builtin_alloca_with_align", LIB_ALLOCA},
    {"alloca", LIB_ALLOCA},
    {"calloc", LIB_CALLOC},
    {"free", LIB_FREE},
    {"malloc", LIB_MALLOC},
    {"memchr", LIB_MEMCHR},
    {"memcmp", LIB_MEMCMP},
    {"memcpy", LIB_MEMCPY},
    {"memmove", LIB_MEMMOVE},
    {"mempcpy", LIB_MEMPCPY},
    {"memset", LIB_MEMSET},
    {"realloc", LIB_REALLOC},
    {"snprintf", LIB_SNPRINTF},
    {"sprintf", LIB_SPRINTF},
    {"strcat", LIB_STRCAT},
    {"strchr", LIB_STRCHR},
    {"strcmp", LIB_STRCMP},
    {"strcpy", LIB_STRCPY},
    {"strdup", LIB_STRDUP},
    {"strlen", LIB_STRLEN},
    {"strncmp", LIB_STRNCMP},
    {"strncpy", LIB_STRNCPY},
    {"strrchr", LIB_STRRCHR},
    {"strstr", LIB_STRSTR},
};

static int by_name(const void *key, const void *row)
{
    return strcmp(key, *(const char *const *)row);
}

uint8_t avm_library_of(const struct effect *e)
{
    const char *const *row = e->known && !e->from_note && e->name
                                 ? bsearch(e->name, names, sizeof names / sizeof *names, sizeof *names, by_name)
                                 : NULL;
    return row ? (uint8_t)names[(size_t)((const char *)row - (const char *)names) / sizeof *names].what : LIB_NONE;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

bool avm_lib_number(const struct lib_call *c, uint32_t i, uint64_t *x)
{
    return i < c->call->arg_count && avm_sure_number(c->m, c->s, c->call->args[i], x);
}

int avm_lib_place(const struct lib_call *c, uint32_t i, uint64_t size, struct mem_place *at)
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

vs avm_lib_pointer(const struct lib_call *c, uint32_t object, uint64_t offset)
{
    struct vs_type t =
        c->call->t.kind == VS_PTR ? c->call->t : (struct vs_type){VS_PTR, c->m->u->pointer_bits, 0, VS_BOUNDED};
    return vs_ptr(c->m->pool, t, object, vs_const(c->m->pool, vs_offset_type(t), (int64_t)offset));
}

vs avm_lib_argument(const struct lib_call *c, uint32_t i)
{
    return avm_eval(c->m, c->s, c->call->args[i]);
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

enum { MOST_BYTES = 4096 };

/* Of what the argument points to, like avm_read_bytes. */
static uint64_t read_bytes(const struct lib_call *c, uint32_t arg, uint64_t size, bool is_string, uint8_t *out)
{
    struct mem_place at;
    return size <= MOST_BYTES && avm_lib_place(c, arg, is_string ? 1 : size, &at) == 1
               ? avm_read_bytes(c->m, c->s, at, size, is_string, out)
               : 0;
}

static int do_copy(const struct lib_call *c)
{
    struct mem_place to, from;
    uint64_t size;
    if (!avm_lib_number(c, 2, &size))
        return 0;
    int there = avm_lib_place(c, 0, size, &to), here = avm_lib_place(c, 1, size, &from);
    if (size && (there < 0 || here < 0))
        return -1;
    if (there <= 0 || here <= 0)
        return 0;
    if (c->call->library != LIB_MEMMOVE && to.object == from.object && to.offset != from.offset &&
        to.offset < from.offset + size && from.offset < to.offset + size) {
        c->m->trap = &avm_trap_overlap;
        return -1;
    }
    avm_move(c->m, c->s, to, from, size);
    *c->result = avm_lib_pointer(c, to.object, to.offset + (c->call->library == LIB_MEMPCPY ? size : 0));
    return 1;
}

/* The value of a cell all of whose bytes are `byte`. */
static vs repeated(struct avm *m, struct vs_type t, uint64_t byte)
{
    if (t.kind != VS_INT || t.bits > 64 || t.bits % 8)
        return VS_TOP;
    return avm_pattern(m, t, byte * (UINT64_MAX / 255));
}

static void fill_cells(struct avm *m, struct work *s, struct mem_place at, uint64_t size, uint64_t byte)
{
    uint32_t count, first = avm_touched(m, &m->objects[at.object], at.offset, size, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct cell *cell = &m->cells.items[first + i];
        bool whole = !cell->bit_width && cell->offset >= at.offset && cell->offset + cell->size <= at.offset + size;
        store_cell(m, s, cell, whole ? repeated(m, cell->t, byte) : VS_TOP);
    }
}

static int do_fill(const struct lib_call *c)
{
    struct avm *m = c->m;
    struct mem_place at;
    uint64_t byte, size;
    if (!avm_lib_number(c, 2, &size))
        return 0;
    int there = avm_lib_place(c, 0, size, &at);
    if (there <= 0 && size)
        return there;
    bool known = avm_lib_number(c, 1, &byte);
    if (!size)
        return 0;
    if (known && !(byte & 255))
        avm_clear(m, c->s, at, size);
    else if (known && !avm_is_block(m, at.object))
        fill_cells(m, c->s, at, size, byte & 255);
    else if (known && size <= MOST_BYTES) {
        uint8_t bytes[MOST_BYTES];
        memset(bytes, (int)(byte & 255), size);
        avm_write_bytes(c->m, c->s, at, bytes, size);
    } else
        avm_spoil(m, c->s, at, size);
    *c->result = avm_lib_pointer(c, at.object, at.offset);
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
    if (c->call->library != LIB_STRCMP && !avm_lib_number(c, 2, &size))
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
    if (what == LIB_STRSTR ? !read_bytes(c, 1, MOST_BYTES, true, other) : !avm_lib_number(c, 1, &byte))
        return 0;
    if (what == LIB_MEMCHR && (!avm_lib_number(c, 2, &size) || !size))
        return 0;
    uint64_t n = read_bytes(c, 0, size, what != LIB_MEMCHR, text);
    if (!n || avm_lib_place(c, 0, 1, &at) != 1 || c->call->t.kind != VS_PTR)
        return 0;
    const void *found = what == LIB_STRSTR    ? (const void *)strstr((char *)text, (char *)other)
                        : what == LIB_STRCHR  ? (const void *)strchr((char *)text, (int)byte)
                        : what == LIB_STRRCHR ? (const void *)strrchr((char *)text, (int)byte)
                                              : memchr(text, (int)byte, n);
    *c->result = found ? avm_lib_pointer(c, at.object, at.offset + (uint64_t)((const uint8_t *)found - text))
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
    if (!n || (what == LIB_STRNCPY && (!avm_lib_number(c, 2, &size) || !size || size > MOST_BYTES)))
        return 0;
    if (what == LIB_STRNCPY) {
        for (uint64_t i = n; i < size; i++)
            text[i] = 0;
        n = size;
    }
    if (what == LIB_STRCAT && !(skip = read_bytes(c, 0, MOST_BYTES, true, old)))
        return 0;
    skip -= what == LIB_STRCAT;
    int there = avm_lib_place(c, 0, skip + n, &to);
    if (there <= 0)
        return there;
    *c->result = avm_lib_pointer(c, to.object, to.offset);
    to.offset += skip;
    avm_write_bytes(c->m, c->s, to, text, n);
    return 1;
}

/* sprintf and snprintf of what is known. */
static int do_print(const struct lib_call *c)
{
    struct mem_place to;
    bool is_bounded = c->call->library == LIB_SNPRINTF;
    uint64_t size, room = UINT64_MAX;
    const char *text = c->op->stmt ? avm_arguments_text(c->m, c->s, c->op, is_bounded ? 2 : 1, &size) : NULL;
    if (!text || size >= MOST_BYTES || (is_bounded && !avm_lib_number(c, 1, &room)))
        return 0;
    uint64_t n = size < room ? size + 1 : room; /* with the zero */
    int there = n ? avm_lib_place(c, 0, n, &to) : 1;
    if (there <= 0)
        return there;
    for (uint32_t i = is_bounded ? 3 : 2; n && i < c->call->arg_count; i++) {
        struct mem_place from; /* what is printed into itself is anything */
        if (c->call->args[i]->t.kind == VS_PTR && avm_lib_place(c, i, 0, &from) == 1 && from.object == to.object)
            return 0;
    }
    if (n) {
        avm_write_bytes(c->m, c->s, to, text, n - 1);
        avm_write_bytes(c->m, c->s, (struct mem_place){to.object, to.offset + n - 1}, "", 1);
    }
    set_number(c, (int64_t)size);
    return 1;
}

static int do_duplicate(const struct lib_call *c)
{
    uint8_t text[MOST_BYTES];
    uint64_t n = read_bytes(c, 0, MOST_BYTES, true, text);
    if (!n || !avm_lib_tracks(c))
        return 0;
    struct mem_place to = {avm_lib_new_block(c, n, false, avm_lib_splits_failure(c, n)), 0};
    if (!avm_is_summary(c->m, to.object))
        avm_write_bytes(c->m, c->s, to, text, n);
    return 1;
}

int avm_library(struct avm *m, struct work *s, const struct op *op, const struct at *at, vs *result)
{
    struct lib_call c = {m, s, op, op->call, at, result};
    if (!has_type(c.call->t) && c.call->t.kind != 255)
        return 0;
    switch ((enum library)c.call->library) {
    case LIB_ALLOCA:
    case LIB_CALLOC:
    case LIB_MALLOC:
        return avm_lib_allocate(&c);
    case LIB_FREE:
        return avm_lib_free(&c);
    case LIB_SNPRINTF:
    case LIB_SPRINTF:
        return do_print(&c);
    case LIB_REALLOC:
        return avm_lib_reallocate(&c);
    case LIB_MEMCPY:
    case LIB_MEMMOVE:
    case LIB_MEMPCPY:
        return do_copy(&c);
    case LIB_MEMSET:
        return do_fill(&c);
    case LIB_MEMCMP:
    case LIB_STRCMP:
    case LIB_STRNCMP:
        return do_compare(&c);
    case LIB_MEMCHR:
    case LIB_STRCHR:
    case LIB_STRRCHR:
    case LIB_STRSTR:
        return do_search(&c);
    case LIB_STRLEN:
        return do_length(&c);
    case LIB_STRCPY:
    case LIB_STRNCPY:
    case LIB_STRCAT:
        return do_string_copy(&c);
    case LIB_STRDUP:
        return do_duplicate(&c);
    default:
        return 0;
    }
}
