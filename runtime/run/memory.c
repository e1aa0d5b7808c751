/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The region, its objects, and what is known of each byte.
 *
 * Numbers of ended objects, and the memory of ended blocks, are used again only after many others have ended, so that a
 * stale pointer is noticed; the memory of a run of any length stays bounded.
 */
#include "memory.h"

#include <sys/mman.h>

enum { CLASSES = sizeof((struct memory *)NULL)->free_blocks / sizeof *((struct memory *)NULL)->free_blocks };
enum { MOST_ENDED = 1 << 20, MOST_QUARANTINED = 64 << 20, LARGE = 1 << 20 };

/* ---- the region -------------------------------------------------------------------------------------------------- */

void *run_memory_reserve(uint64_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static void release(struct memory *m)
{
    if (m->region)
        munmap(m->region, m->size);
    if (m->init)
        munmap(m->init, m->size / 8);
    if (m->made_from)
        munmap(m->made_from, m->size / 8 * sizeof *m->made_from);
    if (m->owner)
        munmap(m->owner, m->size / GRANULE * sizeof *m->owner);
    if (m->placed)
        munmap(m->placed, m->size / 8);
    m->region = m->init = m->placed = NULL;
    m->made_from = m->owner = NULL;
}

bool run_memory_begin(struct memory *m)
{
    memset(m, 0, sizeof *m);
    for (m->size = UINT64_C(1) << 36; m->size >= UINT64_C(1) << 28; m->size /= 2) {
        m->region = run_memory_reserve(m->size);
        m->init = run_memory_reserve(m->size / 8);
        m->made_from = run_memory_reserve(m->size / 8 * sizeof *m->made_from);
        m->owner = run_memory_reserve(m->size / GRANULE * sizeof *m->owner);
        if (m->region && m->init && m->made_from && m->owner) {
            m->stack = GRANULE;
            m->top = m->stack_end = m->size / 8;
            vec_push(&m->objects, ((struct object){0}));
            return true;
        }
        release(m);
    }
    return false;
}

bool run_memory_track_places(struct memory *m)
{
    m->placed = run_memory_reserve(m->size / 8);
    return m->placed != NULL;
}

void run_memory_end(struct memory *m)
{
    release(m);
    vec_free(&m->objects);
    vec_free(&m->ended);
    vec_free(&m->quarantine);
    for (size_t i = 0; i < CLASSES; i++)
        vec_free(&m->free_blocks[i]);
}

/* ---- objects ----------------------------------------------------------------------------------------------------- */

static void own(struct memory *m, const struct object *o, uint32_t id)
{
    if (!memory_has(m, o->base))
        return;
    uint64_t first = (o->base - (uint64_t)(uintptr_t)m->region) / GRANULE;
    uint64_t last = (o->base + o->size - (uint64_t)(uintptr_t)m->region) / GRANULE; /* an end belongs to it too */
    for (uint64_t i = first; i <= last; i++)
        m->owner[i] = id;
}

uint32_t run_memory_object(struct memory *m, const struct object *o)
{
    uint32_t id;
    if (m->ended.count - m->ended_from > MOST_ENDED) {
        id = m->ended.items[m->ended_from++];
        m->objects.items[id] = *o;
        if (m->ended_from == MOST_ENDED) { /* keep what waits, in order */
            m->ended.count -= m->ended_from;
            memmove(m->ended.items, m->ended.items + m->ended_from, m->ended.count * sizeof *m->ended.items);
            m->ended_from = 0;
        }
    } else {
        id = (uint32_t)m->objects.count;
        vec_push(&m->objects, *o);
    }
    own(m, o, id);
    return id;
}

/* Classes of sizes: four to each power of two. */
static uint32_t class_of(uint64_t *size)
{
    uint64_t n = (*size + GRANULE) / GRANULE * GRANULE; /* room behind the end */
    if (n <= 64) {
        *size = n;
        return (uint32_t)(n / GRANULE);
    }
    unsigned bit = 63 - (unsigned)__builtin_clzll(n - 1);
    uint64_t step = UINT64_C(1) << (bit - 2);
    *size = (n + step - 1) / step * step;
    unsigned quarter = (unsigned)((*size - (UINT64_C(1) << bit)) / step);
    uint32_t class = 5 + (bit - 6) * 4 + quarter - 1;
    return class < CLASSES ? class : UINT32_MAX;
}

uint32_t run_memory_allocate(struct memory *m, uint64_t size, uint64_t align)
{
    uint64_t room = size, offset;
    if (size >= m->size || align > LARGE)
        return 0;
    if (align > GRANULE)
        room += align;
    uint32_t class = class_of(&room);
    bool is_new = class == UINT32_MAX || align > GRANULE || !m->free_blocks[class].count;
    if (is_new) {
        offset = align > GRANULE ? (m->top + align - 1) / align * align : m->top;
        if (offset + room > m->size)
            return 0;
        m->top = offset + room;
    } else {
        offset = m->free_blocks[class].items[--m->free_blocks[class].count];
        run_memory_set_init(m, m->region + offset, size, false);
    }
    struct object o = {.base = (uint64_t)(uintptr_t)m->region + offset,
                       .size = size,
                       .life = LIFE_LIVE,
                       .kind = OBJECT_BLOCK,
                       .is_aligned = align > GRANULE};
    return run_memory_object(m, &o);
}

/* The oldest ended blocks give up their memory. */
static void reuse(struct memory *m)
{
    while (m->quarantined > MOST_QUARANTINED) {
        uint32_t id = m->quarantine.items[m->quarantine_from++];
        const struct object *o = &m->objects.items[id];
        uint64_t room = o->size;
        uint32_t class = class_of(&room);
        m->quarantined -= room;
        if (class != UINT32_MAX && !o->is_aligned)
            vec_push(&m->free_blocks[class], memory_offset(m, (void *)(uintptr_t)o->base));
        vec_push(&m->ended, id);
    }
    if (m->quarantine_from > m->quarantine.count / 2 && m->quarantine_from > 4096) {
        m->quarantine.count -= m->quarantine_from;
        memmove(m->quarantine.items, m->quarantine.items + m->quarantine_from,
                m->quarantine.count * sizeof *m->quarantine.items);
        m->quarantine_from = 0;
    }
}

static void give_back_pages(struct memory *m, const struct object *o)
{
    uint64_t first = (o->base + 4095) / 4096 * 4096, end = (o->base + o->size) / 4096 * 4096;
    if (o->size < LARGE || first >= end || !memory_has(m, o->base))
        return;
    madvise((void *)(uintptr_t)first, end - first, MADV_DONTNEED);
    run_memory_set_init(m, (void *)(uintptr_t)o->base, o->size, false);
}

void run_memory_finish(struct memory *m, uint32_t object, const struct cwi_stmt *where)
{
    struct object *o = &m->objects.items[object];
    uint64_t room = o->size;
    if (!object || o->life != LIFE_LIVE)
        return;
    o->life = LIFE_ENDED;
    o->end = where;
    if (o->kind != OBJECT_BLOCK && o->kind != OBJECT_ALLOCA) {
        vec_push(&m->ended, object);
        return;
    }
    give_back_pages(m, o);
    class_of(&room);
    vec_push(&m->quarantine, object);
    m->quarantined += room;
    reuse(m);
}

uint32_t run_memory_owner(const struct memory *m, uint64_t address)
{
    if (!memory_has(m, address))
        return 0;
    uint32_t id = m->owner[(address - (uint64_t)(uintptr_t)m->region) / GRANULE];
    const struct object *o = &m->objects.items[id];
    return id && address >= o->base && address <= o->base + o->size ? id : 0;
}

/* ---- bytes that hold values -------------------------------------------------------------------------------------- */

/* Bits of `bits` for `size` bytes from an offset on. */
static void set_bits(uint8_t *bits, uint64_t at, uint64_t size, bool on)
{
    for (uint64_t i = at; i < at + size; i++)
        if (i % 8 == 0 && i + 8 <= at + size) {
            bits[i / 8] = on ? 0xff : 0;
            i += 7;
        } else {
            bits[i / 8] = (uint8_t)(on ? bits[i / 8] | 1u << i % 8 : bits[i / 8] & ~(1u << i % 8));
        }
}

static void place(struct memory *m, const void *p, uint64_t size, bool is_placed)
{
    if (m->placed && memory_has(m, (uint64_t)(uintptr_t)p))
        set_bits(m->placed, memory_offset(m, p), size, is_placed);
}

static bool has_bit(const uint8_t *bits, uint64_t i)
{
    return bits[i / 8] >> i % 8 & 1;
}

void run_memory_set_init(struct memory *m, const void *p, uint64_t size, bool has_value)
{
    if (!size || !memory_has(m, (uint64_t)(uintptr_t)p))
        return;
    if (m->placed)
        place(m, p, size, false);
    if (!has_value && size > 4 * LARGE) { /* whole pages of what is known are given back, the ends are done below */
        uint64_t from = (memory_offset(m, p) + LARGE - 1) / LARGE * LARGE,
                 to = (memory_offset(m, p) + size) / LARGE * LARGE;
        madvise(m->init + from / 8, (to - from) / 8, MADV_DONTNEED);
        madvise(m->made_from + from / 8, (to - from) / 8 * sizeof *m->made_from, MADV_DONTNEED);
        uint64_t before = from - memory_offset(m, p), behind = memory_offset(m, p) + size - to;
        run_memory_set_init(m, p, before, false);
        run_memory_set_init(m, m->region + to, behind, false);
        return;
    }
    uint64_t at = memory_offset(m, p), end = at + size;
    uint64_t first = at / 8, last = end / 8;
    uint8_t head = (uint8_t)(0xff << at % 8), tail = (uint8_t)((1u << end % 8) - 1);
    memset(m->made_from + first, 0, ((end + 7) / 8 - first) * sizeof *m->made_from);
    if (first == last) {
        head &= tail;
        tail = 0;
    }
    m->init[first] = has_value ? m->init[first] | head : m->init[first] & (uint8_t)~head;
    if (first < last) {
        memset(m->init + first + 1, has_value ? 0xff : 0, last - first - 1);
        if (tail)
            m->init[last] = has_value ? m->init[last] | tail : m->init[last] & (uint8_t)~tail;
    }
}

bool run_memory_is_placed(const struct memory *m, const void *p, uint64_t size)
{
    uint64_t at = memory_offset(m, p), room = m->size - at;
    if (!m->placed || !memory_has(m, (uint64_t)(uintptr_t)p))
        return false;
    for (uint64_t i = at; i < at + (size < room ? size : room); i++)
        if (has_bit(m->placed, i))
            return true;
    return false;
}

void run_memory_forget_origins(struct memory *m, const void *p, uint64_t size)
{
    uint64_t at = memory_offset(m, p);
    if (size && memory_has(m, (uint64_t)(uintptr_t)p))
        memset(m->made_from + at / 8, 0, ((at + size + 7) / 8 - at / 8) * sizeof *m->made_from);
}

void run_memory_find_origins(struct memory *m, const void *p, uint64_t size)
{
    uint64_t at = (memory_offset(m, p) + 7) / 8 * 8, end = memory_offset(m, p) + size, word;
    if (!memory_has(m, (uint64_t)(uintptr_t)p))
        return;
    for (; at + 8 <= end; at += 8) {
        memcpy(&word, m->region + at, sizeof word);
        m->made_from[at / 8] = run_memory_owner(m, word);
        place(m, m->region + at, 8, m->made_from[at / 8] != 0);
    }
}

bool run_memory_is_init(const struct memory *m, const void *p, uint64_t size)
{
    if (!memory_has(m, (uint64_t)(uintptr_t)p))
        return true;
    uint64_t at = memory_offset(m, p);
    for (uint64_t i = at; i < at + size; i++)
        if (!has_bit(m->init, i))
            return false;
    return true;
}

static void copy_bits(uint8_t *bits, uint64_t to, uint64_t from, uint64_t size)
{
    bool backwards = to > from;
    if (to % 8 == 0 && from % 8 == 0 && size % 8 == 0) {
        memmove(bits + to / 8, bits + from / 8, size / 8);
        return;
    }
    for (uint64_t k = 0; k < size; k++) {
        uint64_t i = backwards ? size - 1 - k : k;
        set_bits(bits, to + i, 1, has_bit(bits, from + i));
    }
}

void run_memory_set_origin(struct memory *m, const void *p, uint64_t size, uint32_t object)
{
    uint64_t at = memory_offset(m, p);
    for (uint64_t word = (at + 7) / 8; word < (at + size) / 8; word++)
        m->made_from[word] = m->made_from[word] ? m->made_from[word] : object;
}

/* Pointers stay what they are where a whole word is moved to a whole word. */
static void copy_origins(struct memory *m, uint64_t to, uint64_t from, uint64_t size)
{
    uint64_t first = (to + 7) / 8, end = (to + size) / 8;
    if (to % 8 == from % 8 && first < end)
        memmove(m->made_from + first, m->made_from + (from + 7) / 8, (end - first) * sizeof *m->made_from);
    else if (first < end)
        memset(m->made_from + first, 0, (end - first) * sizeof *m->made_from);
    if (to % 8)
        m->made_from[to / 8] = 0;
    if ((to + size) % 8)
        m->made_from[(to + size) / 8] = 0;
}

void run_memory_copy(struct memory *m, void *to, const void *from, uint64_t size)
{
    if (!size || to == from)
        return;
    if (memory_has(m, (uint64_t)(uintptr_t)to)) {
        uint64_t y = memory_offset(m, to), x = memory_offset(m, from);
        if (!memory_has(m, (uint64_t)(uintptr_t)from)) {
            run_memory_set_init(m, to, size, true);
        } else {
            copy_bits(m->init, y, x, size);
            if (m->placed)
                copy_bits(m->placed, y, x, size);
            copy_origins(m, y, x, size);
        }
    }
    memmove(to, from, size);
    if (m->copied)
        m->copied(m->context, to, from, size);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

struct val run_memory_load(const struct memory *m, const void *p, uint32_t size)
{
    struct val v = {0};
    memcpy(&v.bits, p, size);
    if (!memory_has(m, (uint64_t)(uintptr_t)p))
        return v;
    uint64_t at = memory_offset(m, p);
    uint32_t known = m->init[at / 8];
    if (at % 8 + size > 8)
        known |= (uint32_t)m->init[at / 8 + 1] << 8;
    v.undef = ~(known >> at % 8) & ((1u << size) - 1);
    if (size == 8 && at % 8 == 0)
        v.object = m->made_from[at / 8];
    return v;
}

void run_memory_store(struct memory *m, void *p, uint32_t size, struct val v)
{
    memcpy(p, &v.bits, size);
    if (!memory_has(m, (uint64_t)(uintptr_t)p))
        return;
    uint64_t at = memory_offset(m, p), shift = at % 8;
    uint32_t mask = ((1u << size) - 1) << shift, known = (~v.undef & ((1u << size) - 1)) << shift;
    m->init[at / 8] = (uint8_t)((m->init[at / 8] & ~mask) | known);
    m->made_from[at / 8] = size == 8 && !shift ? v.object : 0;
    if (m->placed)
        place(m, p, size, v.object != 0);
    if (shift + size > 8) {
        m->init[at / 8 + 1] = (uint8_t)((m->init[at / 8 + 1] & ~(mask >> 8)) | known >> 8);
        m->made_from[at / 8 + 1] = 0;
    }
}
