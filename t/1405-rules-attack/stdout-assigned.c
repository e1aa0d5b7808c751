/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad stdio.null
// stdout is a variable.
#include <stdio.h>
int main(void) { stdout = fopen("/none/log", "w"); fputs("x", stdout); return 0; }
