/* SPDX-License-Identifier: GPL-3.0-or-later */
// Constructors run by priority, those without last, whatever their order in the file.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x = 1;
__attribute__((constructor)) static void third(void)
{
    x = x * 2 + 1;
}
__attribute__((constructor(300))) static void second(void)
{
    x *= 5;
}
__attribute__((constructor(200))) static void first(void)
{
    x += 2;
}
int main(void)
{
    claim(x == 31);
    return 0;
}
