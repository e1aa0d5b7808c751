// A recursive mutex with an owner and a count, used by three tasks in turn.
// Bug: force-unlock clears the owner but not the count, so the next owner starts at the wrong depth.
// expect: False inputs: 1 0 1 2 2 0
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct rmutex {
    int owner;      /* 0 is nobody */
    int count;
};

static struct rmutex m;

static int rm_lock(int who)
{
    if (m.owner == 0) {
        m.owner = who;
        m.count++;
        if (m.count != 1) {
            ERROR: reach_error();
        }
        return 1;
    }
    if (m.owner == who && m.count < 10) {
        m.count++;
        return 1;
    }
    return 0;
}

static void rm_unlock(int who)
{
    if (m.owner != who)
        return;
    m.count--;
    if (m.count == 0)
        m.owner = 0;
}

static void rm_force(int who)
{
    if (m.owner == who)
        m.owner = 0;
}

int main(void)
{
    m.owner = 0;
    m.count = 0;
    while (1) {
        int who = __VERIFIER_nondet_int();
        int what = __VERIFIER_nondet_int();
        if (who < 1 || who > 3)
            continue;
        switch (what) {
        case 0: rm_lock(who); break;
        case 1: rm_unlock(who); break;
        case 2: rm_force(who); break;
        default: break;
        }
    }
}
