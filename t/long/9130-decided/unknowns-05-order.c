// Five unknown values in rising order by assumption; any two of them then compare as their places do.
// True: the order of integers is transitive.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    int e = __VERIFIER_nondet_int();

    __VERIFIER_assume(a <= b);
    __VERIFIER_assume(b < c);
    __VERIFIER_assume(c <= d);
    __VERIFIER_assume(d < e);
    if (a >= c || a >= e)
        reach_error();
    if (b > d || c > e)
        reach_error();
    if (a == d || b == e)
        reach_error();
    return 0;
}
