/* SPDX-License-Identifier: GPL-3.0-or-later */
// A thread stores between two reads of main.
// aborts
// wants: any
#include <assert.h>
#include <pthread.h>
static volatile int x;
static void *body(void *p)
{
    x = 1;
    return p;
}
int main(void)
{
    pthread_t t;
    if (pthread_create(&t, 0, body, 0) != 0)
        return 1;
    int a = x, b = x;
    assert(a == b);
    return 0;
}
