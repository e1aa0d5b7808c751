/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine: memory-safe
// An empty tree.
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
int main(void){ tdestroy(0,free); return 0; }
