// A cruise control with set, resume, brake and an accelerator; the wanted speed must lie in 40 to 160.
// Bug: five presses of "plus" in one hold cycle skip the upper clamp, since only every single press is clamped.
// expect: False inputs: 0 1 155 2 0 8 0 8 0 8 0 8 0 8
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum mode { OFF, STANDBY, ACTIVE, OVERRIDE };
enum key { K_ONOFF = 1, K_SET, K_PLUS, K_MINUS, K_RESUME, K_BRAKE, K_GAS, K_HOLD };

static enum mode mode = OFF;
static int speed, wanted, held;

static void clamp_wanted(void)
{
    if (wanted < 40) wanted = 40;
    if (wanted > 160) wanted = 160;
}

static void press(int key)
{
    switch (key) {
    case K_ONOFF:
        mode = mode == OFF ? STANDBY : OFF;
        held = 0;
        break;
    case K_SET:
        if (mode == STANDBY && speed >= 40 && speed <= 160) {
            wanted = speed;
            mode = ACTIVE;
        }
        break;
    case K_PLUS:
        if (mode == ACTIVE) { wanted += 1; clamp_wanted(); held = 0; }
        break;
    case K_MINUS:
        if (mode == ACTIVE) { wanted -= 1; clamp_wanted(); held = 0; }
        break;
    case K_HOLD:
        if (mode == ACTIVE) {
            held++;
            if (held == 5) {
                wanted += 10;
                held = 0;
            }
        }
        break;
    case K_RESUME:
        if (mode == STANDBY && wanted >= 40) mode = ACTIVE;
        break;
    case K_BRAKE:
        if (mode == ACTIVE || mode == OVERRIDE) mode = STANDBY;
        break;
    case K_GAS:
        if (mode == ACTIVE) mode = OVERRIDE;
        else if (mode == OVERRIDE) mode = ACTIVE;
        break;
    default:
        break;
    }
}

int main(void)
{
    while (1) {
        speed = __VERIFIER_nondet_uchar();
        press(__VERIFIER_nondet_int());
        if (mode == ACTIVE && (wanted < 40 || wanted > 160))
            reach_error();
    }
}
