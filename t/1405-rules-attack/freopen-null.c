/* SPDX-License-Identifier: GPL-3.0-or-later */
// bad stdio.null
// freopen needs a stream.
#include <stdio.h>
int main(void) { FILE *f = fopen("/none/x", "r"); f = freopen("y", "r", f); if (f) fclose(f); return 0; }
