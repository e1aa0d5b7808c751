/* SPDX-License-Identifier: GPL-3.0-or-later */
// The program's own getchar, in another unit.
// build: $CC -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern int getchar(void);
#ifdef OTHER
int getchar(void)
{
    return 500;
}
#else
int main(void)
{
    claim(getchar() == 500);
    return 0;
}
#endif
