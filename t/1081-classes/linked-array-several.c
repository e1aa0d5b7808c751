/* SPDX-License-Identifier: GPL-3.0-or-later */
// In which order variables of one section come GCC decides.
// build: $CC -O2 $S -o prog
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
static int n;
static void one(void)
{
    n = n * 10 + 1;
}
static void two(void)
{
    n = n * 10 + 2;
}
__attribute__((section(".init_array"), used)) static void (*first)(void) = one;
__attribute__((section(".init_array"), used)) static void (*second)(void) = two;
int main(void)
{
    claim(n == 21);
    return 0;
}
