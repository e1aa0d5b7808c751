/* SPDX-License-Identifier: GPL-3.0-or-later */
// A constructor aborts.
// wants: False
#include <stdlib.h>
__attribute__((constructor)) static void first(void)
{
    abort();
}
int main(void)
{
    return 0;
}
