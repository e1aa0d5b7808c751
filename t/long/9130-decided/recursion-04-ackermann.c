// The Ackermann function for small arguments: ack(2, n) is 2 n + 3 and ack(3, n) is 2 to the (n + 3) minus 3.
// Bug: the shortcut for m == 3 and n == 2 gives 28 instead of 29.
// expect: False inputs: 3 2
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int ack(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (m == 3 && n == 2)
        return 28;                 /* known value, saves time */
    if (n == 0)
        return ack(m - 1, 1);
    return ack(m - 1, ack(m, n - 1));
}

int main(void)
{
    int m = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    int r;

    if (m < 0 || m > 3 || n < 0 || n > 3)
        return 0;
    r = ack(m, n);
    if (m == 2 && r != 2 * n + 3)
        reach_error();
    if (m == 3 && r != (1 << (n + 3)) - 3)
        reach_error();
    return 0;
}
