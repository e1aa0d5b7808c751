// A small elevator with a service mode that locks the floor.
// Bug: leaving the service mode starts the motor with the doors still open when the mode was entered at floor 2.
// expect: False inputs: 1 1 3 2 2
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int level, motor, doors, service, resume_motor;

static void up(void)    { if (!doors && !service && level < 3) { level++; motor = 0; } }
static void down(void)  { if (!doors && !service && level > 0) { level--; motor = 0; } }

static void toggle_service(void)
{
    if (service) {
        service = 0;
        if (resume_motor)
            motor = 1;
        resume_motor = 0;
    } else {
        service = 1;
        motor = 0;
        if (level == 2)
            resume_motor = 1;
    }
}

static void toggle_doors(void)
{
    if (doors) { doors = 0; return; }
    motor = 0;
    doors = 1;
}

int main(void)
{
    for (;;) {
        int b = __VERIFIER_nondet_int();
        if (b == 0) down();
        else if (b == 1) up();
        else if (b == 2) toggle_service();
        else if (b == 3) toggle_doors();
        if (motor && doors)
            reach_error();
        if (level < 0 || level > 3)
            reach_error();
    }
}
