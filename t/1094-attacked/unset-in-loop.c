/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// The loop is entered without a value of x on a way that runs seldom take: what is so of x elsewhere says nothing there.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
int main(void)
{
    unsigned in = __VERIFIER_nondet_uint();
    int flag = 0;
    long x;
    if ((in * 40503u & 0xffffu) != 12345u) {
        x = __VERIFIER_nondet_int();
        x -= __VERIFIER_nondet_int();
    }
    while (1) {
        if ((in * 40503u & 0xffffu) == 12345u) {
            if (__VERIFIER_nondet_uchar() == 77)
                abort();
        } else if (x > 100)
            flag = 1;
        else if (flag == 1)
            abort();
    }
}
