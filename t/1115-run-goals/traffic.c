extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum light { RED, RED_AMBER, GREEN, AMBER };

struct junction {
    enum light ns, ew;
    int timer;
    int waiting_ns, waiting_ew;
    int ped_request;
    int walk;
};

static int emergencies;

static void emergency(struct junction *j) {
    j->ns = j->ew = RED;
    j->timer = 0;
    emergencies++;
}

static enum light advance(enum light l)
{
    switch (l) {
    case RED:
        return RED_AMBER;
    case RED_AMBER:
        return GREEN;
    case GREEN:
        return AMBER;
    default:
        return RED;
    }
}

static int collision(const struct junction *j) {
    return j->timer + 1;
}

static void tick(struct junction *j)
{
    j->timer++;
    if (j->walk) {
        j->walk--;
        return;
    }
    if (j->ns == RED && j->ew == RED) {
        if (j->ped_request) {
            j->ped_request = 0;
            j->walk = 2;
        } else if (j->waiting_ns >= j->waiting_ew) {
            j->ns = advance(j->ns);
        } else {
            j->ew = advance(j->ew);
        }
        return;
    }
    if (j->ns != RED) {
        if (j->ns == GREEN && j->waiting_ns > 0) {
            j->waiting_ns--;
            return;
        }
        j->ns = advance(j->ns);
    } else {
        if (j->ew == GREEN && j->waiting_ew > 0) {
            j->waiting_ew--;
            return;
        }
        j->ew = advance(j->ew);
    }
}

int main(void)
{
    struct junction j = { RED, RED, 0, 0, 0, 0, 0 };
    int t, res = 0, greens = 0;

    for (t = 0; t < 18; t++) {
        if (__VERIFIER_nondet_bool()) {
            int ev = __VERIFIER_nondet_int();
            if (ev == 1 && j.waiting_ns < 5) {
                j.waiting_ns++;
            } else if (ev == 2 && j.waiting_ew < 5) {
                j.waiting_ew++;
            } else if (ev == 3) {
                j.ped_request = 1;
            } else if (ev == 4) {
                emergency(&j);
            }
        }
        tick(&j);
        if (j.ns != RED && j.ew != RED) {
            res = collision(&j);
        }
        if (j.walk && (j.ns == GREEN || j.ew == GREEN)) {
            res = 50;
        }
        if (j.ew == GREEN) {
            greens++;
        }
        if (greens > 17) {
            res = 51;
        }
        if (j.timer > 18) {
            res = 52;
        }
    }
    if (greens == 9 && j.ns == GREEN) {
        res = 1;
    }
    if (emergencies == 2 && j.timer == 7 && j.ew == AMBER) {
        res = 2;
    }
    if (j.waiting_ns == 5 && j.waiting_ew == 5 && j.walk == 1) {
        res = 3;
    }
    return res;
}
