/* SPDX-License-Identifier: GPL-3.0-or-later */
// A signal handler writes into a block of the heap.
// run: ./prog
// wants: any
#include <signal.h>
#include <stdlib.h>
#include <assert.h>
static int *g;
static void h(int s)
{
    *g = 7;
}
int main(void)
{
    g = malloc(sizeof *g);
    if (!g)
        return 0;
    *g = 1;
    signal(SIGUSR1, h);
    raise(SIGUSR1);
    assert(*g == 1);
    return 0;
}
