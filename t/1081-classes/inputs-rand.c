/* SPDX-License-Identifier: GPL-3.0-or-later */
// The same seed gives the same number.
// wants: any
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    srand(5);
    int a = rand();
    srand(5);
    assert(!(rand() == a));
    return 0;
}
