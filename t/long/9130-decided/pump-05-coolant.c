// A coolant controller: temperature follows an unknown heat of -20 to 20 a step and a fan of strength 0 to 3.
// True: above 80 the fan runs at 3 and takes 25, more than the heat can add, so the next value is below this one.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int temp = 20, fan = 0, alarm_on = 0;

static int clamp(int v, int lo, int hi)
{
    if (v < lo) return lo;
    if (v > hi) return hi;
    return v;
}

static void control(void)
{
    if (temp > 80) fan = 3;
    else if (temp > 60) fan = 2;
    else if (temp > 40) fan = 1;
    else fan = 0;
    alarm_on = temp > 90;
}

static void physics(void)
{
    int heat = clamp(__VERIFIER_nondet_int(), -20, 20);
    int cooling = fan == 3 ? 25 : fan * 5;
    temp = temp + heat - cooling;
    if (temp < 0)
        temp = 0;
}

int main(void)
{
    while (1) {
        int before = temp;
        control();
        physics();
        if (temp > 90)
            reach_error();          /* from 80 at most: 80 + 20 - 10 */
        if (before > 80 && temp >= before)
            reach_error();
        if (alarm_on)
            reach_error();
    }
    return 0;
}
