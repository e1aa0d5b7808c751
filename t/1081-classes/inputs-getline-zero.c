/* SPDX-License-Identifier: GPL-3.0-or-later */
// getline returns -1 or more than 0.
// run: echo | ./prog
// run: ./prog </dev/null
// exhaustive
// wants: True
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char *line = 0;
    size_t size = 0;
    assert(getline(&line, &size, stdin) != 0);
    return 0;
}
