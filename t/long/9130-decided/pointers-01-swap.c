// Swaps of unknown values through pointers, also of a variable with itself.
// True: after swapping twice both variables hold what they held at the start.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static void swap(int *p, int *q)
{
    int t = *p;
    *p = *q;
    *q = t;
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int a0 = a, b0 = b;

    swap(&a, &b);
    if (a != b0 || b != a0)
        reach_error();
    swap(&a, &a);
    if (a != b0)
        reach_error();
    swap(&b, &a);
    if (a != a0 || b != b0)
        reach_error();
    return 0;
}
