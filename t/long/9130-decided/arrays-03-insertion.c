// Insertion sort of at most seven unknown values; the result is in order and has the same sum.
// True: the sort only moves elements, and each outer turn leaves the prefix in order.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

static void sort(int *a, unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        int x = a[i];
        unsigned j = i;
        while (j > 0 && a[j - 1] > x) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = x;
    }
}

int main(void)
{
    int a[7];
    unsigned n = __VERIFIER_nondet_uint();
    unsigned before = 0, after = 0, i;

    if (n > 7)
        return 0;
    for (i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        before += (unsigned)a[i];
    }
    sort(a, n);
    for (i = 0; i < n; i++) {
        after += (unsigned)a[i];
        if (i > 0 && a[i - 1] > a[i])
            reach_error();
    }
    if (before != after)
        reach_error();
    return 0;
}
