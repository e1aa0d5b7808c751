// A progress counter in steps of 16 towards an unknown end below 4 billion.
// Bug: near the top of the range the counter wraps past the end and the loop goes round; the guard notices a small value.
// expect: False inputs: 4294967290
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    unsigned end = __VERIFIER_nondet_uint();
    unsigned at, before;

    if (end < 4294900000u)
        at = end / 2;
    else
        at = 4294900000u;
    while (at < end) {
        before = at;
        at += 16;
        if (at <= before) {
            ERROR: reach_error();
        }
        if (end - before < 16)
            break;
    }
    return 0;
}
