/* SPDX-License-Identifier: GPL-3.0-or-later */
// The linker puts .ctors into .init_array; the priorities of its sections count down.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int order;
static void first(void)
{
    order = order * 10 + 1;
}
static void second(void)
{
    order = order * 10 + 2;
}
static void third(void)
{
    order = order * 10 + 3;
}
static void (*const last)(void) __attribute__((section(".ctors"), used)) = third;
static void (*const late)(void) __attribute__((section(".ctors.64535"), used)) = second;
static void (*const early)(void) __attribute__((section(".init_array.00500"), used)) = first;
int main(void)
{
    claim(order == 123);
    return 0;
}
