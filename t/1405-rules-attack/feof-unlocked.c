/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad stdio.use_after_close
// The unlocked functions use a stream, too.
#define _GNU_SOURCE
#include <stdio.h>
int main(void) { FILE *f = fopen("/etc/passwd", "r"); if (!f) return 1; fclose(f); return feof_unlocked(f); }
