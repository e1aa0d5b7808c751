/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// The library calls the function that the program's definition of its variable holds.
#define error_print_progname hidden
#include <error.h>
#undef error_print_progname
#include <stdlib.h>
static void fails(void) { abort(); }
void (*error_print_progname)(void) = fails;
int main(void)
{
    error(0, 0, "x");
    return 0;
}
