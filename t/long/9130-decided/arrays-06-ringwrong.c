// A byte ring with a separate fill count; peek may look ahead without taking.
// Bug: the peek index is not wrapped when head is at the last place, and the guard array is seen.
// expect: False inputs: 1 10 1 11 1 12 2 2 2 1 13 1 14 3 1
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define CAP 4

/* cells 4 to 7 are a guard and hold -1 for ever */
static int cell[2 * CAP] = { 0, 0, 0, 0, -1, -1, -1, -1 };
static int head, fill;

static void put(int v)
{
    if (fill == CAP)
        return;
    cell[(head + fill) % CAP] = v < 0 ? 0 : v;
    fill++;
}

static void take(void)
{
    if (fill == 0)
        return;
    head = (head + 1) % CAP;
    fill--;
}

static int peek(int ahead)
{
    if (ahead < 0 || ahead >= fill)
        return 0;
    return cell[head + ahead];
}

int main(void)
{
    for (;;) {
        int cmd = __VERIFIER_nondet_int();
        switch (cmd) {
        case 1: put(__VERIFIER_nondet_int()); break;
        case 2: take(); break;
        case 3:
            if (peek(__VERIFIER_nondet_int()) < 0)
                reach_error();
            break;
        default: break;
        }
    }
}
