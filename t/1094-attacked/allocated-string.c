/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-leak
// %ms allocates.
#include <stdio.h>
int main(void) { char *p = 0; sscanf("abc", "%ms", &p); return 0; }
