// A ring buffer of unknown length of use: what is read is what was written at the same sequence number.
// True: the values are derived from the sequence number, and a slot is written again only after it was read.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define CAP 16u

static unsigned ring[CAP];
static unsigned wr, rd;              /* free running; CAP divides 2 to the 32 */

static unsigned stamp(unsigned seq)
{
    return seq * 2654435761u + 17u;
}

static int put(unsigned v)
{
    if (wr - rd == CAP)
        return 0;
    ring[wr % CAP] = v;
    wr++;
    return 1;
}

static int get(unsigned *v)
{
    if (wr == rd)
        return 0;
    *v = ring[rd % CAP];
    rd++;
    return 1;
}

int main(void)
{
    unsigned v, seq;

    while (1) {
        int op = __VERIFIER_nondet_int();
        if (op > 0) {
            put(stamp(wr));
        } else {
            seq = rd;
            if (get(&v) && v != stamp(seq))
                reach_error();
        }
        if (wr - rd > CAP)
            reach_error();
    }
    return 0;
}
