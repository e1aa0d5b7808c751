/* SPDX-License-Identifier: GPL-3.0-or-later */
// A handler of SIGABRT that does not return: the failed assertion is one all the same.
// aborts
// wants: False
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static void handler(int s)
{
    (void)s;
    _exit(0);
}
int main(void)
{
    signal(SIGABRT, handler);
    assert(0);
}
