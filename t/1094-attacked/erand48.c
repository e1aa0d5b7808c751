/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// It has three numbers.
#include <stdlib.h>
int main(void) { unsigned short s[1] = {0}; erand48(s); return 0; }
