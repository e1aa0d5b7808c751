/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-div-zero
// The quotient is computed before the call that does not return.
#include <stdlib.h>
static int stop(void) { exit(0); }
int main(void) { int d = 0; int r = 10 / d + stop(); return r; }
