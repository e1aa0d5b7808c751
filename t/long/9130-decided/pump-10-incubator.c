// An incubator with two sensors and a vote: heating is allowed only when the voted temperature is below 37.
// Bug: when both sensors are out of range for sixty rounds in a row, the watchdog turns the heater on "to be safe".
// expect: False inputs: 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9 0 0 99 -5 60 9
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int heater, voted = 37, blind;

static int valid(int t) { return t >= 10 && t <= 50; }

static void vote(int a, int b)
{
    if (valid(a) && valid(b))
        voted = (a + b) / 2;
    else if (valid(a))
        voted = a;
    else if (valid(b))
        voted = b;
    if (valid(a) || valid(b))
        blind = 0;
    else
        blind++;
}

int main(void)
{
    while (1) {
        int a = __VERIFIER_nondet_int();
        int b = __VERIFIER_nondet_int();
        vote(a, b);
        if (blind == 0)
            heater = voted < 37;
        else if (blind < 60)
            heater = 0;
        else {
            heater = 1;
            blind = 0;
        }
        if (heater && voted >= 37) {
            ERROR: reach_error();
        }
    }
}
