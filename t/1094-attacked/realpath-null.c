/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-leak
// So does realpath.
#include <stdlib.h>
int main(void) { realpath("/", NULL); return 0; }
