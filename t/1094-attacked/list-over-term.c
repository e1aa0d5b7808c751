/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// The same of arguments behind the parameters.
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long __VERIFIER_nondet_long(void);
int take(unsigned m, ...) { va_list ap; va_start(ap, m); unsigned r = 0; for (int i = 0; i < 12; i++) { r = va_arg(ap, unsigned); if (r + m == 5) return 1; } va_end(ap); return 0; }
void put2(unsigned k) { unsigned a[200]; for (int i = 0; i < 200; i++) a[i] = k; unsigned *p = a; p[3]++; }
int main(void) { unsigned n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); put2(n); if (n + m == 5) return 0; if (take(m, 0u,0u,0u,0u,0u,0u,0u,0u,0u,0u,0u,0u)) abort(); return 0; }
