// A master and a chain of five transmitters with events, in a simulation kernel: the token makes one round at a time.
// True: a task is woken only by the event of the one before it, and each adds one, so the master sees local + 5.
// expect: True
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

/* thread states */
#define TH_READY    0
#define TH_RUNNING  1
#define TH_WAITING  2

/* event states */
#define EV_FIRED    1
#define EV_NONE     2

static int master_pc = 0;
static int link1_pc = 0, link2_pc = 0, link3_pc = 0, link4_pc = 0, link5_pc = 0;
static int master_st, link1_st, link2_st, link3_st, link4_st, link5_st;
static int ev_master = EV_NONE;
static int ev1 = EV_NONE, ev2 = EV_NONE, ev3 = EV_NONE, ev4 = EV_NONE, ev5 = EV_NONE;

static unsigned token;
static unsigned local;
static unsigned rounds;

static int master_called(void)
{
    if (master_pc == 1)
        if (ev_master == EV_FIRED)
            return 1;
    return 0;
}

static int link_called(int pc, int ev)
{
    if (pc == 1)
        if (ev == EV_FIRED)
            return 1;
    return 0;
}

static void wake_tasks(void)
{
    if (master_called())
        master_st = TH_READY;
    if (link_called(link1_pc, ev1))
        link1_st = TH_READY;
    if (link_called(link2_pc, ev2))
        link2_st = TH_READY;
    if (link_called(link3_pc, ev3))
        link3_st = TH_READY;
    if (link_called(link4_pc, ev4))
        link4_st = TH_READY;
    if (link_called(link5_pc, ev5))
        link5_st = TH_READY;
}

static void raise_event(int *ev)
{
    *ev = EV_FIRED;
    wake_tasks();
    *ev = EV_NONE;
}

static void master(void)
{
    if (master_pc == 0) {
        /* first time: fall into the loop */
    } else if (master_pc == 1) {
        if (token != local + 5) {
            ERROR: reach_error();
        }
        rounds++;
    }
    token = __VERIFIER_nondet_uint();
    local = token;
    raise_event(&ev1);
    master_pc = 1;
    master_st = TH_WAITING;
}

static void link1(void)
{
    if (link1_pc == 1) {
        token += 1;
        raise_event(&ev2);
    }
    link1_pc = 1;
    link1_st = TH_WAITING;
}

static void link2(void)
{
    if (link2_pc == 1) {
        token += 1;
        raise_event(&ev3);
    }
    link2_pc = 1;
    link2_st = TH_WAITING;
}

static void link3(void)
{
    if (link3_pc == 1) {
        token += 1;
        raise_event(&ev4);
    }
    link3_pc = 1;
    link3_st = TH_WAITING;
}

static void link4(void)
{
    if (link4_pc == 1) {
        token += 1;
        raise_event(&ev5);
    }
    link4_pc = 1;
    link4_st = TH_WAITING;
}

static void link5(void)
{
    if (link5_pc == 1) {
        token += 1;
        raise_event(&ev_master);
    }
    link5_pc = 1;
    link5_st = TH_WAITING;
}

static int somebody_ready(void)
{
    if (master_st == TH_READY) return 1;
    if (link1_st == TH_READY) return 1;
    if (link2_st == TH_READY) return 1;
    if (link3_st == TH_READY) return 1;
    if (link4_st == TH_READY) return 1;
    if (link5_st == TH_READY) return 1;
    return 0;
}

static void evaluate(void)
{
    int go;

    while (somebody_ready()) {
        if (master_st == TH_READY) {
            go = __VERIFIER_nondet_int();
            if (go != 0) {
                master_st = TH_RUNNING;
                master();
            }
        }
        if (link1_st == TH_READY) {
            go = __VERIFIER_nondet_int();
            if (go != 0) {
                link1_st = TH_RUNNING;
                link1();
            }
        }
        if (link2_st == TH_READY) {
            go = __VERIFIER_nondet_int();
            if (go != 0) {
                link2_st = TH_RUNNING;
                link2();
            }
        }
        if (link3_st == TH_READY) {
            go = __VERIFIER_nondet_int();
            if (go != 0) {
                link3_st = TH_RUNNING;
                link3();
            }
        }
        if (link4_st == TH_READY) {
            go = __VERIFIER_nondet_int();
            if (go != 0) {
                link4_st = TH_RUNNING;
                link4();
            }
        }
        if (link5_st == TH_READY) {
            go = __VERIFIER_nondet_int();
            if (go != 0) {
                link5_st = TH_RUNNING;
                link5();
            }
        }
    }
}

static void reset_tasks(void)
{
    master_st = TH_READY;
    link1_st = TH_READY;
    link2_st = TH_READY;
    link3_st = TH_READY;
    link4_st = TH_READY;
    link5_st = TH_READY;
}

static int all_asleep(void)
{
    return somebody_ready() ? 0 : 1;
}

int main(void)
{
    reset_tasks();
    /* every link runs once to reach its wait before the clock starts */
    link1();
    link2();
    link3();
    link4();
    link5();
    do {
        evaluate();
    } while (!all_asleep());
    /* nobody is ready: cannot be, the token is always somewhere */
    reach_error();
    return 0;
}
