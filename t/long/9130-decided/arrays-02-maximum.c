// The greatest of eight unknown values, found in two halves that are then compared.
// Bug: the second half starts at index 5, so the element 4 is never looked at.
// expect: False inputs: 0 0 0 0 1 0 0 0
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int greatest(const int *v, int from, int to)
{
    int m = v[from];
    for (int i = from + 1; i < to; i++)
        if (v[i] > m)
            m = v[i];
    return m;
}

int main(void)
{
    int v[8], left, right, m;

    for (int i = 0; i < 8; i++)
        v[i] = __VERIFIER_nondet_int();
    left = greatest(v, 0, 4);
    right = greatest(v, 5, 8);
    m = left > right ? left : right;
    for (int i = 0; i < 8; i++)
        if (v[i] > m)
            reach_error();
    return 0;
}
