/* SPDX-License-Identifier: GPL-3.0-or-later */
// .preinit_array runs before every constructor.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x;
static void earliest(void)
{
    x = 1;
}
__attribute__((constructor(101))) static void first(void)
{
    x *= 2;
}
__attribute__((section(".preinit_array"), used)) static void (*const entry)(void) = earliest;
int main(void)
{
    claim(x == 2);
    return 0;
}
