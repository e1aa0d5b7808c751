// Bubble sort with an early exit when a pass made no swap.
// Bug: the flag "swapped" is not set by a swap of the last pair.
// expect: False inputs: 1 2 3 4 0
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define SIZE 5

int main(void)
{
    int a[SIZE], swapped, end;

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    end = SIZE - 1;
    do {
        swapped = 0;
        for (int i = 0; i < end; i++)
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
                if (i + 1 < end)
                    swapped = 1;
            }
        end--;
    } while (swapped);
    for (int i = 0; i + 1 < SIZE; i++)
        if (a[i] > a[i + 1])
            reach_error();
    return 0;
}
