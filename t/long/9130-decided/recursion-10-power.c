// Fast powers by recursion (square and multiply) compared with repeated multiplication, modulo 2 to the 32.
// Bug: for exponents that are a multiple of 8 the square is taken once too rarely.
// expect: False inputs: 3 8
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

static unsigned fast(unsigned b, unsigned e)
{
    unsigned h;
    if (e == 0)
        return 1;
    h = fast(b, e / 2);
    if (e % 8 == 0)
        return h;
    return e % 2 ? h * h * b : h * h;
}

static unsigned slow(unsigned b, unsigned e)
{
    return e == 0 ? 1 : b * slow(b, e - 1);
}

int main(void)
{
    unsigned b = __VERIFIER_nondet_uint();
    unsigned e = __VERIFIER_nondet_uint();
    if (e > 40 || b > 1000)
        return 0;
    if (fast(b, e) != slow(b, e))
        reach_error();
    return 0;
}
