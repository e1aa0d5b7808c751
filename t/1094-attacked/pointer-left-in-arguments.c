/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
/* A pointer goes through argv, character by character. */
#include <assert.h>
#include <string.h>

static int x;

int main(int argc, char **argv)
{
    int *mine[1];
    const char *from = (const char *)argv;
    char *to = (char *)mine;
    argv[0] = (char *)&x;
    for (unsigned i = 0; i < sizeof mine; i++)
        to[i] = from[i];
    x = 0;
    *mine[0] = 1;
    assert(x == 0);
    return argc;
}
