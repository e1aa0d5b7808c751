/* SPDX-License-Identifier: GPL-3.0-or-later */
// raise(SIGABRT) ends as abort does, without being called so.
// run: ./prog
// wants: any
#include <signal.h>
int main(void)
{
    raise(SIGABRT);
    return 0;
}
