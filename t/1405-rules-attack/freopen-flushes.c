/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine stdio.read_after_write
// freopen begins anew.
#include <stdio.h>
int main(void) { FILE *f = fopen("/tmp/x", "w"); if (!f) return 1; fputs("a", f);
    freopen("/tmp/x", "r", f); int c = fgetc(f); fclose(f); return c < 0; }
