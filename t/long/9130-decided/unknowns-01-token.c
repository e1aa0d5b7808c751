// A ticket counter: an unknown ticket is copied, both copies advance alike.
// True: unsigned addition is a function, so equal values stay equal.
// expect: True
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

static unsigned issued;

static unsigned take_ticket(void)
{
    issued = __VERIFIER_nondet_uint();
    return issued;
}

int main(void)
{
    unsigned mine;

    while (__VERIFIER_nondet_bool()) {
        mine = take_ticket();
        if (mine != issued) {
            ERROR: reach_error();
        }
        issued++;
        if (issued != mine + 1)
            reach_error();
        if (__VERIFIER_nondet_bool())
            mine++;
        else
            mine = issued;
        if (mine != issued)
            reach_error();
    }
    return 0;
}
