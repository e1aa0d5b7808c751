// Reference-counted buffers: a buffer is freed when its count falls to zero and must not be reached afterwards.
// Bug: a replace with the same buffer drops the old reference before it takes the new one.
// expect: False inputs: 1 3 0 0
typedef unsigned long size_t;
extern void *malloc(size_t size);
extern void exit(int code);
#define NULL ((void *)0)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct buf {
    int refs;
    int dead;            /* set where a real program would call free */
    int data;
};

static struct buf *slot[2];

static struct buf *make(int data)
{
    struct buf *b = malloc(sizeof(struct buf));
    if (!b) exit(0);
    b->refs = 1;
    b->dead = 0;
    b->data = data;
    return b;
}

static void get(struct buf *b)
{
    if (b->dead)
        reach_error();
    b->refs++;
}

static void put(struct buf *b)
{
    if (--b->refs == 0)
        b->dead = 1;
}

static void replace(int i, struct buf *b)
{
    if (slot[i])
        put(slot[i]);
    get(b);
    slot[i] = b;
}

int main(void)
{
    for (int n = 0; n < 200; n++) {
        int cmd = __VERIFIER_nondet_int();
        if (cmd == 1) {
            if (!slot[0]) slot[0] = make(n);
        } else if (cmd == 2) {
            if (!slot[1]) slot[1] = make(-n);
        } else if (cmd == 3) {
            int to = __VERIFIER_nondet_int() & 1;
            int from = __VERIFIER_nondet_int() & 1;
            if (slot[from])
                replace(to, slot[from]);
        } else if (cmd == 4) {
            int i = __VERIFIER_nondet_int() & 1;
            if (slot[i]) { put(slot[i]); slot[i] = NULL; }
        }
    }
    return 0;
}
