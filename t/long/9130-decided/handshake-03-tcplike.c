// A connection machine in the manner of TCP: eleven states, two timers, a count of unacknowledged closes.
// True: fin_sent is set on the edges into the five closing states and cleared on every edge to CLOSED.
// expect: True
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define CLOSED       0
#define LISTEN       1
#define SYN_RCVD     2
#define SYN_SENT     3
#define ESTABLISHED  4
#define FIN_WAIT_1   5
#define FIN_WAIT_2   6
#define CLOSING      7
#define TIME_WAIT    8
#define CLOSE_WAIT   9
#define LAST_ACK     10

struct conn {
    int state;
    int fin_sent;
    int fin_acked;
    int peer_fin;
};

static void reset(struct conn *c)
{
    c->state = CLOSED;
    c->fin_sent = 0;
    c->fin_acked = 0;
    c->peer_fin = 0;
}

static void on_event(struct conn *c, unsigned char ev)
{
    int syn = ev == 'S', ack = ev == 'A', fin = ev == 'F', rst = ev == 'R';
    int open = ev == 'o', listen = ev == 'l', close = ev == 'c', timeout = ev == 't';

    if (rst && c->state != LISTEN) {
        reset(c);
        return;
    }
    switch (c->state) {
    case CLOSED:
        if (open) c->state = SYN_SENT;
        else if (listen) c->state = LISTEN;
        break;
    case LISTEN:
        if (syn) c->state = SYN_RCVD;
        else if (close) reset(c);
        break;
    case SYN_SENT:
        if (syn) c->state = SYN_RCVD;
        else if (ack) c->state = ESTABLISHED;
        else if (close || timeout) reset(c);
        break;
    case SYN_RCVD:
        if (ack) c->state = ESTABLISHED;
        else if (close) { c->fin_sent = 1; c->state = FIN_WAIT_1; }
        break;
    case ESTABLISHED:
        if (fin) { c->peer_fin = 1; c->state = CLOSE_WAIT; }
        else if (close) { c->fin_sent = 1; c->state = FIN_WAIT_1; }
        break;
    case FIN_WAIT_1:
        if (ack) { c->fin_acked = 1; c->state = FIN_WAIT_2; }
        else if (fin) { c->peer_fin = 1; c->state = CLOSING; }
        break;
    case FIN_WAIT_2:
        if (fin) { c->peer_fin = 1; c->state = TIME_WAIT; }
        break;
    case CLOSING:
        if (ack) { c->fin_acked = 1; c->state = TIME_WAIT; }
        break;
    case TIME_WAIT:
        if (!c->fin_acked || !c->peer_fin) reach_error();
        if (timeout) reset(c);
        break;
    case CLOSE_WAIT:
        if (close) { c->fin_sent = 1; c->state = LAST_ACK; }
        break;
    case LAST_ACK:
        if (ack) reset(c);
        break;
    default:
        reach_error();
    }
}

int main(void)
{
    struct conn c;
    reset(&c);
    while (1) {
        on_event(&c, __VERIFIER_nondet_uchar());
        if (c.fin_acked && !c.fin_sent)
            reach_error();
        if (c.state <= ESTABLISHED && (c.fin_sent || c.peer_fin))
            reach_error();
        if (c.fin_sent && c.state < FIN_WAIT_1)
            reach_error();
    }
    return 0;
}
