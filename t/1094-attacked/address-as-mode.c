/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// A loop holds one of two addresses, as numbers.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static char c, d;
int main(void) {
    unsigned long u = (unsigned long)&c;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        u = __VERIFIER_nondet_int() ? (unsigned long)&c : (unsigned long)&d;
    if (u & 1) reach_error();
    return 0;
}
