/* SPDX-License-Identifier: GPL-3.0-or-later */
// A thread writes into a block of the heap.
// libs: -lpthread
// run: ./prog
// wants: any
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
static void *run(void *p)
{
    *(int *)p = 7;
    return 0;
}
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    pthread_t t;
    if (pthread_create(&t, 0, run, p))
        return 0;
    pthread_join(t, 0);
    assert(*p == 1);
    return 0;
}
