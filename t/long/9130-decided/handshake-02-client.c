// An SSH-like client: version exchange, key exchange, service request, authentication with retries.
// Bug: a rekey during authentication goes back to the service state but keeps the flag "authenticated by none".
// expect: False inputs: 2 20 31 52 20 20 31 0 52 0
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum state {
    START, SENT_VERSION, GOT_VERSION, SENT_KEXINIT, GOT_KEXINIT, DH_SENT, DH_REPLY,
    NEWKEYS, SERVICE, AUTH_NONE, AUTH_KEY, AUTH_PASSWORD, AUTHED, SESSION, CLOSED
};

int main(void)
{
    enum state st = START;
    int keys = 0;             /* 0 none, 1 agreed */
    int none_ok = 0;          /* server accepted "none" */
    int proved = 0;           /* user has proved who he is */
    int tries = 0;
    int msg;

    for (;;) {
        switch (st) {
        case START:
            st = SENT_VERSION;
            break;
        case SENT_VERSION:
            msg = __VERIFIER_nondet_int();
            if (msg == 2) st = GOT_VERSION;
            else if (msg < 0) st = CLOSED;
            break;
        case GOT_VERSION:
            st = SENT_KEXINIT;
            break;
        case SENT_KEXINIT:
            if (__VERIFIER_nondet_int() == 20) st = GOT_KEXINIT;
            else st = CLOSED;
            break;
        case GOT_KEXINIT:
            st = DH_SENT;
            break;
        case DH_SENT:
            msg = __VERIFIER_nondet_int();
            if (msg == 31) st = DH_REPLY;
            else if (msg == 1) st = CLOSED;
            break;
        case DH_REPLY:
            st = NEWKEYS;
            break;
        case NEWKEYS:
            keys = 1;
            if (proved) st = SESSION;
            else st = SERVICE;
            break;
        case SERVICE:
            st = AUTH_NONE;
            break;
        case AUTH_NONE:
            msg = __VERIFIER_nondet_int();
            if (msg == 52) { none_ok = 1; st = AUTHED; }
            else st = AUTH_KEY;
            break;
        case AUTH_KEY:
            msg = __VERIFIER_nondet_int();
            if (msg == 52) { proved = 1; st = AUTHED; }
            else if (msg == 20) { keys = 0; st = SENT_KEXINIT; }
            else st = AUTH_PASSWORD;
            break;
        case AUTH_PASSWORD:
            msg = __VERIFIER_nondet_int();
            if (msg == 52) { proved = 1; st = AUTHED; }
            else if (++tries > 3) st = CLOSED;
            else st = AUTH_KEY;
            break;
        case AUTHED:
            if (none_ok && __VERIFIER_nondet_int() == 20) {
                keys = 0;
                st = SENT_KEXINIT;      /* none_ok should be cleared */
                break;
            }
            st = SESSION;
            break;
        case SESSION:
            if (!keys || (proved && none_ok))
                reach_error();
            msg = __VERIFIER_nondet_int();
            if (msg == 20) { keys = 0; st = SENT_KEXINIT; }
            else if (msg == 1) st = CLOSED;
            break;
        case CLOSED:
            return 0;
        }
    }
}
