/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// The library uses the program's definition.
#include <stdlib.h>
#include <unistd.h>
int optind = 1;
int main(void)
{
    char *words[] = {"p", "-x", "1", 0};
    getopt(3, words, "x:");
    if (optind != 1) abort();
    return 0;
}
