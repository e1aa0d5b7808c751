// A four-way key handshake with replay counters: the key is installed only after message 3 with the right nonce.
// True: installed is set in one place under nonce_ok, and nonce_ok is cleared whenever message 1 comes.
// expect: True
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

typedef unsigned int u32;

enum { ST_INIT, ST_ASSOC, ST_WAIT_M1, ST_DERIVE, ST_SEND_M2, ST_WAIT_M3, ST_CHECK, ST_SEND_M4, ST_INSTALL, ST_RUN, ST_FAIL };

static u32 anonce, replay, got_nonce, got_replay;
static int nonce_ok, installed, installs_this_nonce;

int main(void)
{
    int st = ST_INIT;
    int msg;

    while (st != ST_FAIL) {
        switch (st) {
        case ST_INIT:
            anonce = 0; replay = 0; nonce_ok = 0; installed = 0; installs_this_nonce = 0;
            st = ST_ASSOC;
            break;
        case ST_ASSOC:
            st = __VERIFIER_nondet_int() ? ST_WAIT_M1 : ST_ASSOC;
            break;
        case ST_WAIT_M1:
            anonce = __VERIFIER_nondet_uint();
            got_replay = __VERIFIER_nondet_uint();
            nonce_ok = 0;
            if (got_replay > replay || replay == 0) {
                replay = got_replay;
                st = ST_DERIVE;
            } else
                st = ST_FAIL;
            break;
        case ST_DERIVE:
            installs_this_nonce = 0;
            st = ST_SEND_M2;
            break;
        case ST_SEND_M2:
            st = ST_WAIT_M3;
            break;
        case ST_WAIT_M3:
            msg = __VERIFIER_nondet_int();
            if (msg == 1)
                st = ST_WAIT_M1;
            else if (msg == 3) {
                got_nonce = __VERIFIER_nondet_uint();
                got_replay = __VERIFIER_nondet_uint();
                st = ST_CHECK;
            } else if (msg < 0)
                st = ST_FAIL;
            break;
        case ST_CHECK:
            if (got_nonce != anonce || got_replay <= replay)
                st = ST_WAIT_M3;
            else {
                replay = got_replay;
                nonce_ok = 1;
                st = ST_SEND_M4;
            }
            break;
        case ST_SEND_M4:
            st = installs_this_nonce ? ST_RUN : ST_INSTALL;
            break;
        case ST_INSTALL:
            if (!nonce_ok || got_nonce != anonce)
                reach_error();
            installed = 1;
            installs_this_nonce++;
            if (installs_this_nonce > 1)
                reach_error();
            st = ST_RUN;
            break;
        case ST_RUN:
            if (!installed || !nonce_ok)
                reach_error();
            msg = __VERIFIER_nondet_int();
            if (msg == 3) st = ST_WAIT_M3;      /* message 3 again */
            else if (msg == 1) st = ST_WAIT_M1;
            else if (msg == 9) st = ST_INIT;
            break;
        default:
            reach_error();
        }
    }
    return 0;
}
