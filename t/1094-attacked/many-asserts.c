/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// The last of many assertions.
extern int __VERIFIER_nondet_int(void);
int failures;
void __VERIFIER_assert(int c) { failures += !c; }
int main(void) {
    for (int i = 0; i < 2000; i++) __VERIFIER_assert(1);
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x != 5);
    return 0;
}
