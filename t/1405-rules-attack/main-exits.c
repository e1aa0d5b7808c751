/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine stdio.leak
// What is open when main returns is closed then, whether or not exit is called elsewhere.
#include <stdio.h>
#include <stdlib.h>
int main(void) { FILE *f = fopen("x", "r"); if (!f) exit(1); return fgetc(f) < 0; }
