// A million steps, each adding an even amount to a register; it can never become odd.
// True: 2, 4 and 6 are even and the reset value is 0, so the lowest bit stays 0.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    unsigned reg = 0;
    int step;

    for (step = 0; step < 1000000; step++) {
        switch (__VERIFIER_nondet_int()) {
        case 0: reg += 2; break;
        case 1: reg += 4; break;
        case 2: reg += 6; break;
        case 3: reg = 0; break;
        default: break;
        }
        if (reg % 2 != 0)
            reach_error();
    }
    if (step != 1000000)
        reach_error();
    return 0;
}
