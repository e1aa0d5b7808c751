// A driver takes a lock, and gives it back when a request is served; it loops while packets move.
// Bug: the error status path gives the lock back but forgets that the loop exit gives it back again.
// expect: False inputs: 3 1 -5
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int lock = 0;

void acquire(void) { if (lock != 0) { ERROR: reach_error(); } lock = 1; }
void release(void) { if (lock != 1) { ERROR: reach_error(); } lock = 0; }

int main(void)
{
    int budget = __VERIFIER_nondet_int();
    unsigned packets = 0, packets_old;
    int request, status = 0;

    if (budget < 0)
        return 0;
    do {
        acquire();
        packets_old = packets;
        request = __VERIFIER_nondet_int();
        if (request != 0 && budget > 0) {
            release();
            budget--;
            status = __VERIFIER_nondet_int();
            if (status == 0)
                packets++;
            else if (status < 0) {
                acquire();
                release();
                break;
            } else {
                acquire();
                packets_old = packets;
            }
        }
    } while (packets != packets_old);
    release();
    return 0;
}
