/* SPDX-License-Identifier: GPL-3.0-or-later */
// Equal literals of two units are one after -O2, two after -O0.
// build: $CC -O2 -DOTHER -c $S -o other.o
// build: $CC -O2 $S other.o -o prog
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
extern const char *get(void);
#ifdef OTHER
const char *get(void)
{
    return "some text";
}
#else
int main(void)
{
    const char *volatile own = "some text";
    claim(get() == own);
    return 0;
}
#endif
