/* SPDX-License-Identifier: GPL-3.0-or-later */
// An object without main.
// build: $CC -c $S -o prog.o
// build: $PLAIN -DREST $S prog.o -o prog
// check: --entry=go prog.o
// run: ./prog
// wants: False
#ifdef REST
extern void go(void);
int main(void)
{
    go();
}
#else
#include <stdlib.h>
void go(void)
{
    abort();
}
#endif
