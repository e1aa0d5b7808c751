/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad stdio.leak
// Nobody takes what is handed back.
#include <stdio.h>
static FILE *same(FILE *f) { return f; }
static int g(void) { same(fopen("a", "r")); return 0; }
int main(void) { return g(); }
