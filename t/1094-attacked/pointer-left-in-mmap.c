/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
/* A structure with a pointer goes through memory of the library as characters. */
#include <assert.h>
#include <string.h>
#include <sys/mman.h>

struct record {
    int *p;
    char rest[600];
};
static int x;

static void put(char *to, const void *from, unsigned long n)
{
    memcpy(to, from, n);
}

static void get(void *to, const char *from, unsigned long n)
{
    memcpy(to, from, n);
}

int main(void)
{
    char *pool = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct record in = {&x}, out;
    if (pool == MAP_FAILED)
        return 0;
    put(pool, &in, sizeof in);
    get(&out, pool, sizeof out);
    x = 0;
    *out.p = 1;
    assert(x == 0);
}
