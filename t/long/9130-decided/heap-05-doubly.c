// A doubly linked list with a sentinel: after any insertions and removals the back links match the forward ones.
// True: link_after and unlink each set both directions of the two edges they touch.
// expect: True
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct dnode {
    int v;
    struct dnode *prev, *next;
};

static void link_after(struct dnode *at, struct dnode *d)
{
    d->prev = at;
    d->next = at->next;
    at->next->prev = d;
    at->next = d;
}

static void unlink_node(struct dnode *d)
{
    d->prev->next = d->next;
    d->next->prev = d->prev;
    d->prev = d->next = NULL;
}

static int check(const struct dnode *s)
{
    int n = 0;
    const struct dnode *d = s;
    do {
        if (d->next->prev != d)
            reach_error();
        d = d->next;
        n++;
    } while (d != s);
    return n - 1;
}

int main(void)
{
    struct dnode sentinel;
    int count = 0;

    sentinel.v = 0;
    sentinel.prev = sentinel.next = &sentinel;
    while (1) {
        int op = __VERIFIER_nondet_int();
        if (op > 0 && count < 8) {
            struct dnode *d = malloc(sizeof *d);
            if (d == NULL)
                break;
            d->v = op;
            link_after(op % 2 ? &sentinel : sentinel.prev, d);
            count++;
        } else if (op < 0 && count > 0) {
            struct dnode *d = op == -1 ? sentinel.next : sentinel.prev;
            if (d == &sentinel)
                reach_error();
            unlink_node(d);
            free(d);
            count--;
        }
        if (check(&sentinel) != count)
            reach_error();
    }
    return 0;
}
