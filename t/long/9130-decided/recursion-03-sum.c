// A recursive sum with an accumulator against a plain recursive sum, for n up to 2000.
// True: both add the numbers 1 to n, and 2000 * 2001 / 2 fits an int.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int sum_down(int n)
{
    if (n <= 0)
        return 0;
    return n + sum_down(n - 1);
}

int sum_acc(int n, int acc)
{
    if (n <= 0)
        return acc;
    return sum_acc(n - 1, acc + n);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int a, b;

    if (n > 2000)
        n = 2000;
    a = sum_down(n);
    b = sum_acc(n, 0);
    if (a != b) {
        ERROR: reach_error();
    }
    if (n > 0 && a < n)
        reach_error();
    return 0;
}
