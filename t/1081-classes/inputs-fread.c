/* SPDX-License-Identifier: GPL-3.0-or-later */
// fread returns a count of elements, not of bytes.
// run: echo abcdefghijk | ./prog
// run: ./prog </dev/null
// exhaustive
// wants: True
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int v[3];
    assert(fread(v, sizeof v[0], 3, stdin) <= 3);
    return 0;
}
