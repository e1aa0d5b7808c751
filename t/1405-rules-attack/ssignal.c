/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad posix.signal_safe
// ssignal sets a handler.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static void h(int s) { printf("%d\n", s); }
int main(void) { ssignal(SIGINT, h); pause(); return 0; }
