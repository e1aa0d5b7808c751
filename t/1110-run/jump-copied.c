/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where setjmp was called goes with the buffer's content. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
static jmp_buf env;
static void inner(void)
{
    jmp_buf old;
    memcpy(old, env, sizeof env);
    if (!setjmp(env)) puts("try");
    memcpy(env, old, sizeof env);
}
int main(void)
{
    if (setjmp(env)) { puts("caught"); return 0; }
    inner();
    longjmp(env, 1);
}
