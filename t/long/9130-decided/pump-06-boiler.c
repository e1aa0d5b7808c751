// A boiler with a feed pump, a heater and a safety valve; pressure must stay at most 100.
// Bug: the valve closes by a timer even if the pressure is still high, when the operator acknowledged the alarm.
// expect: False inputs: 1 1 3 -1 1 1 1 3 0 60 0 4
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int pressure = 50, valve = 0, valve_timer = 0, heater = 0, acked = 0;

static void sense_and_act(void)
{
    if (pressure >= 85 && !valve && !acked) {
        valve = 1;
        valve_timer = 2;
        heater = 0;
    }
    if (valve) {
        valve_timer--;
        if (valve_timer <= 0 && (pressure < 70 || acked))
            valve = 0;
    }
    if (pressure < 60)
        acked = 0;
}

static void evolve(void)
{
    if (heater) pressure += 7;
    if (valve) pressure -= 12;
    if (!heater && !valve) pressure -= 1;
    if (pressure < 0) pressure = 0;
    if (valve_timer < 0) valve_timer = 0;
}

int main(void)
{
    while (1) {
        int key = __VERIFIER_nondet_int();
        if (key == 1) heater = 1;
        if (key == 2) heater = 0;
        if (key == 3 && valve) acked = 1;
        sense_and_act();
        evolve();
        if (pressure > 100) {
            ERROR: reach_error();
        }
    }
}
