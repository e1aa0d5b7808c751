/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// A pipe has two ends.
#include <unistd.h>
int main(void) { int fd[1]; pipe(fd); return 0; }
