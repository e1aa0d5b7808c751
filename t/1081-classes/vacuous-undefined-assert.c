/* SPDX-License-Identifier: GPL-3.0-or-later */
// A call of an undefined __VERIFIER_assert, in an object alone.
// build: $CC -c $S -o prog.o
// build: $PLAIN -DREST $S prog.o -o prog
// check: prog.o
// run: ./prog
// wants: False
#ifdef REST
#include <stdlib.h>
void __VERIFIER_assert(int c)
{
    if (!c)
        abort();
}
#else
extern void __VERIFIER_assert(int);
int main(void)
{
    __VERIFIER_assert(0);
    return 0;
}
#endif
