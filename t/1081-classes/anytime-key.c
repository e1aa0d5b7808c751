/* SPDX-License-Identifier: GPL-3.0-or-later */
// The destructor of a key runs when the thread ends, with the value set.
// wants: any
#include <assert.h>
#include <pthread.h>
static int x;
static pthread_key_t key;
static void destroy(void *p)
{
    *(int *)p = 6;
}
static void *body(void *p)
{
    pthread_setspecific(key, &x);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    if (pthread_create(&t, 0, body, 0) != 0)
        return 1;
    pthread_join(t, 0);
    assert(!(x == 6));
    return 0;
}
