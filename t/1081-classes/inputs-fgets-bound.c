/* SPDX-License-Identifier: GPL-3.0-or-later */
// fgets stores at most size - 1 characters and a zero.
// run: echo abcdefgh | ./prog
// run: ./prog </dev/null
// exhaustive
// wants: any
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[4];
    if (fgets(line, sizeof line, stdin))
        assert(strlen(line) <= 3);
    return 0;
}
