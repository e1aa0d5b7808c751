// The same kind of key handshake, seen from a client that resets its packet number on install.
// Bug: a second message 3 installs the key again, so a packet number is used twice with one key.
// expect: False inputs: 1 3 4 3 4
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define IDLE 0
#define HAVE_NONCE 1
#define SENT_M2 2
#define GOT_M3 3
#define KEYED 4
#define SENDING 5
#define ROAM 6
#define LEAVING 7
#define DEAD 8
#define SLEEP 9

static unsigned pn;              /* next packet number */
static unsigned highest;         /* highest number used with this key, plus one */

static void new_key(void) { pn = 0; highest = 0; }
static void install(void) { pn = 0; }

static void transmit(void)
{
    if (pn == 0xffffffffu)
        return;
    if (pn < highest) {
        ERROR: reach_error();
    }
    pn++;
    highest = pn;
}

int main(void)
{
    int s = IDLE;

    while (s != DEAD) {
        switch (s) {
        case IDLE:
            if (__VERIFIER_nondet_int() == 1) s = HAVE_NONCE;
            break;
        case HAVE_NONCE:
            new_key();
            s = SENT_M2;
            break;
        case SENT_M2: {
            int m = __VERIFIER_nondet_int();
            if (m == 3) s = GOT_M3;
            else if (m == 1) s = HAVE_NONCE;
            else s = IDLE;
            break;
        }
        case GOT_M3:
            install();
            s = KEYED;
            break;
        case KEYED:
            s = SENDING;
            break;
        case SENDING: {
            int m = __VERIFIER_nondet_int();
            if (m == 4) transmit();
            else if (m == 3) s = GOT_M3;
            else if (m == 1) s = HAVE_NONCE;
            else if (m == 5) s = ROAM;
            else if (m == 6) s = SLEEP;
            else if (m < 0) s = LEAVING;
            break;
        }
        case ROAM: s = IDLE; break;
        case SLEEP: if (__VERIFIER_nondet_int()) s = SENDING; break;
        case LEAVING: s = DEAD; break;
        }
    }
    return 0;
}
