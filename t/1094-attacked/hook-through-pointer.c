/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// A hook of the library, set through a pointer.
#define _GNU_SOURCE
#include <assert.h>
#include <error.h>
int x;
void pn(void){ x=1; }
int main(void){ void(**pp)(void)=&error_print_progname; *pp=pn; error(0,0,"a"); assert(x==0); return 0; }
