// Binary search in a table of squares: found keys are at the right place, and others are not in the table.
// True: the table is strictly rising and the search keeps the key, if present, between lo and hi.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define LEN 64

static int table[LEN];

static int search(int key)
{
    int lo = 0, hi = LEN - 1;
    while (lo <= hi) {
        int mid = lo + (hi - lo) / 2;
        if (table[mid] == key)
            return mid;
        if (table[mid] < key)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return -1;
}

int main(void)
{
    for (int i = 0; i < LEN; i++)
        table[i] = i * i;
    while (1) {
        int key = __VERIFIER_nondet_int();
        int at = search(key);
        if (at >= 0) {
            if (at >= LEN || at * at != key)
                reach_error();
        } else {
            for (int i = 0; i < LEN; i++)
                if (table[i] == key)
                    reach_error();
        }
    }
}
