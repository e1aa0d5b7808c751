/* SPDX-License-Identifier: GPL-3.0-or-later */
// A table that the linker makes of a section, walked from __start_ to __stop_.
// exhaustive
// seconds: 3
// wants: any
// opposite: any
#include "claim.h"
static int x;
static void one(void)
{
    x += 1;
}
static void two(void)
{
    x += 2;
}
__attribute__((section("hooks"), used)) static void (*const a)(void) = one;
__attribute__((section("hooks"), used)) static void (*const b)(void) = two;
extern void (*const __start_hooks[])(void);
extern void (*const __stop_hooks[])(void);
int main(void)
{
    for (void (*const *p)(void) = __start_hooks; p < __stop_hooks; p++)
        (*p)();
    claim(x == 3);
    return 0;
}
