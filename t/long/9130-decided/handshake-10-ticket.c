// A server with session tickets: a ticket carries the level at which it was issued and must not raise it.
// Bug: the level of a ticket is compared with the level of the last session, not of its own client.
// expect: False inputs: 2 1 0 2 2 2
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define CLIENTS 3

enum { S_ACCEPT, S_HELLO, S_TICKET, S_CHECK, S_FULL, S_CERT, S_VERIFY, S_KEY, S_ISSUE, S_OPEN, S_CLOSE, S_STOP };

static int proven[CLIENTS];       /* level each client has proved so far */
static int ticket[CLIENTS];       /* level written in the ticket it holds, 0 none */

int main(void)
{
    int s = S_ACCEPT, who = 0, level = 0, last = 0, in;

    while (s != S_STOP) {
        switch (s) {
        case S_ACCEPT:
            who = __VERIFIER_nondet_int();
            s = who >= 0 && who < CLIENTS ? S_HELLO : S_STOP;
            break;
        case S_HELLO:
            level = 0;
            s = ticket[who] > 0 ? S_TICKET : S_FULL;
            break;
        case S_TICKET:
            level = __VERIFIER_nondet_int();        /* what the client claims */
            s = S_CHECK;
            break;
        case S_CHECK:
            if (level == ticket[who] || (level > 0 && level <= last))
                s = S_OPEN;
            else
                s = S_FULL;
            break;
        case S_FULL: s = S_CERT; break;
        case S_CERT:
            in = __VERIFIER_nondet_int();
            if (in == 1) level = 1;
            else if (in == 2) s = S_VERIFY;
            else s = S_CLOSE;
            if (s == S_CERT) { s = S_KEY; }
            break;
        case S_VERIFY:
            level = 2;
            s = S_KEY;
            break;
        case S_KEY:
            proven[who] = level;
            s = S_ISSUE;
            break;
        case S_ISSUE:
            ticket[who] = proven[who];
            s = S_OPEN;
            break;
        case S_OPEN:
            if (level > proven[who]) {
                ERROR: reach_error();
            }
            last = level;
            s = S_CLOSE;
            break;
        case S_CLOSE:
            s = S_ACCEPT;
            break;
        }
    }
    return 0;
}
