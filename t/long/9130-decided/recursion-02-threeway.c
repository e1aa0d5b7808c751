// Three functions call each other and count down; the last one to run names the remainder by three.
// Bug: the third function takes two steps when its argument is exactly 50.
// expect: False inputs: 52
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int zero(int n);
static int one(int n);

static int two(int n)
{
    if (n <= 0) return 2;
    if (n == 50) return zero(n - 2);
    return zero(n - 1);
}

static int one(int n)
{
    if (n <= 0) return 1;
    return two(n - 1);
}

static int zero(int n)
{
    if (n <= 0) return 0;
    return one(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && n <= 300)
        if (zero(n) != n % 3)
            reach_error();
    return 0;
}
