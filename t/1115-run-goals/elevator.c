extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

#define FLOORS 6

enum dir { DOWN = -1, STOP = 0, UP = 1 };

struct lift {
    int floor;
    enum dir dir;
    int door_open;
    int calls[FLOORS];
    int moved;
};

static int any_call(const struct lift *l, int lo, int hi)
{
    int i;
    for (i = lo; i <= hi; i++) {
        if (l->calls[i]) {
            return 1;
        }
    }
    return 0;
}

static void overload(struct lift *l) {
    l->dir = STOP;
}

static void step(struct lift *l)
{
    if (l->calls[l->floor]) {
        l->calls[l->floor] = 0;
        l->door_open = 1;
        return;
    }
    l->door_open = 0;
    if (l->dir == UP && !any_call(l, l->floor + 1, FLOORS - 1)) {
        l->dir = STOP;
    } else if (l->dir == DOWN && !any_call(l, 0, l->floor - 1)) {
        l->dir = STOP;
    }
    if (l->dir == STOP) {
        if (any_call(l, l->floor + 1, FLOORS - 1)) {
            l->dir = UP;
        } else if (any_call(l, 0, l->floor - 1)) {
            l->dir = DOWN;
        }
    }
    if (l->dir != STOP) {
        l->floor += l->dir;
        l->moved++;
    }
}

int main(void)
{
    struct lift l = { 0, STOP, 0, { 0 }, 0 };
    int t, opened = 0, trips = 0;

    for (t = 0; t < 20; t++) {
        int before = l.floor;
        if (__VERIFIER_nondet_bool()) {
            int f = __VERIFIER_nondet_int();
            if (f < 0 || f >= FLOORS) {
                l.dir = STOP;
                break;
            }
            l.calls[f] = 1;
        }
        step(&l);
        if (l.door_open && l.floor != before) {
            opened = -50;
        }
        if (l.door_open) {
            opened++;
        }
        if (before == 0 && l.floor == 1) {
            trips++;
        }
        if ((l.moved + l.floor) % 2 != 0) {
            trips = -9;
        }
    }
    if (trips == 3) {
        overload(&l);
    }
    if (l.floor == 5 && l.moved == 15) {
        trips = 70;
    }
    if (opened > 19 && l.moved > 0) {
        trips = 80;
    }
    return trips;
}
