/* SPDX-License-Identifier: GPL-3.0-or-later */
// After alarm(1), pause() ends the process.
// exhaustive
// wants: any
#include <assert.h>
#include <unistd.h>
int main(void)
{
    alarm(1);
    pause();
    assert(0);
}
