/* SPDX-License-Identifier: GPL-3.0-or-later */
// A constructor in a member of an archive that is needed, and one in a member that is not.
// build: $CC -DLINKED=1 -c $S -o linked.o
// build: $CC -DLINKED=2 -c $S -o other.o
// build: ar rcs libm1.a linked.o other.o
// build: $CC $S -L. -lm1 -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern int x;
extern void needed(void);
#ifdef LINKED
#if LINKED == 1
void needed(void) {}
int x;
#endif
__attribute__((constructor)) static void first(void)
{
    x += LINKED;
}
#else
int main(void)
{
    needed();
    claim(x == 1);
    return 0;
}
#endif
