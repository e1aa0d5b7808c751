// Two-lock transfer with try-lock and back-off: if the second lock is busy the first is given back.
// True: work is done only after both tries succeed, and both exits of transfer give back what was taken.
// expect: True
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
#define NULL ((void *)0)

typedef struct { int busy; int mine; } spin_t;

static spin_t from, to, log_lock;
static unsigned long moved;

static int spin_try(spin_t *s)
{
    s->busy = __VERIFIER_nondet_bool();      /* somebody else may hold it */
    if (s->busy)
        return 0;
    if (s->mine)
        reach_error();
    s->mine = 1;
    return 1;
}

static void spin_put(spin_t *s)
{
    if (s->mine == 0)
        reach_error();
    s->mine = 0;
}

static int transfer(spin_t *a, spin_t *b, spin_t *also)
{
    if (!spin_try(a))
        return -1;
    if (!spin_try(b)) {
        spin_put(a);
        return -1;
    }
    if (also != NULL && !spin_try(also))
        also = NULL;                         /* go on without it */
    if (!(a->mine && b->mine))
        reach_error();
    moved++;
    if (also)
        spin_put(also);
    spin_put(b);
    spin_put(a);
    return 0;
}

int main(void)
{
    while (1) {
        int rc;
        if (__VERIFIER_nondet_bool())
            rc = transfer(&from, &to, __VERIFIER_nondet_bool() ? &log_lock : NULL);
        else
            rc = transfer(&to, &from, NULL);
        if (from.mine || to.mine || log_lock.mine)
            reach_error();
        if (rc == 0 && moved == 0)
            moved = 1;                       /* the counter has wrapped */
    }
    return 0;
}
