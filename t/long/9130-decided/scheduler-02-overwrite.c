// A token ring of three tasks with last-read and last-written pairs; each passes the token plus one.
// Bug: task B, when woken by the timer instead of by the token, writes its own token before C has read the old one.
// expect: False inputs: 0 0 1 3 1 2
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

static unsigned ab, bc;               /* mailboxes A to B, B to C */
static int ab_full, bc_full;
static unsigned ab_written, bc_written, c_read;
static int timer;
static int stale;

static void task_a(void)
{
    if (ab_full)
        return;
    ab = __VERIFIER_nondet_uint();
    ab_written = ab;
    ab_full = 1;
}

static void task_b(void)
{
    unsigned local;

    if (timer) {
        timer = 0;
        bc = bc + 1;                  /* keep-alive */
        if (!bc_full) {
            bc_written = bc;
            bc_full = 1;
        }
        return;
    }
    if (!ab_full || bc_full)
        return;
    local = ab;
    if (local != ab_written)
        reach_error();
    ab_full = 0;
    bc = local + 1;
    bc_written = bc;
    bc_full = 1;
}

static void task_c(void)
{
    if (!bc_full) {
        if (stale < 3) stale++;
        else timer = 1;
        return;
    }
    stale = 0;
    c_read = bc;
    bc_full = 0;
    if (c_read != bc_written) {
        ERROR: reach_error();
    }
}

int main(void)
{
    while (1) {
        int who = __VERIFIER_nondet_int();
        if (who == 0) task_a();
        else if (who == 1) task_b();
        else if (who == 2) task_c();
        else if (who == 3 && bc_full) timer = 1;
    }
    return 0;
}
