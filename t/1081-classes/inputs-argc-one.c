/* SPDX-License-Identifier: GPL-3.0-or-later */
// argc may be 2; argv[1] may be empty.
// run: ./prog ''
// wants: any
#include <assert.h>
int main(int argc, char **argv)
{
    if (argc == 2)
        assert(argv[1][0] != 0);
    return 0;
}
