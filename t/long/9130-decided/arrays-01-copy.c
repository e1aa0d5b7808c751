// An array of a thousand unknown values is copied and compared element by element.
// True: the copy loop assigns every index before the compare loop reads it.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define N 1000

int main(void)
{
    int src[N], dst[N];
    int i, tail;

    for (i = 0; i < N; i++)
        src[i] = __VERIFIER_nondet_int();
    for (i = 0; i < N; i++)
        dst[i] = src[i];
    for (i = 0; i < N; i++)
        if (dst[i] != src[i]) {
            ERROR: reach_error();
        }
    tail = dst[N - 1];
    if (tail != src[N - 1])
        reach_error();
    return 0;
}
