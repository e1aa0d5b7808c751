// A function adds one argument to the other and clears the source; the caller counts on the sum.
// Bug: for slots 2 and 3 the table gives the same address, so the sum is cleared too.
// expect: False inputs: 1 2 3 2 3
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

static unsigned pot_a, pot_b, pot_c;

static unsigned *slot(unsigned n)
{
    switch (n) {
    case 0: return &pot_a;
    case 1: return &pot_b;
    case 2: return &pot_c;
    case 3: return &pot_c;
    default: return 0;
    }
}

static void pour(unsigned *from, unsigned *to)
{
    *to += *from;
    *from = 0;
}

int main(void)
{
    unsigned total, f, t;

    pot_a = __VERIFIER_nondet_uint();
    pot_b = __VERIFIER_nondet_uint();
    pot_c = __VERIFIER_nondet_uint();
    total = pot_a + pot_b + pot_c;
    f = __VERIFIER_nondet_uint();
    t = __VERIFIER_nondet_uint();
    if (f == t || !slot(f) || !slot(t))
        return 0;
    pour(slot(f), slot(t));
    if (pot_a + pot_b + pot_c != total) {
        ERROR: reach_error();
    }
    return 0;
}
