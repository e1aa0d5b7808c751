/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad posix.double_close
// What the program's own accept returns may be 0.
#include <fcntl.h>
#include <unistd.h>
static int tok;
static int accept(int t) { if (tok != t) return 0; tok = 0; return 1; }
int main(void) { int d = open("/etc/passwd", O_RDONLY); if (d < 0) return 1; if (!accept('a')) close(d); close(d); return 0; }
