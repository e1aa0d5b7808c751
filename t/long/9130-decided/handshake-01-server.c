// A TLS-like server handshake driven by a state number in an endless loop, with a history flag.
// True: history 3 needs the certificate branch, which sets resumed = 0, and only resumed sessions jump from hello to finish.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    int state = 100;
    int history = 0;
    int resumed = -1;
    int ret;

    while (1) {
        if (state == 100) {
            history = 0;
            resumed = -1;
            state = 110;
        } else if (state == 110) {          /* wait for hello */
            ret = __VERIFIER_nondet_int();
            if (ret <= 0) goto end;
            if (history == 0) history = 1;
            state = 120;
        } else if (state == 120) {          /* send hello */
            ret = __VERIFIER_nondet_int();
            if (ret > 0) {
                resumed = 1;
                state = 200;
            } else {
                resumed = 0;
                state = 130;
            }
            if (history == 1) history = 2;
        } else if (state == 130) {          /* send certificate */
            if (__VERIFIER_nondet_int() == 0) goto end;
            if (history == 2) history = 3;
            state = 140;
        } else if (state == 140) {          /* key exchange, may be skipped */
            if (__VERIFIER_nondet_int() != 0)
                state = 150;
            else
                state = 160;
        } else if (state == 150) {
            if (__VERIFIER_nondet_int() < 0) goto end;
            state = 160;
        } else if (state == 160) {          /* certificate request */
            state = __VERIFIER_nondet_int() ? 170 : 180;
        } else if (state == 170) {
            ret = __VERIFIER_nondet_int();
            if (ret <= 0) goto end;
            state = 180;
        } else if (state == 180) {          /* hello done */
            if (history == 3) history = 4;
            state = 190;
        } else if (state == 190) {          /* client key exchange */
            if (__VERIFIER_nondet_int() <= 0) goto end;
            state = 200;
        } else if (state == 200) {          /* change cipher */
            if (resumed == 1 && history >= 3)
                goto ERROR;
            state = 210;
        } else if (state == 210) {          /* finished */
            if (resumed == 0 && history != 4)
                goto ERROR;
            state = 220;
        } else if (state == 220) {          /* connected: renegotiate or stay */
            if (__VERIFIER_nondet_int() == 1)
                state = 100;
        } else {
            goto ERROR;
        }
    }
end:
    return 0;
ERROR:
    reach_error();
    return -1;
}
