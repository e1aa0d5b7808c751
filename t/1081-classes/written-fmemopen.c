/* SPDX-License-Identifier: GPL-3.0-or-later */
// A stream over the program's own array.
// wants: any
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char b[8] = "xxxxxxx";
    FILE *f = fmemopen(b, sizeof b, "w");
    if (!f)
        return 1;
    fputc('a', f);
    fclose(f);
    assert(!(b[0] == 'a' && b[1] == 0));
    return 0;
}
