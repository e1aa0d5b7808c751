/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// What a thread ends with the one that joins it gets.
#include <pthread.h>
#include <stdlib.h>
static int x;
static void *f(void *a) { (void)a; pthread_exit(&x); }
int main(void)
{
    pthread_t t;
    void *p;
    if (pthread_create(&t, 0, f, 0)) return 0;
    if (pthread_join(t, &p)) return 0;
    *(int *)p = 1;
    if (x) abort();
    return 0;
}
