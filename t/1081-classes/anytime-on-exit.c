/* SPDX-License-Identifier: GPL-3.0-or-later */
// on_exit passes the status and a pointer.
// wants: any
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
static int x = 4;
static void last(int status, void *p)
{
    assert(!(status == 3 && *(int *)p == 4));
}
int main(void)
{
    on_exit(last, &x);
    return 3;
}
