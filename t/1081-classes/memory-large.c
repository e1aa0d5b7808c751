/* SPDX-License-Identifier: GPL-3.0-or-later */
// An array of a hundred thousand elements of which three are set.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int table[100000];
int main(void)
{
    table[3] = 1;
    table[50000] = 2;
    table[99999] = 3;
    claim(table[3] + table[50000] + table[99999] + table[4] + table[70000] == 6);
    return 0;
}
