// Minimum and maximum of unknown values found in one pass, given back through pointers to the elements.
// True: lo and hi point to elements, and each element is compared with both before the pass ends.
// expect: True
extern short __VERIFIER_nondet_short(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static void extremes(short *v, int n, short **lo, short **hi)
{
    *lo = *hi = v;
    for (int i = 1; i < n; i++) {
        if (v[i] < **lo)
            *lo = &v[i];
        else if (v[i] > **hi)
            *hi = &v[i];
    }
}

int main(void)
{
    short v[12];
    short *lo, *hi;
    int n = __VERIFIER_nondet_int();

    if (n < 1 || n > 12)
        return 0;
    for (int i = 0; i < n; i++)
        v[i] = __VERIFIER_nondet_short();
    extremes(v, n, &lo, &hi);
    for (int i = 0; i < n; i++)
        if (v[i] < *lo || v[i] > *hi)
            reach_error();
    if (lo < v || lo >= v + n || hi < v || hi >= v + n)
        reach_error();
    if (*lo > *hi)
        reach_error();
    return 0;
}
