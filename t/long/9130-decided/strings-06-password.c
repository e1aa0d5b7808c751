// A lock with the code 4 7 1 1, as a state machine over keys; the lamp counts how many keys were right.
// Bug: after "4 7" a second 4 is taken as progress, so 4 7 4 1 1 opens with a mistake in it.
// expect: False inputs: 52 55 52 49 49
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    int right = 0, state = 0, wrong_since = 0;

    for (;;) {
        char key = __VERIFIER_nondet_char();
        switch (state) {
        case 0:
            wrong_since = 0;
            right = 0;
            if (key == '4') { state = 1; right = 1; }
            break;
        case 1:
            if (key == '7') { state = 2; right++; }
            else state = 0;
            break;
        case 2:
            if (key == '1') { state = 3; right++; }
            else if (key == '4') { wrong_since = 1; }
            else state = 0;
            break;
        case 3:
            if (key == '1') { state = 4; right++; }
            else state = 0;
            break;
        }
        if (state == 4) {
            if (wrong_since || right != 4)
                reach_error();
            state = 0;
        }
    }
}
