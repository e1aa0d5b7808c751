/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine stdio.leak
// What a function hands back to its caller is the caller's already.
#include <stdio.h>
static FILE *put(FILE *f, const char *s) { fputs(s, f); return f; }
int main(void) { FILE *f = fopen("x", "w"); if (!f) return 1; put(f, "a"); put(f, "b"); fclose(f); return 0; }
