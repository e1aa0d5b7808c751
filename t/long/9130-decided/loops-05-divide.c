// Division by repeated subtraction: quotient and remainder of unknown values.
// True: a == q * b + r holds before the loop and each turn moves one b from r to q * b; at the end r < b.
// expect: True
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

static void divide(unsigned a, unsigned b, unsigned *q, unsigned *r)
{
    *q = 0;
    *r = a;
    while (*r >= b) {
        *r -= b;
        (*q)++;
    }
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    unsigned q, r;

    if (b == 0)
        return 0;
    divide(a, b, &q, &r);
    if (r >= b)
        reach_error();
    if (q * b + r != a)
        reach_error();
    if (q > a)
        reach_error();
    return 0;
}
