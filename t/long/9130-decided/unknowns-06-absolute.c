// The absolute value of an unknown long, clipped to what fits; the result must never be below the argument.
// Bug: the special value -4096 is used as "no value" and mapped to -1, which is below zero.
// expect: False inputs: -4096
extern long __VERIFIER_nondet_long(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define NOVALUE (-4096L)

static long magnitude(long x)
{
    if (x == NOVALUE)
        return -1;
    if (x < -1000000L)
        return 1000000L;
    return x < 0 ? -x : x;
}

int main(void)
{
    long x = __VERIFIER_nondet_long();
    long m = magnitude(x);

    if (m < 0 || m < x) {
        ERROR: reach_error();
    }
    return 0;
}
