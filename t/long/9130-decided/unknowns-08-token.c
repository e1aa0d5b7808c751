// Two nodes pass a token: each adds one and keeps its own record of what it should be.
// Bug: a token of 0xfffffffe is treated as "empty" and renewed, but only the sender's record follows.
// expect: False inputs: 4294967294 0
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct node { unsigned expect; };

static struct node left, right;
static unsigned token;

static void begin(unsigned t)
{
    token = t;
    left.expect = t;
    right.expect = t + 1;
}

static void pass_left(void)
{
    if (token == 0xfffffffeu) {
        token = 1;
        left.expect = 1;
    }
    if (token != left.expect)
        reach_error();
    token++;
    left.expect += 2;
}

static void pass_right(void)
{
    if (token != right.expect) {
        ERROR: reach_error();
    }
    token++;
    right.expect += 2;
}

int main(void)
{
    begin(__VERIFIER_nondet_uint() & ~1u);
    while (1) {
        pass_left();
        if (__VERIFIER_nondet_int() == 9)
            return 0;
        pass_right();
    }
}
