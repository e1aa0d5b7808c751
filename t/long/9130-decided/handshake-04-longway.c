// A server with 25 states, client certificates, early data and renegotiation, in one endless loop.
// Bug: in the third renegotiation with a ticket, the certificate of the session before is believed without a check.
// expect: False inputs: 1 3 0 20 30 1 3 0 20 30 1 3 1 11 15 20 30 2 1 0 0 20
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define S_START              1000
#define S_WAIT_HELLO         1010
#define S_HELLO_RETRY        1020
#define S_PICK_CIPHER        1030
#define S_SEND_HELLO         1040
#define S_EARLY_DATA         1050
#define S_SEND_EXTENSIONS    1060
#define S_SEND_CERT          1070
#define S_SEND_CERT_VERIFY   1080
#define S_ASK_CERT           1090
#define S_SEND_FINISHED      1100
#define S_WAIT_END_EARLY     1110
#define S_WAIT_CERT          1120
#define S_WAIT_CERT_VERIFY   1130
#define S_WAIT_FINISHED      1140
#define S_SEND_TICKET        1150
#define S_CONNECTED          1160
#define S_KEY_UPDATE         1170
#define S_REHANDSHAKE        1180
#define S_TICKET_CHECK       1190
#define S_TICKET_GOOD        1200
#define S_TICKET_BAD         1210
#define S_ALERT              1220
#define S_DRAIN              1230
#define S_END                1240

static int state = S_START;
static int cipher;
static int early;               /* early data accepted */
static int asked_cert;
static int cert_seen;           /* a certificate came in this handshake */
static int cert_checked;        /* and its signature was good */
static int trusted;             /* the session counts as that of a known client */
static int has_ticket;
static int ticket_trusted;      /* the ticket says: was a known client */
static int rounds;
static int retried;
static int updates;

static int receive(void)
{
    return __VERIFIER_nondet_int();
}

static void begin_round(void)
{
    early = 0;
    asked_cert = 0;
    cert_checked = 0;
    retried = 0;
    trusted = 0;
    if (rounds < 3)
        cert_seen = 0;
}

int main(void)
{
    int msg;

    while (1) {
        switch (state) {
        case S_START:
            rounds = 0;
            has_ticket = 0;
            ticket_trusted = 0;
            begin_round();
            state = S_WAIT_HELLO;
            break;

        case S_WAIT_HELLO:
            msg = receive();
            if (msg == 1)
                state = S_PICK_CIPHER;
            else if (msg == 2 && has_ticket)
                state = S_TICKET_CHECK;
            else if (msg == 3 && !retried)
                state = S_HELLO_RETRY;
            else if (msg < 0)
                state = S_ALERT;
            break;

        case S_HELLO_RETRY:
            retried = 1;
            state = S_WAIT_HELLO;
            break;

        case S_PICK_CIPHER:
            cipher = receive();
            if (cipher < 1 || cipher > 5)
                state = S_ALERT;
            else
                state = S_SEND_HELLO;
            break;

        case S_TICKET_CHECK:
            msg = receive();
            if (msg == 0)
                state = S_TICKET_BAD;
            else
                state = S_TICKET_GOOD;
            break;

        case S_TICKET_BAD:
            has_ticket = 0;
            ticket_trusted = 0;
            state = S_PICK_CIPHER;
            break;

        case S_TICKET_GOOD:
            if (ticket_trusted && cert_seen)
                trusted = 1;            /* relies on cert_seen being fresh */
            if (cipher == 0)
                reach_error();
            early = receive() == 1;
            state = S_SEND_HELLO;
            break;

        case S_SEND_HELLO:
            if (early)
                state = S_EARLY_DATA;
            else
                state = S_SEND_EXTENSIONS;
            break;

        case S_EARLY_DATA:
            if (!has_ticket)
                reach_error();
            state = S_SEND_EXTENSIONS;
            break;

        case S_SEND_EXTENSIONS:
            state = early ? S_SEND_FINISHED : S_ASK_CERT;
            break;

        case S_ASK_CERT:
            if (receive() != 0)
                asked_cert = 1;
            state = S_SEND_CERT;
            break;

        case S_SEND_CERT:
            state = S_SEND_CERT_VERIFY;
            break;

        case S_SEND_CERT_VERIFY:
            state = S_SEND_FINISHED;
            break;

        case S_SEND_FINISHED:
            if (early)
                state = S_WAIT_END_EARLY;
            else if (asked_cert)
                state = S_WAIT_CERT;
            else
                state = S_WAIT_FINISHED;
            break;

        case S_WAIT_END_EARLY:
            msg = receive();
            if (msg == 5)
                state = S_WAIT_FINISHED;
            else if (msg < 0)
                state = S_ALERT;
            break;

        case S_WAIT_CERT:
            msg = receive();
            if (msg == 11) {
                cert_seen = 1;
                state = S_WAIT_CERT_VERIFY;
            } else if (msg == 0) {
                state = S_WAIT_FINISHED;
            } else {
                state = S_ALERT;
            }
            break;

        case S_WAIT_CERT_VERIFY:
            msg = receive();
            if (msg == 15) {
                cert_checked = 1;
                trusted = 1;
                state = S_WAIT_FINISHED;
            } else {
                state = S_ALERT;
            }
            break;

        case S_WAIT_FINISHED:
            msg = receive();
            if (msg == 20)
                state = S_SEND_TICKET;
            else
                state = S_ALERT;
            break;

        case S_SEND_TICKET:
            if (trusted && !cert_checked) {
                ERROR: reach_error();
            }
            has_ticket = 1;
            ticket_trusted = trusted;
            state = S_CONNECTED;
            break;

        case S_CONNECTED:
            msg = receive();
            if (msg == 24)
                state = S_KEY_UPDATE;
            else if (msg == 30)
                state = S_REHANDSHAKE;
            else if (msg == 40)
                state = S_DRAIN;
            break;

        case S_KEY_UPDATE:
            updates = (updates + 1) % 8;
            state = S_CONNECTED;
            break;

        case S_REHANDSHAKE:
            if (rounds < 3)
                rounds++;
            begin_round();
            state = S_WAIT_HELLO;
            break;

        case S_ALERT:
            state = receive() == 0 ? S_START : S_END;
            break;

        case S_DRAIN:
            if (receive() == 0)
                state = S_END;
            break;

        case S_END:
            return 0;

        default:
            reach_error();
        }
    }
}
