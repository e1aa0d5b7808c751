// The towers of Hanoi with up to ten discs: the number of moves is 2 to the n, minus one, and all discs arrive.
// True: hanoi(n) makes hanoi(n - 1) twice plus one move, and every move lowers one peg and raises another.
// expect: True
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int peg[3];
static unsigned moves;

static void move_disc(int from, int to)
{
    if (peg[from] <= 0)
        reach_error();
    peg[from]--;
    peg[to]++;
    moves++;
}

static void hanoi(int n, int from, int to, int spare)
{
    if (n == 0)
        return;
    hanoi(n - 1, from, spare, to);
    move_disc(from, to);
    hanoi(n - 1, spare, to, from);
}

int main(void)
{
    int n = __VERIFIER_nondet_uchar();

    if (n > 10)
        return 0;
    peg[0] = n;
    hanoi(n, 0, 2, 1);
    if (moves != (1u << n) - 1)
        reach_error();
    if (peg[2] != n || peg[0] != 0 || peg[1] != 0)
        reach_error();
    return 0;
}
