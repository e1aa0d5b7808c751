/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine: termination
// exit in a destructor goes on with the others.
#define _GNU_SOURCE
#include <stdlib.h>
__attribute__((destructor)) void d(void){ exit(0); }
int main(void){ return 0; }
