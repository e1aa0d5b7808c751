// A walk into nested folders, with a depth counter that must be back at zero at the end.
// Bug: a broken folder (-7) returns early without counting the depth down.
// expect: False inputs: 1 -7 0
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static unsigned depth = 0;
static int files = 0;

static int enter(int limit)
{
    int entry;

    depth++;
    if (limit == 0) {
        depth--;
        return 0;
    }
    entry = __VERIFIER_nondet_int();
    while (entry != 0) {
        if (entry == -7)
            return -1;
        if (entry > 0)
            enter(limit - 1);
        else if (files < 1000)
            files++;
        entry = __VERIFIER_nondet_int();
    }
    depth--;
    return 0;
}

int main(void)
{
    int rc = enter(6);
    if (rc == 0 && depth != 0)
        reach_error();
    return 0;
}
