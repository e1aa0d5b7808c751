/* SPDX-License-Identifier: GPL-3.0-or-later */
// A function that ends the program for one caller; what follows the other call is reached.
// run: ./prog
// wants: any
#include <stdlib.h>
static void stop(int now)
{
    if (now)
        exit(0);
}
static void first(void)
{
    stop(0);
    abort();
}
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 5)
        stop(1);
    first();
    return 0;
}
