/* SPDX-License-Identifier: GPL-3.0-or-later */
// time() twice: not promised to be equal; the pointer gets the result.
// wants: any
#include <assert.h>
#include <time.h>
int main(void)
{
    time_t a, b = time(&a);
    assert(!(a == b));
    return 0;
}
