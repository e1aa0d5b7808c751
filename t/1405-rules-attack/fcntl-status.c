/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad posix.double_close
// fcntl returns a status, no descriptor.
#include <fcntl.h>
#include <unistd.h>
int main(void) { int d = open("/etc/passwd", O_RDONLY); if (d < 0) return 1;
    if (fcntl(d, F_SETFD, FD_CLOEXEC) == 0) close(d);
    close(d); return 0; }
