// Two tanks joined by a valve, with a pump from the lower to the upper one: the water is only moved, never made.
// True: every action moves d out of one tank into another with d bounded by both contents and room, so the sum stays 1000.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define TOTAL 1000u
#define CAP_UP 600u
#define CAP_LOW 700u

static unsigned upper = 300, lower = 700;

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
    unsigned m = a < b ? a : b;
    return m < c ? m : c;
}

static void pump_up(unsigned amount)
{
    unsigned d = min3(amount, lower, CAP_UP - upper);
    lower -= d;
    upper += d;
}

static void open_valve(unsigned amount)
{
    unsigned d = min3(amount, upper, CAP_LOW - lower);
    upper -= d;
    lower += d;
}

int main(void)
{
    while (1) {
        unsigned amount = __VERIFIER_nondet_uint();
        switch (__VERIFIER_nondet_int()) {
        case 1: pump_up(amount); break;
        case 2: open_valve(amount); break;
        case 3:
            pump_up(amount);
            open_valve(__VERIFIER_nondet_uint());
            break;
        default: break;
        }
        if (upper > CAP_UP || lower > CAP_LOW)
            reach_error();
        if (upper + lower != TOTAL)
            reach_error();
    }
    return 0;
}
