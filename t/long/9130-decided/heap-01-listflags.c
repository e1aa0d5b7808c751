// A train of unknown length: passenger cars first, freight cars after them, one caboose at the very end.
// True: the builder turns from passenger to freight once and never back, and only the last car is made a caboose.
// expect: True
typedef unsigned long size_t;
extern void *malloc(size_t size);
extern void free(void *p);
extern void exit(int code);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum kind { UNKNOWN, PASSENGER, FREIGHT, CABOOSE };

struct car {
    enum kind kind;
    struct car *behind;
};

static struct car *couple(struct car *front)
{
    struct car *c = malloc(sizeof *c);
    if (!c)
        exit(1);
    c->kind = UNKNOWN;
    c->behind = 0;
    if (front)
        front->behind = c;
    return c;
}

static void inspect(const struct car *c)
{
    enum kind stage = PASSENGER;

    for (; c; c = c->behind) {
        if (c->kind < stage || c->kind > CABOOSE)
            reach_error();              /* out of order */
        stage = c->kind;
        if (stage == CABOOSE && c->behind)
            reach_error();
    }
    if (stage != CABOOSE)
        reach_error();
}

int main(void)
{
    struct car *engine = couple(0), *rear = engine;

    while (__VERIFIER_nondet_bool()) {
        rear->kind = PASSENGER;
        rear = couple(rear);
    }
    while (__VERIFIER_nondet_bool()) {
        rear->kind = FREIGHT;
        rear = couple(rear);
    }
    rear->kind = CABOOSE;
    inspect(engine);
    while (engine) {
        rear = engine->behind;
        free(engine);
        engine = rear;
    }
    return 0;
}
