// The 91 function of McCarthy: for every argument up to 101 the result is 91, above it n - 10.
// True: this is the known closed form; the recursion on 100 and below climbs by eleven and falls by ten to 101.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int f91(int n)
{
    if (n > 100)
        return n - 10;
    return f91(f91(n + 11));
}

int main(void)
{
    while (1) {
        int n = __VERIFIER_nondet_int();
        int r;
        if (n < -200)
            continue;
        r = f91(n);
        if (n <= 101 && r != 91)
            reach_error();
        if (n > 101 && r != n - 10)
            reach_error();
    }
    return 0;
}
