/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// A count that is written through a va_list.
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
void p(const char*f,...){ va_list ap; va_start(ap,f); vprintf("abc%n",ap); va_end(ap); }
int main(void){ int n=0; p("",&n); assert(n==0); return 0; }
