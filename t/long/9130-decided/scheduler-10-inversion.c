// Two tasks and a lock with priority inheritance; the holder must run at the priority of the highest waiter.
// Bug: when the high task gives up waiting and comes back, the boost is taken away but not given again.
// expect: False inputs: 1 2 3 2
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int holder = -1;            /* -1 free, 0 low, 1 high */
static int high_waits = 0;
static int low_prio = 1;
static int boosted_before = 0;

static void low_lock(void)
{
    if (holder == -1) holder = 0;
}

static void low_unlock(void)
{
    if (holder != 0) return;
    holder = -1;
    low_prio = 1;
    boosted_before = 0;
    if (high_waits) {
        high_waits = 0;
        holder = 1;
    }
}

static void high_lock(void)
{
    if (holder == -1) holder = 1;
    else if (holder == 0 && !high_waits) {
        high_waits = 1;
        if (!boosted_before) {
            low_prio = 9;
            boosted_before = 1;
        }
    }
}

static void high_give_up(void)
{
    if (!high_waits) return;
    high_waits = 0;
    low_prio = 1;
}

static void high_unlock(void)
{
    if (holder == 1) holder = -1;
}

int main(void)
{
    while (1) {
        switch (__VERIFIER_nondet_int()) {
        case 1: low_lock(); break;
        case 2: high_lock(); break;
        case 3: high_give_up(); break;
        case 4: low_unlock(); break;
        case 5: high_unlock(); break;
        }
        if (holder == 0 && high_waits && low_prio != 9)
            reach_error();
        if (holder != 0 && low_prio != 1)
            reach_error();
    }
}
