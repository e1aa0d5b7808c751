// A mine pump with a start button: the user may turn the pump on by hand.
// Bug: the start button looks at the methane value of the last controller round, which the sensor test resets.
// expect: False inputs: 2 6
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int tide = 1, gas = 0, motor = 0, enabled = 1;
int gas_noted = 0;

void flip_gas(void) { gas = !gas; }

void one_minute(void)
{
    if (motor && tide > 0)
        tide--;
    if (!enabled)
        return;
    gas_noted = gas;
    if (motor && (gas_noted || tide == 0))
        motor = 0;
    else if (!motor && !gas_noted && tide == 2)
        motor = 1;
}

void test_sensor(void) { gas_noted = 0; }

void start_button(void)
{
    if (enabled && !gas_noted && tide > 0)
        motor = 1;
}

void check(void)
{
    if (gas && motor) {
        ERROR: reach_error();
    }
}

int main(void)
{
    while (1) {
        int act = __VERIFIER_nondet_int();
        if (act == 1 && tide < 2) tide++;
        if (act == 2) flip_gas();
        one_minute();
        if (act == 3) test_sensor();
        if (act == 4) start_button();
        if (act == 5) { enabled = 0; motor = 0; }
        if (act == 6) { enabled = 1; test_sensor(); start_button(); }
        check();
    }
}
