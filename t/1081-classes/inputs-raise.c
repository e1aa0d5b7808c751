/* SPDX-License-Identifier: GPL-3.0-or-later */
// raise(SIGTERM) does not return.
// exhaustive
// wants: any
#include <assert.h>
#include <signal.h>
int main(void)
{
    raise(SIGTERM);
    assert(0);
}
