/* SPDX-License-Identifier: GPL-3.0-or-later */
// clone runs a function in the same memory.
// run: ./prog
// wants: any
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
static char stack[65536] __attribute__((aligned(16)));
static int x;
static int body(void *p)
{
    *(int *)p = 1;
    return 0;
}
int main(void)
{
    int pid = clone(body, stack + sizeof stack, CLONE_VM | SIGCHLD, &x);
    if (pid < 0)
        return 1;
    waitpid(pid, 0, 0);
    assert(x == 0);
    return 0;
}
