// A chain of four tasks passing a counter; a task that yields keeps its place in a saved program counter.
// Bug: task 3 resumes after its yield at the wrong place and adds its one a second time.
// expect: False inputs: 0 101 1 2 1 101 3 101 0 2 3 4
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

static unsigned token, local;
static int turn = 0;
static int pc3 = 0;

static void task0(void)
{
    token = __VERIFIER_nondet_uint();
    local = token;
    turn = 1;
}

static void task1(void) { token++; turn = 2; }

static void task2(void) { token++; turn = 3; }

static void task3(void)
{
    if (pc3 == 1)
        goto resume;
    if (__VERIFIER_nondet_int() > 100) {
        token++;
        pc3 = 1;
        return;                 /* yield in the middle of the work */
    }
resume:
    token++;
    pc3 = 0;
    turn = 4;
}

static void task4(void)
{
    if (token != local + 3)
        reach_error();
    turn = 0;
}

int main(void)
{
    for (;;) {
        int pick = __VERIFIER_nondet_int();
        if (pick != turn)
            continue;
        switch (pick) {
        case 0: task0(); break;
        case 1: task1(); break;
        case 2: task2(); break;
        case 3: task3(); break;
        case 4: task4(); break;
        }
    }
}
