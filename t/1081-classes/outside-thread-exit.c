/* SPDX-License-Identifier: GPL-3.0-or-later */
// main leaves by pthread_exit: the functions of atexit run when the last thread ends.
// run: ./prog
// wants: any
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void last(void)
{
    abort();
}
int main(void)
{
    atexit(last);
    pthread_exit(0);
}
