/* SPDX-License-Identifier: GPL-3.0-or-later */
// A case label inside a loop of another statement, and a jump into a block.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
int main(void)
{
    int n = 0, count = 5;
    switch (count % 4) {
        do {
    case 0: n++; __attribute__((fallthrough));
    case 3: n++; __attribute__((fallthrough));
    case 2: n++; __attribute__((fallthrough));
    case 1: n++;
        } while ((count -= 4) > 0);
    }
    claim(n == 5);
    return 0;
}
