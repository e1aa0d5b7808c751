/* SPDX-License-Identifier: GPL-3.0-or-later */
// argc is 0 or more, and argv[argc] is null.
// run: ./prog
// run: ./prog a b
// exhaustive
// wants: any
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc >= 0);
    assert(argv[argc] == 0);
    return 0;
}
