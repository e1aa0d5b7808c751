#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);

struct robot {
    int x, y, dir;
    int battery;
    int carrying;
};

static unsigned char wall[6];
static int turns, picked, bumped;

static int blocked(int x, int y)
{
    return x < 0 || y < 0 || x > 5 || y > 5 || ((wall[y] >> x) & 1);
}

static void escaped(void) {
    turns = -1;
}

static void forward(struct robot *r)
{
    static const int mx[4] = { 0, 1, 0, -1 }, my[4] = { 1, 0, -1, 0 };
    int nx = r->x + mx[r->dir], ny = r->y + my[r->dir];
    if (blocked(nx, ny)) {
        bumped++;
        return;
    }
    r->x = nx;
    r->y = ny;
    r->battery--;
}

static int lights_out(const struct robot *r) {
    return r->x + r->y;
}

int main(void)
{
    struct robot r = { 0, 0, 0, 0, 0 };
    int i, c, res = 0, start, load = 0;

    for (i = 0; i < 6; i++) {
        wall[i] = __VERIFIER_nondet_uchar();
    }
    start = r.battery = __VERIFIER_nondet_short();
    if ((wall[0] & 1) || start < 1 || start > 100) {
        return 1;
    }
    for (i = 0; i < 30 && (c = getchar()) != EOF; i++) {
        switch (c) {
        case 'F':
            forward(&r);
            break;
        case 'L':
            r.dir = (r.dir + 3) & 3;
            turns++;
            break;
        case 'R':
            r.dir = (r.dir + 1) & 3;
            turns++;
            break;
        case 'P':
            load = __VERIFIER_nondet_short();
            if (load > 0 && load < 100 && !r.carrying) {
                r.carrying = load;
                picked++;
            }
            break;
        default:
            return 2;
        }
        if (((r.dir ^ turns) & 1) != 0) {
            res = 50;
        }
        if (r.x + r.y > start - r.battery) {
            res = 51;
        }
        if (blocked(r.x, r.y)) {
            escaped();
        }
        if (r.battery == 0) {
            res = lights_out(&r);
            break;
        }
    }
    if (r.x == 2 && r.y == 2 && wall[0] == 0xFE && wall[1] == 0xF0 && (wall[2] & 3) == 3) {
        res = 3;
    }
    if (picked > 1) {
        res = 52;
    }
    if (r.carrying == 17 && bumped == 3 && turns == 0) {
        res = 4;
    }
    return res;
}
