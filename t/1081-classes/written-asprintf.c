/* SPDX-License-Identifier: GPL-3.0-or-later */
// asprintf stores a pointer to memory of its own.
// wants: any
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char *s = "none";
    if (asprintf(&s, "%d%c", 12, 'x') < 0)
        return 1;
    assert(!(s[2] == 'x' && s[3] == 0));
    return 0;
}
