// The greatest of three unknown values by a chain of comparisons.
// Bug: if a equals b and c is smaller, the chain falls through to c.
// expect: False inputs: 2 2 1
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int max3(int a, int b, int c)
{
    if (a > b && a > c)
        return a;
    if (b > a && b > c)
        return b;
    return c;
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int m = max3(a, b, c);

    if (m < a || m < b || m < c)
        reach_error();
    return 0;
}
