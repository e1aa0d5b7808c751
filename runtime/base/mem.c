/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory that never is NULL.
 */
#include "base.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define LARGE_PAGE ((size_t)2 << 20)

__attribute__((weak, noreturn)) void base_out_of_memory(size_t wanted)
{
    fprintf(stderr, "cwolf: error: out of memory (%zu bytes wanted)\n", wanted);
    exit(ST_BAD);
}

/* Large arrays are gone through in no order, where one page after the other would have to be looked up: the whole large
 * pages inside them are asked for as such. What is never touched takes no memory either way. */
static void want_large_pages(void *p, size_t size)
{
    uintptr_t from = ((uintptr_t)p + LARGE_PAGE - 1) & ~(uintptr_t)(LARGE_PAGE - 1);
    uintptr_t to = ((uintptr_t)p + size) & ~(uintptr_t)(LARGE_PAGE - 1);
    if (size >= 2 * LARGE_PAGE && from < to)
        madvise((void *)from, to - from, MADV_HUGEPAGE);
}

void *base_mem_alloc(size_t size)
{
    void *p = malloc(size ? size : 1);
    if (!p)
        base_out_of_memory(size);
    want_large_pages(p, size);
    return p;
}

void *base_mem_zalloc(size_t size)
{
    void *p = calloc(1, size ? size : 1);
    if (!p)
        base_out_of_memory(size);
    want_large_pages(p, size);
    return p;
}

void *base_mem_resize(void *p, size_t size)
{
    void *q = realloc(p, size ? size : 1);
    if (!q)
        base_out_of_memory(size);
    return q;
}

void *base_mem_grow(void *p, size_t *capacity, size_t wanted, size_t item)
{
    if (wanted <= *capacity)
        return p;
    size_t n = *capacity ? *capacity : 8;
    while (n < wanted)
        n += n / 2 + 8;
    if (n > SIZE_MAX / item)
        base_out_of_memory(SIZE_MAX);
    *capacity = n;
    return base_mem_resize(p, n * item);
}
