/* SPDX-License-Identifier: GPL-3.0-or-later */
// What surrounds the programs of t/1090-memory in native runs: __VERIFIER_nondet_int returns the numbers of $NONDET,
// then 0; of the allocations, number $FAIL fails (linked with --wrap for each of the three).
#include <stddef.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);

int __VERIFIER_nondet_int(void)
{
    static char *at;
    if (!at)
        at = getenv("NONDET");
    return at ? (int)strtol(at, &at, 10) : 0;
}

static int fails(void)
{
    static int number;
    const char *wanted = getenv("FAIL");
    return wanted && ++number == atoi(wanted);
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}
