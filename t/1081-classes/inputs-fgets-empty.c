/* SPDX-License-Identifier: GPL-3.0-or-later */
// A line that fgets gets can be of length 0: a zero byte is input like any other.
// run: printf '\000\n' | ./prog
// wants: any
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[4];
    if (fgets(line, sizeof line, stdin))
        assert(strlen(line) > 0);
    return 0;
}
