/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad posix.leak
// Which command it is only the run says.
#include <fcntl.h>
#include <unistd.h>
static int tok;
static int copy(int argc) { int d = open("/etc/passwd", O_RDONLY); if (d < 0) return 1; int c = argc > 1 ? F_DUPFD : F_GETFL;
    int e = fcntl(d, c, 0); close(d); return e < 0; }
int main(int argc, char **argv) { return copy(argc); }
