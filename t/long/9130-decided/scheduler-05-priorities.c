// Five tasks with priorities and ageing; the running task must be a ready one of the highest effective priority.
// True: pick scans all tasks and keeps the best, so no ready task beats the one it returns.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define N 5

struct task {
    int ready;
    int base;        /* 0 to 255 */
    int age;         /* 0 to 50 */
};

static struct task tasks[N];

static int effective(const struct task *t)
{
    return t->base + 4 * t->age;
}

static int pick(void)
{
    int best = -1;
    for (int i = 0; i < N; i++) {
        if (!tasks[i].ready)
            continue;
        if (best < 0 || effective(&tasks[i]) > effective(&tasks[best]))
            best = i;
    }
    return best;
}

static void ageing(int ran)
{
    for (int i = 0; i < N; i++) {
        if (i == ran)
            tasks[i].age = 0;
        else if (tasks[i].ready && tasks[i].age < 50)
            tasks[i].age++;
    }
}

int main(void)
{
    int i, run;

    for (i = 0; i < N; i++) {
        tasks[i].base = __VERIFIER_nondet_uchar();
        tasks[i].ready = 0;
        tasks[i].age = 0;
    }
    while (1) {
        i = __VERIFIER_nondet_int();
        if (i >= 0 && i < N)
            tasks[i].ready = !tasks[i].ready;
        run = pick();
        for (i = 0; i < N; i++) {
            if (tasks[i].ready && run < 0)
                reach_error();
            if (tasks[i].ready && effective(&tasks[i]) > effective(&tasks[run]))
                reach_error();
        }
        if (run >= 0 && !tasks[run].ready)
            reach_error();
        ageing(run);
    }
    return 0;
}
