/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arenas: memory that lives and dies together. Chunks grow geometrically; a request larger than a chunk gets its own.
 */
#include "base.h"

#include <stdio.h>
#include <stdlib.h>

struct chunk {
    struct chunk *next;
    size_t size, used;
    _Alignas(16) char data[];
};

struct arena {
    struct chunk *head; /* the one being filled; the others follow */
    size_t bytes;
};

enum { FIRST_CHUNK = 4 << 10, LARGEST_CHUNK = 4 << 20 };

struct arena *arena_new(void)
{
    return base_mem_zalloc(sizeof(struct arena));
}

void arena_free(struct arena *a)
{
    if (!a)
        return;
    for (struct chunk *c = a->head, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    free(a);
}

void arena_reset(struct arena *a)
{
    struct chunk *keep = a->head;
    if (!keep)
        return;
    for (struct chunk *c = keep->next, *next; c; c = next) {
        next = c->next;
        a->bytes -= c->size + sizeof *c;
        free(c);
    }
    keep->next = NULL;
    keep->used = 0;
}

static struct chunk *new_chunk(struct arena *a, size_t wanted)
{
    size_t size = a->head ? a->head->size * 2 : FIRST_CHUNK;
    if (size > LARGEST_CHUNK)
        size = LARGEST_CHUNK;
    if (size < wanted)
        size = wanted;
    if (size > SIZE_MAX - sizeof(struct chunk))
        base_out_of_memory(wanted);
    struct chunk *c = base_mem_alloc(sizeof *c + size);
    c->size = size;
    c->used = 0;
    c->next = a->head;
    a->head = c;
    a->bytes += sizeof *c + size;
    return c;
}

void *arena_alloc(struct arena *a, size_t size)
{
    if (size > SIZE_MAX - 32)
        base_out_of_memory(size);
    size = (size + 15) & ~(size_t)15;
    struct chunk *c = a->head;
    if (!c || c->size - c->used < size)
        c = new_chunk(a, size);
    void *p = c->data + c->used;
    c->used += size;
    return p;
}

void *arena_zalloc(struct arena *a, size_t size)
{
    return memset(arena_alloc(a, size), 0, size);
}

void *arena_copy(struct arena *a, const void *p, size_t size)
{
    void *q = arena_alloc(a, size);
    if (size)
        memcpy(q, p, size);
    return q;
}

char *arena_strn(struct arena *a, const char *s, size_t n)
{
    char *t = arena_alloc(a, n + 1);
    memcpy(t, s, n);
    t[n] = 0;
    return t;
}

char *arena_str(struct arena *a, const char *s)
{
    return s ? arena_strn(a, s, strlen(s)) : NULL;
}

char *arena_printf(struct arena *a, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    char line[256];
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    char *t = arena_alloc(a, (size_t)n + 1);
    if ((size_t)n < sizeof line)
        memcpy(t, line, (size_t)n + 1);
    else
        vsnprintf(t, (size_t)n + 1, format, again);
    va_end(again);
    return t;
}

size_t arena_bytes(const struct arena *a)
{
    return a->bytes;
}
