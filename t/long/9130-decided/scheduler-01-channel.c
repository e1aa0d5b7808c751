// A cooperative scheduler with one sender, one receiver and a one-word channel; values are unknown.
// True: the receiver runs only when full = 1, which the sender sets right after it writes value and last_written alike.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define RUNNABLE 0
#define BLOCKED  1

static int value, last_written, last_read;
static int full = 0;
static int sender_state = RUNNABLE, receiver_state = RUNNABLE;
static int sender_pc = 0, receiver_pc = 0;

static void wake(int *state)
{
    if (*state == BLOCKED)
        *state = RUNNABLE;
}

static void sender(void)
{
    if (sender_pc == 1)
        goto after_wait;
again:
    if (full) {
        sender_state = BLOCKED;
        sender_pc = 1;
        return;
    }
after_wait:
    if (full)
        goto again;
    value = __VERIFIER_nondet_int();
    last_written = value;
    full = 1;
    wake(&receiver_state);
    sender_pc = 0;
}

static void receiver(void)
{
    if (receiver_pc == 1)
        goto after_wait;
again:
    if (!full) {
        receiver_state = BLOCKED;
        receiver_pc = 1;
        return;
    }
after_wait:
    if (!full)
        goto again;
    last_read = value;
    full = 0;
    if (last_read != last_written)
        reach_error();
    wake(&sender_state);
    receiver_pc = 0;
}

int main(void)
{
    while (sender_state == RUNNABLE || receiver_state == RUNNABLE) {
        if (sender_state == RUNNABLE && __VERIFIER_nondet_int() != 0)
            sender();
        if (receiver_state == RUNNABLE && __VERIFIER_nondet_int() != 0)
            receiver();
    }
    reach_error();          /* both blocked: cannot be */
    return 0;
}
