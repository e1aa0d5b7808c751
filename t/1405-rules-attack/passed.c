/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad stdio.leak
// What is handed back is lost with its last name.
#include <stdio.h>
static FILE *same(FILE *f) { return f; }
static int g(void) { FILE *f = fopen("a", "r"); if (!f) return 1; FILE *h = same(f); return 0; }
int main(void) { return g(); }
