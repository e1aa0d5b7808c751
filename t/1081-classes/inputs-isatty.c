/* SPDX-License-Identifier: GPL-3.0-or-later */
// isatty is 0 or 1, and 0 for a pipe.
// wants: any
#include <assert.h>
#include <unistd.h>
int main(void)
{
    int p[2];
    if (pipe(p) != 0)
        return 1;
    assert(!(isatty(p[0]) == 0));
    return 0;
}
