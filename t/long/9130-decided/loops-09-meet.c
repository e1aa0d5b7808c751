// Two fingers walk towards each other over an unknown range until they meet.
// True: lo and hi keep lo <= hi, their distance falls each turn, and moved counts the distance that is gone.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
extern void __VERIFIER_assume(int);

int main(void)
{
    int lo = __VERIFIER_nondet_int();
    int hi = __VERIFIER_nondet_int();
    int start, moved = 0;

    __VERIFIER_assume(lo >= -1000000000);
    __VERIFIER_assume(hi <= 1000000000);
    __VERIFIER_assume(lo <= hi);
    start = hi - lo;
    while (lo != hi) {
        if (__VERIFIER_nondet_bool())
            lo++;
        else
            hi--;
        moved++;
        if (lo > hi)
            reach_error();
        if (moved + (hi - lo) != start)
            reach_error();
    }
    if (moved != start)
        reach_error();
    return 0;
}
