// Mutual recursion decides whether a number below 500 is even.
// True: even(n) goes down to even(0) or odd(0) by n steps that swap the roles, so the answer is n % 2 == 0.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int is_odd(int n);

static int is_even(int n)
{
    if (n == 0)
        return 1;
    return is_odd(n - 1);
}

static int is_odd(int n)
{
    if (n == 0)
        return 0;
    return is_even(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n >= 500)
        return 0;
    if (is_even(n) != (n % 2 == 0))
        reach_error();
    if (is_even(n) == is_odd(n))
        reach_error();
    return 0;
}
