/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad posix.use_after_close
// dprintf writes to a descriptor.
#include <stdio.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) { int d = open("/etc/passwd", O_RDONLY); if (d<0) return 1; close(d); dprintf(d, "x"); return 0; }
