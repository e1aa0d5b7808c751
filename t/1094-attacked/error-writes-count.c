/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// error prints before it goes on.
#define _GNU_SOURCE
#include <assert.h>
#include <error.h>
int main(void){ int n=0; error(0,0,"abc%n",&n); assert(n==0); return 0; }
