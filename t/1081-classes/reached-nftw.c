/* SPDX-License-Identifier: GPL-3.0-or-later */
// nftw calls back for the directory itself, and stops when told.
// seconds: 3
// wants: any
#define _GNU_SOURCE
#include <assert.h>
#include <ftw.h>
static int calls;
static int visit(const char *path, const struct stat *s, int flag, struct FTW *f)
{
    (void)path, (void)s, (void)flag, (void)f;
    calls++;
    return 5;
}
int main(void)
{
    int r = nftw("/", visit, 2, FTW_PHYS);
    assert(!(r == 5 && calls == 1));
    return 0;
}
