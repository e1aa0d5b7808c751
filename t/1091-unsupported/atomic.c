/* SPDX-License-Identifier: GPL-3.0-or-later */
// Atomic variables.
#include "claim.h"
#include <stdatomic.h>
static _Atomic int x = 1;
int main(void)
{
    atomic_fetch_add(&x, 4); // construct
    int expected = 5;
    _Bool done = atomic_compare_exchange_strong(&x, &expected, 9); // construct
    claim(done && x == 9);
    return 0;
}
