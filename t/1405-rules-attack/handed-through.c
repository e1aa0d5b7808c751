/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine stdio.leak
// A function that borrows a stream and gives it to itself does not own it.
#include <stdio.h>
static FILE *in(FILE *f) { return f ? f : stdin; }
static int count(FILE *f) { FILE *g = in(f); int n = 0; while (fgetc(g) >= 0) n++; return n; }
static void run(const char *s) { FILE *f = fopen(s, "r"); count(f); if (f) fclose(f); }
int main(int c, char **v) { run(v[0]); return 0; }
