// Eight device locks kept across turns; on the quick path one release is guarded by the wrong flag.
// Bug: lock 6 is released if want[5] is set, so want[6] alone leaves it held for the next turn.
// expect: False inputs: 64 1 64
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int held0, held1, held2, held3, held4, held5, held6, held7;

static void take(int *l)
{
    if (*l)
        reach_error();
    *l = 1;
}

static void drop(int *l)
{
    *l = 0;
}

int main(void)
{
    for (;;) {
        unsigned want = __VERIFIER_nondet_uint();
        if (want & 1) take(&held0);
        if (want & 2) take(&held1);
        if (want & 4) take(&held2);
        if (want & 8) take(&held3);
        if (want & 16) take(&held4);
        if (want & 32) take(&held5);
        if (want & 64) take(&held6);
        if (want & 128) take(&held7);

        if (__VERIFIER_nondet_int() > 0) {
            if (want & 1) drop(&held0);
            if (want & 2) drop(&held1);
            if (want & 4) drop(&held2);
            if (want & 8) drop(&held3);
            if (want & 16) drop(&held4);
            if (want & 32) drop(&held5);
            if (want & 32) drop(&held6);
            if (want & 128) drop(&held7);
        } else {
            drop(&held0); drop(&held1); drop(&held2); drop(&held3);
            drop(&held4); drop(&held5); drop(&held6); drop(&held7);
        }
    }
}
