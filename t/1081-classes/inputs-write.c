/* SPDX-License-Identifier: GPL-3.0-or-later */
// write returns at most what it was given, or -1; here less.
// run: ./prog >/dev/full
// wants: any
#include <assert.h>
#include <unistd.h>
int main(void)
{
    assert(write(1, "abc", 3) == 3);
    return 0;
}
