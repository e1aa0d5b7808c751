// A mail server session: greeting, identify, optional encryption, login, sender, recipients, data, quit.
// True: DATA is accepted only with rcpt > 0, and rcpt is positive only after a sender was accepted.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

typedef enum {
    GREET, READY, TLS_START, TLS_HELLO, TLS_KEYS, TLS_DONE, LOGIN, LOGIN_USER, LOGIN_PASS,
    SENDER, RCPT, DATA, DATA_BODY, DATA_END, QUIT
} phase;

typedef struct {
    phase ph;
    int tls;
    int user;
    int sender;
    int rcpt;
    int errors;
} session;

enum { C_HELO = 1, C_TLS, C_LOGIN, C_MAIL, C_RCPT, C_DATA, C_RSET, C_QUIT, C_DOT };

static void clear_envelope(session *s)
{
    s->sender = 0;
    s->rcpt = 0;
}

static void complain(session *s)
{
    if (++s->errors > 20)
        s->ph = QUIT;
}

static void envelope(session *s, int cmd)
{
    switch (cmd) {
    case C_MAIL:
        if (s->sender) { complain(s); break; }
        s->sender = 1;
        s->ph = SENDER;
        break;
    case C_RCPT:
        if (!s->sender || s->rcpt >= 50) { complain(s); break; }
        s->rcpt++;
        s->ph = RCPT;
        break;
    case C_DATA:
        if (s->rcpt == 0) { complain(s); break; }
        s->ph = DATA;
        break;
    case C_RSET:
        clear_envelope(s);
        s->ph = READY;
        break;
    case C_QUIT:
        s->ph = QUIT;
        break;
    default:
        complain(s);
    }
}

int main(void)
{
    session s = { GREET, 0, 0, 0, 0, 0 };
    unsigned long delivered = 0;

    while (s.ph != QUIT) {
        int cmd = __VERIFIER_nondet_int();
        switch (s.ph) {
        case GREET:
            if (cmd == C_HELO) s.ph = READY;
            else complain(&s);
            break;
        case READY:
            if (cmd == C_TLS && !s.tls) { clear_envelope(&s); s.user = 0; s.ph = TLS_START; }
            else if (cmd == C_LOGIN && s.tls && !s.user) s.ph = LOGIN;
            else envelope(&s, cmd);
            break;
        case TLS_START: s.ph = TLS_HELLO; break;
        case TLS_HELLO: s.ph = cmd > 0 ? TLS_KEYS : QUIT; break;
        case TLS_KEYS: s.ph = cmd > 0 ? TLS_DONE : QUIT; break;
        case TLS_DONE: s.tls = 1; s.ph = GREET; break;
        case LOGIN: s.ph = LOGIN_USER; break;
        case LOGIN_USER: s.ph = LOGIN_PASS; break;
        case LOGIN_PASS:
            if (cmd == 77) s.user = 1;
            else complain(&s);
            if (s.ph != QUIT) s.ph = READY;
            break;
        case SENDER:
        case RCPT:
            envelope(&s, cmd);
            break;
        case DATA:
            if (!s.sender || s.rcpt <= 0)
                reach_error();
            s.ph = DATA_BODY;
            break;
        case DATA_BODY:
            if (cmd == C_DOT) s.ph = DATA_END;
            break;
        case DATA_END:
            if (s.user && !s.tls)
                reach_error();
            delivered++;
            clear_envelope(&s);
            s.ph = READY;
            break;
        case QUIT:
            reach_error();
        }
        if (s.rcpt > 0 && !s.sender)
            reach_error();
    }
    return delivered > 0 ? 0 : 1;
}
