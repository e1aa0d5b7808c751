/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// Memory is an input, and the result is none.
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void reach_error(void);
int main(void) {
    unsigned a = 0, b = 0;
    __VERIFIER_nondet_memory(&a, sizeof a);
    __VERIFIER_nondet_memory(&b, sizeof b);
    if (a > 1 && b > 1 && a < 65536 && b < 65536 && a * b == 2147117569u)
        reach_error();
    return 0;
}
