// Power dispatch of a floppy-like driver: requests are held while the device changes power, then restarted.
// True: held counts what entered while changing; the finish step restarts all of them before it clears the state.
// expect: True
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum power { D0 = 1, D1, D2, D3 };

static enum power now = D0, target = D0;
static int changing = 0;
static unsigned held = 0, entered = 0, served = 0;

static void serve(void)
{
    if (changing)
        reach_error();
    served++;
}

static void request(void)
{
    entered++;
    if (changing)
        held++;
    else if (now == D0)
        serve();
    else
        entered--;          /* refused */
}

static void begin_change(int to)
{
    if (changing || to < D0 || to > D3)
        return;
    if ((int)now == to)
        return;
    target = to;
    changing = 1;
}

static void finish_change(void)
{
    if (!changing)
        return;
    now = target;
    changing = 0;
    while (held != 0) {
        held--;
        serve();
    }
}

int main(void)
{
    for (;;) {
        switch (__VERIFIER_nondet_uint() % 4) {
        case 0:
        case 1: request(); break;
        case 2: begin_change(__VERIFIER_nondet_int()); break;
        default: finish_change(); break;
        }
        if (entered != served + held)
            reach_error();
        if (held != 0 && !changing)
            reach_error();
    }
}
