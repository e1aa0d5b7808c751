/* SPDX-License-Identifier: GPL-3.0-or-later */
// A constructor exits: main never runs.
// exhaustive
// wants: True
// opposite: False
#include <assert.h>
#include <stdlib.h>
#ifndef OPPOSITE
__attribute__((constructor)) static void first(void)
{
    exit(0);
}
#endif
int main(void)
{
    assert(0);
}
