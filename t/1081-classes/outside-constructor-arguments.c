/* SPDX-License-Identifier: GPL-3.0-or-later */
// Constructors get the arguments of main, with glibc.
// run: ./prog
// run: ./prog a
// wants: any
#include <assert.h>
static int n;
__attribute__((constructor)) static void first(int argc, char **argv)
{
    (void)argv;
    n = argc;
}
int main(void)
{
    assert(n == 1);
    return 0;
}
