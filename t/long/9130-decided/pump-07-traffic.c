// Traffic lights at a crossing with pedestrian requests and an emergency mode: never two greens.
// True: a light turns green only from the all-red phase, and each phase function sets the other side red first.
// expect: True
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum light { RED, YELLOW, GREEN };

struct crossing {
    enum light north, east, walk;
    int phase;
    unsigned timer;
    int request, emergency;
};

static void set_phase(struct crossing *c, int phase, unsigned time)
{
    c->phase = phase;
    c->timer = time;
    c->north = phase == 1 ? GREEN : phase == 2 ? YELLOW : RED;
    c->east = phase == 4 ? GREEN : phase == 5 ? YELLOW : RED;
    c->walk = phase == 7 ? GREEN : RED;
}

static void step(struct crossing *c)
{
    if (c->emergency) {
        if (c->phase == 1) set_phase(c, 2, 3);
        else if (c->phase == 4) set_phase(c, 5, 3);
        else if (c->timer == 0 || c->phase == 7) set_phase(c, 0, 1);
        else c->timer--;
        return;
    }
    if (c->timer > 0) {
        c->timer--;
        return;
    }
    switch (c->phase) {
    case 0: set_phase(c, 1, 10 + __VERIFIER_nondet_uint() % 20); break;
    case 1: set_phase(c, 2, 3); break;
    case 2: set_phase(c, 3, 1); break;
    case 3: set_phase(c, 4, 10 + __VERIFIER_nondet_uint() % 20); break;
    case 4: set_phase(c, 5, 3); break;
    case 5: set_phase(c, 6, 1); break;
    case 6:
        if (c->request) {
            c->request = 0;
            set_phase(c, 7, 15);
        } else
            set_phase(c, 0, 0);
        break;
    case 7: set_phase(c, 0, 2); break;
    default: reach_error();
    }
}

int main(void)
{
    struct crossing c = { RED, RED, RED, 0, 0, 0, 0 };
    while (1) {
        if (__VERIFIER_nondet_bool())
            c.request = 1;
        c.emergency = __VERIFIER_nondet_bool();
        step(&c);
        if (c.north != RED && c.east != RED)
            reach_error();
        if (c.walk != RED && (c.north != RED || c.east != RED))
            reach_error();
        if (c.timer > 29)
            reach_error();
    }
}
