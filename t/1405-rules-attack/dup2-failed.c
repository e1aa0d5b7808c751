/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad posix.use_after_close
// dup2 that fails opens nothing.
#include <fcntl.h>
#include <unistd.h>
int main(void) { int d = open("/etc/passwd", O_RDONLY); if (d < 0) return 1; close(d); if (dup2(-1, d) < 0) write(d, "x", 1); return 0; }
