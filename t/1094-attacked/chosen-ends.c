/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// The end of one object may be the beginning of another.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int a, b;
int *t[2] = {&a, &a + 1}, *s[2] = {&b, &b + 1};
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() & 1;
    if (t[i] == &b || s[i] == &a) reach_error();
    return 0;
}
