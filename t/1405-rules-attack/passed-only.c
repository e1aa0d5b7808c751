/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad stdio.leak
// The only name of what was opened is that of the result.
#include <stdio.h>
static FILE *same(FILE *f) { return f; }
static int g(void) { FILE *f = same(fopen("a", "r")); if (f) return 1; return 0; }
int main(void) { return g(); }
