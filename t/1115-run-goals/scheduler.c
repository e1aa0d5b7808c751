extern unsigned char __VERIFIER_nondet_uchar(void);

enum pstate { FREE, READY, RUNNING, BLOCKED };

struct task {
    enum pstate st;
    int prio, budget, ran;
};

static struct task tasks[4];
static int current = -1, clock_, switches;

static int spawn(int prio, int budget)
{
    int i;
    for (i = 0; i < 4; i++) {
        if (tasks[i].st == FREE) {
            tasks[i].st = READY;
            tasks[i].prio = prio;
            tasks[i].budget = budget;
            tasks[i].ran = 0;
            return i;
        }
    }
    return -1;
}

static void pick(void)
{
    int i, best = -1;
    for (i = 0; i < 4; i++) {
        if (tasks[i].st == READY && (best < 0 || tasks[i].prio > tasks[best].prio)) {
            best = i;
        }
    }
    if (best >= 0 && (current < 0 || tasks[best].prio > tasks[current].prio)) {
        if (current >= 0) {
            tasks[current].st = READY;
        }
        current = best;
        tasks[best].st = RUNNING;
        switches++;
    }
}

static void panic(void) {
    switches = -1;
}

static void inversion(void) {
    switches += 100;
}

int main(void)
{
    int step, i, res = 0, done = 0;

    for (step = 0; step < 16; step++) {
        int op = __VERIFIER_nondet_uchar() % 5, running = 0;
        if (op == 0) {
            break;
        } else if (op == 1) {
            int pr = __VERIFIER_nondet_uchar() & 15;
            int bu = __VERIFIER_nondet_uchar() & 15;
            spawn(pr, bu + 1);
        } else if (op == 2) {
            clock_++;
            if (current >= 0) {
                struct task *t = &tasks[current];
                t->ran++;
                if (t->ran >= t->budget) {
                    t->st = FREE;
                    current = -1;
                    done++;
                }
            }
            pick();
        } else if (op == 3) {
            if (current >= 0) {
                tasks[current].st = BLOCKED;
                current = -1;
            }
        } else {
            for (i = 0; i < 4; i++) {
                if (tasks[i].st == BLOCKED) {
                    tasks[i].st = READY;
                }
            }
        }
        for (i = 0; i < 4; i++) {
            running += tasks[i].st == RUNNING;
            if (tasks[i].st == RUNNING && i != current) {
                panic();
            }
        }
        if (running > 1) {
            res = 50;
        }
        if (current >= 0 && tasks[current].ran >= tasks[current].budget) {
            res = 51;
        }
        if (tasks[0].st == BLOCKED && tasks[1].st == BLOCKED && tasks[2].st == RUNNING
            && tasks[0].prio > tasks[1].prio && tasks[1].prio > tasks[2].prio) {
            inversion();
        }
    }
    if (done == 3 && clock_ == 6) {
        res = 1;
    }
    if (done > 4 && clock_ < 6) {
        res = 52;
    }
    if (switches == 6 && done == 0) {
        res = 2;
    }
    return res;
}
