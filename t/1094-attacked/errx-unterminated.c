/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// errx prints before it ends.
#define _GNU_SOURCE
#include <err.h>
int main(void){ char b[2]={'a','b'}; errx(1,"%s",b); }
