/* SPDX-License-Identifier: GPL-3.0-or-later */
// EOF of a file comes twice, of a terminal not: nothing is promised.
// run: ./prog </dev/null
// wants: any
#include <assert.h>
#include <stdio.h>
int main(void)
{
    if (getchar() == EOF)
        assert(getchar() != EOF);
    return 0;
}
