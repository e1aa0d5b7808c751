// Client and server run the same handshake over one-place mailboxes, stepped in any order.
// True: each side moves on only upon the message of the other's previous step, so they differ by at most one phase.
// expect: True
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum { EMPTY, HELLO, CHALLENGE, ANSWER, ACCEPT, READY_MSG };

static int to_server = EMPTY, to_client = EMPTY;
static int cs = 0, ss = 0;          /* client and server states */
static int cphase = 0, sphase = 0;  /* how far each side thinks it is */

static void client_step(void)
{
    switch (cs) {
    case 0: cphase = 0; cs = 1; break;
    case 1:
        if (to_server == EMPTY) { to_server = HELLO; cs = 2; }
        break;
    case 2:
        if (to_client == CHALLENGE) { to_client = EMPTY; cphase = 1; cs = 3; }
        break;
    case 3:
        if (to_server == EMPTY) { to_server = ANSWER; cs = 4; }
        break;
    case 4:
        if (to_client == ACCEPT) { to_client = EMPTY; cphase = 2; cs = 5; }
        break;
    case 5:
        if (to_server == EMPTY) { to_server = READY_MSG; cs = 6; }
        break;
    case 6:
        if (sphase == 3) cs = 0;
        break;
    }
}

static void server_step(void)
{
    switch (ss) {
    case 0:
        if (to_server == HELLO) { to_server = EMPTY; sphase = 1; ss = 1; }
        break;
    case 1:
        if (to_client == EMPTY) { to_client = CHALLENGE; ss = 2; }
        break;
    case 2:
        if (to_server == ANSWER) { to_server = EMPTY; sphase = 2; ss = 3; }
        break;
    case 3:
        if (to_client == EMPTY) { to_client = ACCEPT; ss = 4; }
        break;
    case 4:
        if (to_server == READY_MSG) { to_server = EMPTY; sphase = 3; ss = 5; }
        break;
    case 5:
        if (cs == 1) { sphase = 0; ss = 0; }
        break;
    }
}

int main(void)
{
    while (1) {
        if (__VERIFIER_nondet_bool())
            client_step();
        else
            server_step();
        if (cphase == 2 && sphase < 2)
            reach_error();
        if (cphase == 1 && (sphase == 0 || sphase == 3))
            reach_error();
        if (cs == 6 && ss < 4)
            reach_error();
    }
}
