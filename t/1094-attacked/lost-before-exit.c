/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-leak
// What was returned last leads to nothing when the process ends.
#include <unistd.h>
#include <stdlib.h>
static char *q;
int main(void) { q = malloc(4); q = 0; _exit(0); }
