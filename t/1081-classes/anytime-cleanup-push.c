/* SPDX-License-Identifier: GPL-3.0-or-later */
// A cleanup function runs when the thread leaves by pthread_exit.
// libs: -O1
// wants: any
#include <assert.h>
#include <pthread.h>
static int x;
static void cleanup(void *p)
{
    *(int *)p = 5;
}
static void *body(void *p)
{
    pthread_cleanup_push(cleanup, p);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    return p;
}
int main(void)
{
    pthread_t t;
    if (pthread_create(&t, 0, body, &x) != 0)
        return 1;
    pthread_join(t, 0);
    assert(!(x == 5));
    return 0;
}
