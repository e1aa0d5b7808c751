/* SPDX-License-Identifier: GPL-3.0-or-later */
// getline replaces the buffer and its size.
// run: echo ab | ./prog
// run: ./prog </dev/null
// wants: any
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char *line = 0;
    size_t size = 0;
    long n = getline(&line, &size, stdin);
    assert(n < 0 || size == 0 || line[0] != 'a');
    return 0;
}
