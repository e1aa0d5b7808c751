// Tasks that sleep until a clock value; the clock jumps by unknown steps. Nobody may run before its time.
// True: a task becomes ready only in wake_due, which compares its due time with the clock, and the clock never goes back.
// expect: True
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define MAXTIME 2000000000u
typedef unsigned long long tick_t;

struct sleeper { unsigned due; int asleep; int ready; };

static struct sleeper s[4];
static unsigned now = 0;

static void sleep_for(struct sleeper *p, unsigned d)
{
    if (p->asleep || d > 1000000u)
        return;
    p->due = now + d;
    p->asleep = 1;
    p->ready = 0;
}

static void wake_due(void)
{
    for (unsigned i = 0; i < 4; i++)
        if (s[i].asleep && s[i].due <= now) {
            s[i].asleep = 0;
            s[i].ready = 1;
        }
}

static void run_ready(void)
{
    for (unsigned i = 0; i < 4; i++)
        if (s[i].ready) {
            if (s[i].due > now || s[i].asleep)
                reach_error();
            s[i].ready = 0;
        }
}

int main(void)
{
    tick_t total = 0;

    while (now < MAXTIME) {
        unsigned step = __VERIFIER_nondet_uint();
        unsigned who = __VERIFIER_nondet_uint() % 4;
        unsigned nap = __VERIFIER_nondet_uint();
        if (step > 1000u)
            step = 1000u;
        now += step;
        total += step;
        if (total != now)
            reach_error();
        sleep_for(&s[who], nap);
        wake_due();
        run_ready();
    }
    return 0;
}
