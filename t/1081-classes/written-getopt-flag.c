/* SPDX-License-Identifier: GPL-3.0-or-later */
// getopt_long stores through the pointer of the option that it finds.
// run: ./prog
// run: ./prog --loud
// wants: any
#include <assert.h>
#include <getopt.h>
int main(int argc, char **argv)
{
    static int loud;
    static const struct option options[] = {{"loud", no_argument, &loud, 7}, {0}};
    int c = getopt_long(argc, argv, "", options, 0);
    assert(c != 0 || loud == 0);
    return 0;
}
