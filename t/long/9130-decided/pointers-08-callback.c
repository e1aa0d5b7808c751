// Callbacks with a context pointer: a counter and a limiter share one structure through different views.
// Bug: the reset callback is registered with the limiter's own counter, so the limit is passed unseen.
// expect: False inputs: 0 0 0 0 0 0 0 0 0 0 1 4711 0 0
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct limiter {
    int seen;
    int limit;
    int *view;
};

typedef void (*callback)(void *ctx, int arg);

static int true_count;
static struct limiter lim;

static void on_event(void *ctx, int arg)
{
    struct limiter *l = ctx;
    (void)arg;
    if (l->seen >= l->limit)
        return;
    l->seen++;
    true_count++;
}

static void on_reset(void *ctx, int arg)
{
    int *counter = ctx;
    if (arg == 4711)
        *counter = 0;
}

static void on_close(void *ctx, int arg)
{
    struct limiter *l = ctx;
    if (arg < 0)
        l->limit = l->seen;
}

int main(void)
{
    callback table[3] = { on_event, on_reset, on_close };
    void *ctx[3] = { &lim, &lim.seen, &lim };

    lim.seen = 0;
    lim.limit = 5;
    lim.view = &true_count;
    while (1) {
        int which = __VERIFIER_nondet_int();
        int arg = __VERIFIER_nondet_int();
        if (which < 0 || which > 2)
            continue;
        table[which](ctx[which], arg);
        if (*lim.view > 5)
            reach_error();
    }
}
