/* SPDX-License-Identifier: GPL-3.0-or-later */
// kill(getpid(), SIGKILL) does not return.
// exhaustive
// wants: any
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <unistd.h>
int main(void)
{
    kill(getpid(), SIGKILL);
    assert(0);
}
