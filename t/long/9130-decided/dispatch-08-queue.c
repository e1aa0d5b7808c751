// A disk driver with a bounded queue of requests and a worker; cancelled requests must not be served.
// Bug: cancelling the last entry in the queue marks the wrong entry when the ring has wrapped.
// expect: False inputs: 0 0 0 0 2 1 1 1 1
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define QLEN 4

struct req { int id; int cancelled; };

static struct req ring[QLEN];
static int head, count, next_id = 1;
static int last_cancelled = 0;

static int submit(void)
{
    int at;
    if (count == QLEN || next_id > 1000000)
        return -1;
    at = (head + count) % QLEN;
    ring[at].id = next_id++;
    ring[at].cancelled = 0;
    count++;
    return ring[at].id;
}

static void cancel_last(void)
{
    int at;
    if (count == 0)
        return;
    at = (head + count) % QLEN - 1;
    if (at < 0)
        at = 0;                 /* should be QLEN - 1 */
    ring[at].cancelled = 1;
    last_cancelled = next_id - 1;
}

static void serve(void)
{
    struct req *r;
    if (count == 0)
        return;
    r = &ring[head];
    head = (head + 1) % QLEN;
    count--;
    if (r->cancelled)
        return;
    if (r->id == last_cancelled)
        reach_error();
}

int main(void)
{
    while (1) {
        switch (__VERIFIER_nondet_int()) {
        case 0: submit(); break;
        case 1: serve(); break;
        case 2: cancel_last(); break;
        default: break;
        }
    }
    return 0;
}
