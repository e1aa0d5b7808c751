/* SPDX-License-Identifier: GPL-3.0-or-later */
// thrd_create of C11.
// run: ./prog
// wants: any
#include <assert.h>
#include <threads.h>
static int body(void *p)
{
    assert(*(int *)p == 3);
    return 0;
}
int main(void)
{
    thrd_t t;
    int x = 2, result;
    if (thrd_create(&t, body, &x) != thrd_success)
        return 1;
    thrd_join(t, &result);
    return 0;
}
