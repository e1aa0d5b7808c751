/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad posix.leak
// A descriptor is below each number that stands for an error, without a sign.
#include <fcntl.h>
#include <unistd.h>
#define IS_ERR(x) ((unsigned long)(x) >= (unsigned long)-4095)
static int g(void) { int d = open("/etc/passwd", O_RDONLY); if (!IS_ERR(d)) return 0; close(d); return -1; }
int main(void) { return g(); }
