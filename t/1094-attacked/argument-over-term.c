/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// An argument lies where another call kept what an input gave.
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long __VERIFIER_nondet_long(void);
int take(float x, unsigned m) { float *q = &x; unsigned r; memcpy(&r, q, 4); return r * 3u + m == 948571934u; }
int put2(unsigned k) { unsigned a[200]; for (int i = 0; i < 200; i++) a[i] = k; unsigned *p = a; return p[3]; }
int main(void) { unsigned n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); put2(n); if (n * 3u + m == 948571934u) return 0; if (take(0.0f, m)) abort(); return 0; }
