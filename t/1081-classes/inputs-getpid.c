/* SPDX-License-Identifier: GPL-3.0-or-later */
// A process keeps its number; its child has another.
// wants: any
#include <assert.h>
#include <unistd.h>
int main(void)
{
    assert(!(getpid() == getpid() && getpid() > 0));
    return 0;
}
