/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// The Boolean program begins where the program does.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int g = 0;
#pragma cwolf predicate g == 0
__attribute__((destructor)) void h(void) { if (g != 0) abort(); }
int main(void) {
    g = 1;
    return 0;
}
