// The swap without a temporary, applied to elements of a small array.
// Bug: when both indexes are equal the value is wiped out.
// expect: False inputs: 5 6 7 1 1
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

static void swap(unsigned *p, unsigned *q)
{
    *p ^= *q;
    *q ^= *p;
    *p ^= *q;
}

int main(void)
{
    unsigned v[3], i, j, sum;

    for (i = 0; i < 3; i++)
        v[i] = __VERIFIER_nondet_uint();
    sum = v[0] + v[1] + v[2];
    i = __VERIFIER_nondet_uint();
    j = __VERIFIER_nondet_uint();
    if (i > 2 || j > 2)
        return 0;
    swap(&v[i], &v[j]);
    if (v[0] + v[1] + v[2] != sum)
        reach_error();
    return 0;
}
