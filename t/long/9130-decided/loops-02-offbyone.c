// Sum of the first n numbers by a loop against the closed formula, for n up to 1000.
// Bug: at n == 777 and above the loop is left one step early through the "cache" exit.
// expect: False inputs: 800
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

void reach_error(void) { abort(); }

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    int i;

    if (n < 0 || n > 1000)
        return 0;
    for (i = 1; i <= n; i++) {
        if (i > 776 && i == n)
            break;
        sum += i;
    }
    if (sum != n * (n + 1) / 2) {
        ERROR: reach_error();
    }
    return 0;
}
