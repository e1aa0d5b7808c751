// Five optional locks taken and released in the same turn of an endless loop.
// True: each lock is taken only if its flag is set, and the same unchanged flag guards its release.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    int want_a, want_b, want_c, want_d, want_e;
    int lock_a, lock_b, lock_c, lock_d, lock_e;

    while (1) {
        if (__VERIFIER_nondet_int() == 0)
            break;
        want_a = __VERIFIER_nondet_int();
        want_b = __VERIFIER_nondet_int();
        want_c = __VERIFIER_nondet_int();
        want_d = __VERIFIER_nondet_int();
        want_e = __VERIFIER_nondet_int();

        lock_a = 0; lock_b = 0; lock_c = 0; lock_d = 0; lock_e = 0;

        if (want_a != 0) lock_a = 1;
        if (want_b != 0) lock_b = 1;
        if (want_c != 0) lock_c = 1;
        if (want_d != 0) lock_d = 1;
        if (want_e != 0) lock_e = 1;

        if (want_a != 0) {
            if (lock_a != 1) goto ERROR;
            lock_a = 0;
        }
        if (want_b != 0) {
            if (lock_b != 1) goto ERROR;
            lock_b = 0;
        }
        if (want_c != 0) {
            if (lock_c != 1) goto ERROR;
            lock_c = 0;
        }
        if (want_d != 0) {
            if (lock_d != 1) goto ERROR;
            lock_d = 0;
        }
        if (want_e != 0) {
            if (lock_e != 1) goto ERROR;
            lock_e = 0;
        }
        if (lock_a || lock_b || lock_c || lock_d || lock_e)
            goto ERROR;
    }
    return 0;
ERROR:
    reach_error();
    return 1;
}
