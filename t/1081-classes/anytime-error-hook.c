/* SPDX-License-Identifier: GPL-3.0-or-later */
// error() calls what a variable of libc points to.
// run: ./prog
// wants: any
#define _GNU_SOURCE
#include <error.h>
#include <stdlib.h>
static void hook(void)
{
    abort();
}
int main(void)
{
    error_print_progname = hook;
    error(0, 0, "called");
    return 0;
}
