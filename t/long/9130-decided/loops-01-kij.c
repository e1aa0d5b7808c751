// Counting loops with two counters and their sum: k equals i + j all along.
// True: both increments of i and j come with one of k, starting from zeros; unsigned wrap keeps sums equal.
// expect: True
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0, j = 0, k = 0;

    while (k < n) {
        if (__VERIFIER_nondet_bool())
            i++;
        else
            j++;
        k++;
        if (k != i + j)
            reach_error();
    }
    if (i + j < n)
        reach_error();
    return 0;
}
