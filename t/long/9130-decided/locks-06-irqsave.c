// Spin lock that saves the interrupt flag: nested sections must restore what they saw.
// Bug: the slow path of the inner section restores "enabled" always, not the saved value.
// expect: False inputs: 5 1 1
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int irq_on = 1;
static int outer_lock, inner_lock;

static int save(void) { int f = irq_on; irq_on = 0; return f; }
static void restore(int f) { irq_on = f; }

static void inner(int slow)
{
    int flags = save();
    if (inner_lock) reach_error();
    inner_lock = 1;
    if (slow) {
        /* the device needs a kick */
        inner_lock = 0;
        irq_on = 1;
        return;
    }
    inner_lock = 0;
    restore(flags);
}

static void outer(int deep, int slow)
{
    int flags = save();
    if (outer_lock) reach_error();
    outer_lock = 1;
    if (deep)
        inner(slow);
    if (irq_on)                  /* interrupts must stay off under the lock */
        reach_error();
    outer_lock = 0;
    restore(flags);
}

int main(void)
{
    while (__VERIFIER_nondet_int() > 0) {
        int deep = __VERIFIER_nondet_bool();
        int slow = __VERIFIER_nondet_bool();
        if (deep || slow)
            outer(deep, slow);
        else
            inner(0);
        if (!irq_on)
            reach_error();
    }
    return 0;
}
