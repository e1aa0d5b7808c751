/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine posix.signal_safe
// GCC writes the instructions of bswap there.
#include <signal.h>
#include <unistd.h>
static volatile unsigned last;
static void h(int s) { last = __builtin_bswap32((unsigned)s); }
int main(void) { signal(SIGUSR1, h); pause(); return 0; }
