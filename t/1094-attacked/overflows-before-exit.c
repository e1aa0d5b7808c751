/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-overflow
// The sum is computed before the call that does not return.
#include <stdlib.h>
static int stop(void) { exit(0); }
int main(void) { int d = 2147483647; int r = (d + 1) * stop(); return r; }
