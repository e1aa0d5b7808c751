/* SPDX-License-Identifier: GPL-3.0-or-later */
// strsep cuts the string and moves the caller's pointer.
// wants: any
#include <assert.h>
#include <string.h>
int main(void)
{
    char b[] = "a:b", *q = b;
    strsep(&q, ":");
    assert(!(b[1] == 0 && *q == 'b'));
    return 0;
}
