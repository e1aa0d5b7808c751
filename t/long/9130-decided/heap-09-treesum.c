// A full tree of depth up to five with unknown leaves; inner nodes keep the sum of their leaves, modulo 2 to the 32.
// True: update adds the same difference to every node on the way from the root to the leaf.
// expect: True
typedef unsigned long size_t;
extern void *calloc(size_t n, size_t size);
extern void exit(int code);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct tnode {
    unsigned sum;
    struct tnode *kid[2];
};

static struct tnode *build(unsigned depth)
{
    struct tnode *t = calloc(1, sizeof *t);
    if (!t)
        exit(0);
    if (depth > 0) {
        t->kid[0] = build(depth - 1);
        t->kid[1] = build(depth - 1);
    }
    return t;
}

static void update(struct tnode *t, unsigned path, unsigned diff)
{
    while (t) {
        t->sum += diff;
        t = t->kid[path & 1];
        path >>= 1;
    }
}

static unsigned verify(const struct tnode *t)
{
    unsigned s;
    if (!t->kid[0])
        return t->sum;
    s = verify(t->kid[0]) + verify(t->kid[1]);
    if (s != t->sum)
        reach_error();
    return s;
}

int main(void)
{
    struct tnode *root = build(__VERIFIER_nondet_uint() % 6);
    unsigned total = 0;

    for (int i = 0; i < 12; i++) {
        unsigned path = __VERIFIER_nondet_uint();
        unsigned diff = __VERIFIER_nondet_uint();
        update(root, path, diff);
        total += diff;
        if (verify(root) != total)
            reach_error();
    }
    return 0;
}
