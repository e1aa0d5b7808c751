/* SPDX-License-Identifier: GPL-3.0-or-later */
// The linker puts a string literal into the tail of another.
// libs: -O2
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
int main(void)
{
    const char *a = "xabc", *b = "abc";
    claim(a + 1 == b);
    return 0;
}
