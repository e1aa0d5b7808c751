// Fibonacci numbers by recursion and by a loop, for n up to 17.
// Bug: the loop version keeps its values in 10 bits, which is too little from n = 17 on.
// expect: False inputs: 17
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static unsigned fib(unsigned n)
{
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}

static unsigned fib_loop(unsigned n)
{
    unsigned a = 0, b = 1;
    while (n-- > 0) {
        unsigned c = (a + b) & 0x3ff;
        a = b;
        b = c;
    }
    return a;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 17)
        return 0;
    if (fib((unsigned)n) != fib_loop((unsigned)n)) {
        ERROR: reach_error();
    }
    return 0;
}
