// A counting semaphore with waiting tasks in a kernel; a signal hands the unit straight to the first waiter.
// Bug: a signal that finds a waiter hands over and also counts up, so one unit exists twice.
// expect: False inputs: 2 0 3 0 0 0 3 3 1 0
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define UNITS 2
#define TASKS 4

enum tstate { OUTSIDE, WAITING, INSIDE };

static enum tstate st[TASKS];
static int units = UNITS;

static int count_inside(void)
{
    int n = 0;
    for (int i = 0; i < TASKS; i++)
        n += st[i] == INSIDE;
    return n;
}

static void sem_wait(int t)
{
    if (st[t] != OUTSIDE)
        return;
    if (units > 0) {
        units--;
        st[t] = INSIDE;
    } else
        st[t] = WAITING;
}

static void sem_post(int t)
{
    if (st[t] != INSIDE)
        return;
    st[t] = OUTSIDE;
    if (units < UNITS)
        units++;
    for (int i = 0; i < TASKS; i++)
        if (st[i] == WAITING) {
            st[i] = INSIDE;
            break;
        }
}

int main(void)
{
    while (1) {
        int t = __VERIFIER_nondet_int();
        int op = __VERIFIER_nondet_int();
        if (t < 0 || t >= TASKS)
            continue;
        if (op == 0) sem_wait(t);
        else sem_post(t);
        if (count_inside() > UNITS) {
            ERROR: reach_error();
        }
    }
}
