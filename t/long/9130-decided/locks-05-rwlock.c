// A read-write lock with counters: many readers or one writer, with upgrade and downgrade.
// True: a writer enters only with no reader (or as the only reader upgrading) and readers only with no writer.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
#define check(c) do { if (!(c)) reach_error(); } while (0)

enum op { R_IN, R_OUT, W_IN, W_OUT, UPGRADE, DOWNGRADE };

int readers = 0;
int writer = 0;

void step(int op)
{
    switch (op) {
    case R_IN:
        if (!writer && readers < 1000)
            readers++;
        break;
    case R_OUT:
        if (readers > 0)
            readers--;
        break;
    case W_IN:
        if (!writer && readers == 0)
            writer = 1;
        break;
    case W_OUT:
        if (writer)
            writer = 0;
        break;
    case UPGRADE:
        if (readers == 1) {
            readers = 0;
            writer = 1;
        }
        break;
    case DOWNGRADE:
        if (writer) {
            writer = 0;
            readers = 1;
        }
        break;
    }
}

int main(void)
{
    while (1) {
        step(__VERIFIER_nondet_int());
        check(writer == 0 || readers == 0);
        check(readers >= 0 && readers <= 1000);
        check(writer == 0 || writer == 1);
    }
}
