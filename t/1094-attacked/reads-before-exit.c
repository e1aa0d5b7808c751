/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// The element is read before the call that does not return.
#include <stdlib.h>
static int stop(void) { exit(0); }
int main(int c, char **v) { int a[4] = {0}; int i = 100000000; int r = a[i] * stop(); return r; }
