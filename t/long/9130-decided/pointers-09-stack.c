// A stack of pointers to pairs: what is pushed first comes out last, with the values it had.
// True: pool entry k is written only when depth is k, so the entries below the top keep their stamp k.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define DEPTH 16

typedef struct pair { int stamp; int value; int copy; } pair;

static pair pool[DEPTH];
static pair *stack[DEPTH];
static int depth;

static void push(int value)
{
    pair *p = &pool[depth];
    p->stamp = depth;
    p->value = value;
    p->copy = value;
    stack[depth++] = p;
}

static int pop(pair **out)
{
    if (depth == 0)
        return 0;
    *out = stack[--depth];
    return 1;
}

int main(void)
{
    while (1) {
        int v = __VERIFIER_nondet_int();
        pair *p = 0;
        if (v >= 0 && depth < DEPTH) {
            push(v);
        } else if (pop(&p)) {
            if (p->stamp != depth)
                reach_error();
            if (p->value != p->copy || p->value < 0)
                reach_error();
        } else if (p != 0) {
            reach_error();
        }
    }
}
