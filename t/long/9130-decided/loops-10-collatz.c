// The halving and tripling walk of a number below 100, with a step counter bounded by 200.
// Bug: a number of the set takes more than 115 steps, which the author did not expect.
// expect: False inputs: 97
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

static unsigned walk(unsigned n)
{
    unsigned steps = 0;
    while (n != 1 && steps < 200) {
        if (n % 2)
            n = 3 * n + 1;
        else
            n /= 2;
        steps++;
    }
    return steps;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uchar();
    if (n == 0 || n >= 100)
        return 0;
    if (walk(n) > 115)
        reach_error();
    return 0;
}
