// A partition of six unknown values around the first one: smaller ones must end up to the left of it.
// Bug: a last value equal to the pivot is exchanged with the last of the smaller ones.
// expect: False inputs: 1 0 1 0 1 1
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum { N = 6 };

static void exchange(int *v, int i, int j)
{
    int t = v[i];
    v[i] = v[j];
    v[j] = t;
}

static int partition(int *v, int n)
{
    int pivot = v[0];
    int store = 0;
    for (int i = 1; i < n; i++) {
        if (v[i] < pivot) {
            store++;
            if (store != i)
                exchange(v, store, i);
        } else if (v[i] == pivot && i == n - 1) {
            exchange(v, store, i);      /* should leave equal values alone */
        }
    }
    exchange(v, 0, store);
    return store;
}

int main(void)
{
    int v[N], at;

    for (int i = 0; i < N; i++)
        v[i] = __VERIFIER_nondet_int();
    at = partition(v, N);
    for (int i = 0; i < at; i++)
        if (v[i] >= v[at])
            reach_error();
    for (int i = at + 1; i < N; i++)
        if (v[i] < v[at]) {
            ERROR: reach_error();
        }
    return 0;
}
