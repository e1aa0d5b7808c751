/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// A large structure is copied over what depends on an input.
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long __VERIFIER_nondet_long(void);
struct big { int a[2000]; } x;
struct big mk(void) { struct big r; memset(&r, 0, sizeof r); return r; }
int main(void) { int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); x.a[5] = n; if ((unsigned)n + (unsigned)m == 5) return 0; x = mk(); if ((unsigned)x.a[5] + (unsigned)m == 5) abort(); return 0; }
