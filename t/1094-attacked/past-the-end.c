/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// An address behind an array may be where the next object begins; inside it is not.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int a[4], b[4];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    int *p, *q;
    if (i > 4) return 0;
    p = &a[i];
    q = &b[i];
    if (p == b || q == a) reach_error();
    return 0;
}
