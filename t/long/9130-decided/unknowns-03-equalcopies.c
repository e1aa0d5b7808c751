// A value is copied along a chain in an endless loop; every copy must agree with the source.
// True: a turn that changes the source copies it down the whole chain before the check.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    int source = __VERIFIER_nondet_int();
    int first = source, second = source, shown = source;

    while (1) {
        if (__VERIFIER_nondet_bool()) {
            source = __VERIFIER_nondet_int();
            first = source;
            second = first;
            shown = second;
        } else if (__VERIFIER_nondet_bool()) {
            int t = first;
            first = second;
            second = t;
        }
        if (first != second || shown != source || second != shown) {
            ERROR: reach_error();
        }
    }
}
