// An elevator with four floors, five persons and a weight limit: doors are shut while it moves.
// True: move is the only place that changes the floor and it returns early when the doors are open or the load is too big.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define FLOORS 4
#define PERSONS 5
#define LIMIT 300

static int floor_now, dir = 1, doors_open;
static int call_at[FLOORS], stop_at[FLOORS];
static int weight[PERSONS] = { 40, 150, 80, 95, 60 };
static int where[PERSONS];          /* floor, or -1 when inside */
static int load;

static void enter(int p)
{
    if (!doors_open || where[p] != floor_now)
        return;
    where[p] = -1;
    load += weight[p];
}

static void leave(int p)
{
    if (!doors_open || where[p] != -1)
        return;
    where[p] = floor_now;
    load -= weight[p];
}

static int any_target(int from, int d)
{
    for (int f = from + d; f >= 0 && f < FLOORS; f += d)
        if (call_at[f] || stop_at[f])
            return 1;
    return 0;
}

static void move(void)
{
    if (doors_open) {
        if (load > LIMIT)
            return;                 /* overload: stay with doors open */
        doors_open = 0;
        return;
    }
    if (load > LIMIT)
        reach_error();              /* moving off too heavy */
    if (call_at[floor_now] || stop_at[floor_now]) {
        call_at[floor_now] = stop_at[floor_now] = 0;
        doors_open = 1;
        return;
    }
    if (!any_target(floor_now, dir)) {
        if (!any_target(floor_now, -dir))
            return;
        dir = -dir;
    }
    floor_now += dir;
    if (floor_now < 0 || floor_now >= FLOORS)
        reach_error();
}

static void check_load(void)
{
    int sum = 0;
    for (int p = 0; p < PERSONS; p++)
        if (where[p] == -1)
            sum += weight[p];
    if (sum != load)
        reach_error();
}

int main(void)
{
    for (int p = 0; p < PERSONS; p++)
        where[p] = __VERIFIER_nondet_uchar() % FLOORS;
    while (1) {
        int act = __VERIFIER_nondet_int();
        unsigned char n = __VERIFIER_nondet_uchar();
        if (act == 1) call_at[n % FLOORS] = 1;
        else if (act == 2) stop_at[n % FLOORS] = 1;
        else if (act == 3) enter(n % PERSONS);
        else if (act == 4) leave(n % PERSONS);
        else move();
        check_load();
    }
    return 0;
}
