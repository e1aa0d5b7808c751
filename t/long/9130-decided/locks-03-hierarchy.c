// Lock ordering: locks numbered 0 to 7 may only be taken upwards; releases are from the top.
// True: the top only grows through acquire, which refuses a lower number, and release resets it from the stack.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define NLOCKS 8

static int stack[NLOCKS];
static int depth = 0;
static unsigned char owned[NLOCKS];

static int acquire(int id)
{
    if (depth > 0 && stack[depth - 1] >= id)
        return 0;                       /* would break the order */
    if (owned[id])
        reach_error();                  /* taken twice */
    owned[id] = 1;
    stack[depth] = id;
    depth++;
    return 1;
}

static void release(void)
{
    depth--;
    if (!owned[stack[depth]])
        reach_error();
    owned[stack[depth]] = 0;
}

int main(void)
{
    while (1) {
        int op = __VERIFIER_nondet_int();
        if (op >= 0 && op < NLOCKS) {
            acquire(op);
            if (depth > NLOCKS)
                reach_error();
        } else if (op == -1 && depth > 0) {
            release();
        } else if (op == -2) {
            while (depth > 0)
                release();
            for (int i = 0; i < NLOCKS; i++)
                if (owned[i])
                    reach_error();
        }
    }
    return 0;
}
