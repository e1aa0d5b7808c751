/* SPDX-License-Identifier: GPL-3.0-or-later */
// fork calls the three functions, in the parent and in the child.
// wants: any
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int x;
static void before(void)
{
    x = 1;
}
static void after(void)
{
    x += 2;
}
static void child(void)
{
    x = 9;
}
int main(void)
{
    pthread_atfork(before, after, child);
    if (fork() <= 0)
        _exit(0);
    assert(!(x == 3));
    return 0;
}
