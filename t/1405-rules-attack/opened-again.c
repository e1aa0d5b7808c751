/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad stdio.leak
// A function closes what it is handed and opens another.
#include <stdio.h>
static FILE *reopen(FILE *f) { fclose(f); return fopen("b", "r"); }
static int g(void) { FILE *f = fopen("a", "r"); if (!f) return 1; f = reopen(f); if (!f) return 1; return 0; }
int main(void) { return g(); }
