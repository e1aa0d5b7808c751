/* SPDX-License-Identifier: GPL-3.0-or-later */
// assert under NDEBUG is nothing.
// exhaustive
// wants: True
#define NDEBUG
#include <assert.h>
int main(void)
{
    assert(0);
    return 0;
}
