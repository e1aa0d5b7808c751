/* SPDX-License-Identifier: GPL-3.0-or-later */
// printf returns a negative number when it cannot write.
// run: ./prog >/dev/full
// wants: any
#include <assert.h>
#include <stdio.h>
int main(void)
{
    setvbuf(stdout, 0, _IONBF, 0);
    assert(printf("abc") == 3);
    return 0;
}
