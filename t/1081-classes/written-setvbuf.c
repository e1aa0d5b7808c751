/* SPDX-License-Identifier: GPL-3.0-or-later */
// The buffer given to setvbuf is written by printf, long after.
// wants: any
#include <assert.h>
#include <stdio.h>
static char buffer[256];
int main(void)
{
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    printf("%d", 7);
    assert(!(buffer[0] == '7'));
    return 0;
}
