// A pipeline of a producer, a filter and a consumer, in a kernel with update, fire and reset phases; 32-bit sums wrap.
// True: sum_in counts what the producer sent, and what is on the way is exactly the content of the two full boxes.
// expect: True
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum status { READY, RUNNING, WAITING };
enum phase { EVALUATE, UPDATE, FIRE, RESET };

struct box {
    unsigned data;
    unsigned char full;
    unsigned char changed;
};

static struct box first, second;
static enum status prod_st, filt_st, cons_st;
static unsigned sum_in, sum_out, dropped;

static void request_update(struct box *b) { b->changed = 1; }

static void producer(void)
{
    unsigned v;

    prod_st = RUNNING;
    if (first.full) {
        prod_st = WAITING;
        return;
    }
    v = __VERIFIER_nondet_uint();
    first.data = v;
    first.full = 1;
    sum_in += v;
    request_update(&first);
    prod_st = WAITING;
}

static void filter(void)
{
    filt_st = RUNNING;
    if (first.full && !second.full) {
        if (first.data % 16 == 0) {
            dropped += first.data;
        } else {
            second.data = first.data;
            second.full = 1;
            request_update(&second);
        }
        first.full = 0;
        request_update(&first);
    }
    filt_st = WAITING;
}

static void consumer(void)
{
    cons_st = RUNNING;
    if (second.full) {
        sum_out += second.data;
        second.full = 0;
        request_update(&second);
    }
    cons_st = WAITING;
}

static void evaluate(void)
{
    while (prod_st == READY || filt_st == READY || cons_st == READY) {
        if (prod_st == READY && __VERIFIER_nondet_bool())
            producer();
        if (filt_st == READY && __VERIFIER_nondet_bool())
            filter();
        if (cons_st == READY && __VERIFIER_nondet_bool())
            consumer();
    }
}

static void fire(void)
{
    if (first.changed) {
        if (first.full) filt_st = READY;
        else prod_st = READY;
    }
    if (second.changed) {
        if (second.full) cons_st = READY;
        else filt_st = READY;
    }
}

static void reset_events(void)
{
    first.changed = 0;
    second.changed = 0;
}

static void audit(void)
{
    unsigned on_the_way = 0;
    if (first.full) on_the_way += first.data;
    if (second.full) on_the_way += second.data;
    if (sum_in != sum_out + dropped + on_the_way)
        reach_error();
}

int main(void)
{
    enum phase ph = EVALUATE;

    prod_st = READY;
    filt_st = WAITING;
    cons_st = WAITING;
    while (1) {
        switch (ph) {
        case EVALUATE: evaluate(); ph = UPDATE; break;
        case UPDATE: audit(); ph = FIRE; break;
        case FIRE: fire(); ph = RESET; break;
        case RESET:
            reset_events();
            if (prod_st == RUNNING || filt_st == RUNNING || cons_st == RUNNING)
                reach_error();
            ph = EVALUATE;
            if (prod_st != READY && filt_st != READY && cons_st != READY)
                prod_st = READY;        /* the timer wakes the producer */
            break;
        }
    }
    return 0;
}
