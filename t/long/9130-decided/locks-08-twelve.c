// Twelve locks with flags; after taking, a late request may switch on flag 9 if 3 and 4 are both wanted.
// Bug: the late request sets the flag without taking the lock, so its release fails.
// expect: False inputs: 1 0 0 1 1 0 0 0 0 0 0 0 0 7
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    int want[13], lock[13];
    int i;

    while (__VERIFIER_nondet_int() != 0) {
        for (i = 1; i <= 12; i++) {
            want[i] = __VERIFIER_nondet_int() != 0;
            lock[i] = 0;
        }
        for (i = 1; i <= 12; i++)
            if (want[i])
                lock[i] = 1;
        if (want[3] && want[4] && !want[9]) {
            if (__VERIFIER_nondet_int() == 7)
                want[9] = 1;
        }
        for (i = 12; i >= 1; i--) {
            if (want[i]) {
                if (lock[i] != 1) {
                    ERROR: reach_error();
                }
                lock[i] = 0;
            }
        }
    }
    return 0;
}
