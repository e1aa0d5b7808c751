// A queue built with malloc: numbers must come out in the order they went in.
// Bug: taking the last element leaves the tail pointer on it, so a later put is lost behind a stale node.
// expect: False inputs: 1 -1 1 -2
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct item { int seq; struct item *next; };

static struct item *head, *tail, *graveyard;
static int size, put_seq, get_seq;

static void put(void)
{
    struct item *it = malloc(sizeof *it);
    if (!it) exit(0);
    it->seq = put_seq++;
    it->next = NULL;
    if (tail)
        tail->next = it;
    else
        head = it;
    tail = it;
    size++;
}

static int get(void)
{
    struct item *it = head;
    int seq;
    if (!it)
        return -1;
    head = it->next;
    it->next = graveyard;       /* kept for later reuse */
    graveyard = it;
    size--;
    seq = it->seq;
    return seq;
}

int main(void)
{
    int steps;
    for (steps = 0; steps < 50; steps++) {
        int op = __VERIFIER_nondet_int();
        if (op > 0) {
            put();
        } else if (op == -1) {
            int s = get();
            if (s >= 0 && s != get_seq++)
                reach_error();
        } else if (op == -2) {
            if (size > 0 && head == NULL)
                reach_error();
        }
    }
    return 0;
}
