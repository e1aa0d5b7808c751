/* SPDX-License-Identifier: GPL-3.0-or-later */
// pause() without a handler never returns.
// run: timeout 0.3 ./prog
// exhaustive
// wants: any
#include <assert.h>
#include <unistd.h>
int main(void)
{
    pause();
    assert(0);
}
