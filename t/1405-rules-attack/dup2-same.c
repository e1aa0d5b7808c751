/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine posix.leak
// dup2 returns the number that it was handed.
#include <fcntl.h>
#include <unistd.h>
static int g(void) { int d = open("/dev/null", O_RDONLY); if (d < 0) return -1;
    int e = dup2(0, d); if (e < 0) { close(d); return -1; } close(e); return 0; }
int main(void) { return g() < 0; }
