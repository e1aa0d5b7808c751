/* SPDX-License-Identifier: GPL-3.0-or-later */
// A store through a mapping changes the file, and the other mapping of it.
// wants: any
#include <assert.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void)
{
    FILE *f = tmpfile();
    if (!f || ftruncate(fileno(f), 4096) != 0)
        return 1;
    char *a = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(f), 0);
    char *b = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(f), 0);
    if (a == MAP_FAILED || b == MAP_FAILED)
        return 1;
    b[0] = 1;
    a[0] = 2;
    assert(!(b[0] == 2));
    return 0;
}
