// Round robin with quanta: a task that used up its quantum must go to the back of the queue.
// Bug: when a task wakes in the very tick in which its quantum ends it keeps the processor, and its budget goes below zero.
// expect: False inputs: 0 0 0 5
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum { TASKS = 3, QUANTUM = 4 };

static int budget[TASKS];
static int current = 0;
static int ticks = 0;

static int next_task(int t)
{
    return t + 1 == TASKS ? 0 : t + 1;
}

static void tick(int event)
{
    budget[current]--;
    if (budget[current] <= 0) {
        if (event == 5 && ticks == 3) {
            /* woken just now, let it run on */
            budget[current]--;
        } else {
            budget[current] = QUANTUM;
            current = next_task(current);
        }
    }
    ticks = (ticks + 1) % 7;
}

int main(void)
{
    for (int i = 0; i < TASKS; i++)
        budget[i] = QUANTUM;
    while (1) {
        tick(__VERIFIER_nondet_int());
        for (int i = 0; i < TASKS; i++)
            if (budget[i] < 0 || budget[i] > QUANTUM) {
                ERROR: reach_error();
            }
    }
}
