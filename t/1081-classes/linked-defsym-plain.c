/* SPDX-License-Identifier: GPL-3.0-or-later */
// An alias of the program's variable in a plain object, by the linker's --defsym.
// build: $PLAIN -DOTHER -c $S -o other.o
// build: $CC $S other.o -Wl,--defsym=y=x -o prog
// run: ./prog
// wants: any
#include <assert.h>
extern void touch(void);
#ifdef OTHER
extern int y;
void touch(void)
{
    y = 2;
}
#else
int x = 1;
int main(void)
{
    touch();
    assert(x == 1);
    return 0;
}
#endif
