// Clamping, minimum and maximum of unknown values obey their laws.
// True: min and max pick one of their arguments by one comparison, and clamp is max then min with lo <= hi.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }
static int clamp(int x, int lo, int hi) { return min(max(x, lo), hi); }

int main(void)
{
    while (1) {
        int x = __VERIFIER_nondet_int();
        int y = __VERIFIER_nondet_int();
        int z = __VERIFIER_nondet_int();
        int lo = min(y, z), hi = max(y, z);
        int c = clamp(x, lo, hi);

        if (lo > hi)
            reach_error();
        if (c < lo || c > hi)
            reach_error();
        if (x >= lo && x <= hi && c != x)
            reach_error();
        if (clamp(c, lo, hi) != c)
            reach_error();
        if (min(x, y) != min(y, x) || max(x, max(y, z)) != max(max(x, y), z))
            reach_error();
        if ((long long)min(x, y) + max(x, y) != (long long)x + y)
            reach_error();
    }
}
