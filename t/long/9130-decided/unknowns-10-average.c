// The average of two unknown values without overflow, which must lie between them.
// Bug: the halves are added and the lost half is added back only if both are odd and not negative.
// expect: False inputs: -3 -3
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int average(int a, int b)
{
    int m = a / 2 + b / 2;
    if (a % 2 == 1 && b % 2 == 1)
        m++;
    return m;
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int m, lo, hi;

    m = average(a, b);
    lo = a < b ? a : b;
    hi = a < b ? b : a;
    if (m < lo || m > hi) {
        reach_error();
    }
    return 0;
}
