// A histogram of an unknown stream of bytes in 8 bins; the bins together hold as many as were read.
// True: each value adds one to exactly one bin and one to the total (all modulo 2 to the 32).
// expect: True
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static unsigned bin[8];
static unsigned total;

static void add(unsigned char c)
{
    bin[c >> 5]++;
    total++;
}

static void merge(unsigned from, unsigned to)
{
    if (from == to)
        return;
    bin[to] += bin[from];
    bin[from] = 0;
}

int main(void)
{
    while (__VERIFIER_nondet_int() != 0) {
        unsigned sum = 0;
        add(__VERIFIER_nondet_uchar());
        if (__VERIFIER_nondet_int() == 5) {
            unsigned from = __VERIFIER_nondet_uchar() % 8u;
            unsigned to = __VERIFIER_nondet_uchar() % 8u;
            merge(from, to);
        }
        for (int i = 0; i < 8; i++)
            sum += bin[i];
        if (sum != total)
            reach_error();
    }
    return 0;
}
