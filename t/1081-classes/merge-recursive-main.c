/* SPDX-License-Identifier: GPL-3.0-or-later */
// main calls itself.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int depth;
int main(int argc, char **argv)
{
    if (depth++ < 3)
        return main(argc, argv);
    claim(depth == 4);
    return 0;
}
