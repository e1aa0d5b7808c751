/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// So of two activations.
#include <stdlib.h>
int rec(char *up, int n)
{
    char x[4096];
    x[0] = n;
    if (up && x < up) abort();
    if (n == 0) return 0;
    return rec(x, n - 1);
}
int main(int argc, char **argv)
{
    rec(0, argc + 100);
    return 0;
}
