/* SPDX-License-Identifier: GPL-3.0-or-later */
// on_exit with a function that takes other arguments.
// run: ./prog
// wants: any
#define _GNU_SOURCE
#include <stdlib.h>
static int last(int status)
{
    if (status == 3)
        abort();
    return 0;
}
int main(void)
{
    on_exit((void (*)(int, void *))last, 0);
    return 3;
}
