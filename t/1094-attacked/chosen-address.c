/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// Of two characters side by side one has an odd address.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static char c, d;
static unsigned long a[2];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() & 1;
    if (__VERIFIER_nondet_uint()) a[i] = (unsigned long)&c; else a[i] = (unsigned long)&d;
    if (a[1] & 1) reach_error();
    return 0;
}
