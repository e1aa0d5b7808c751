/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine posix.leak
// signalfd with a descriptor changes that one, and makes none.
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>
static int g(void) { sigset_t m; sigemptyset(&m); int d = signalfd(-1, &m, 0); if (d < 0) return -1;
    sigaddset(&m, SIGINT); if (signalfd(d, &m, 0) < 0) { close(d); return -1; } close(d); return 0; }
int main(void) { return g() < 0; }
