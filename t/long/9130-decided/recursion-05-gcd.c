// Greatest common divisor by Euclid's recursion for values up to ten thousand.
// True: gcd(a, b) = gcd(b, a mod b) keeps the set of common divisors, and the result divides both numbers.
// expect: True
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

static unsigned gcd(unsigned a, unsigned b)
{
    return b == 0 ? a : gcd(b, a % b);
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    unsigned g;

    if (a == 0 || b == 0 || a > 10000 || b > 10000)
        return 0;
    g = gcd(a, b);
    if (g == 0)
        reach_error();
    if (a % g != 0 || b % g != 0)
        reach_error();
    if (g != gcd(b, a))
        reach_error();
    if (g > a || g > b)
        reach_error();
    return 0;
}
