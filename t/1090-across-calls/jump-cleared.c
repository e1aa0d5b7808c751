/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <setjmp.h>

/* A buffer in a structure, through a pointer. */
struct task { int state; jmp_buf env; int result; };
static void run(struct task *t)
{
    t->result = 4;
    longjmp(t->env, t->state);
}
int main(void)
{
    struct task a = {3}, b = {5};
    int v = setjmp(a.env);
    if (v) {
        CLAIM(1, v == 3);
        CLAIM(2, a.result == 4 && b.result == 0);
        return 0;
    }
    if (setjmp(b.env))
        abort();
    run(&a);
}
