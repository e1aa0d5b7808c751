extern short __VERIFIER_nondet_short(void);

#define N 7

static int swaps;

static void insertion(short *v, int n)
{
    int i, j;
    for (i = 1; i < n; i++) {
        short x = v[i];
        for (j = i - 1; j >= 0 && v[j] > x; j--) {
            v[j + 1] = v[j];
            swaps++;
        }
        v[j + 1] = x;
    }
}

static int search(const short *v, int n, int x)
{
    int lo = 0, hi = n - 1;
    while (lo <= hi) {
        int mid = (lo + hi) / 2;
        if (v[mid] == x) {
            return mid;
        }
        if (v[mid] < x) {
            lo = mid + 1;
        } else {
            hi = mid - 1;
        }
    }
    return -1;
}

static int majority(const short *v, int n) {
    int i, run = 1, best = 1;
    for (i = 1; i < n; i++) {
        run = v[i] == v[i - 1] ? run + 1 : 1;
        if (run > best) {
            best = run;
        }
    }
    return best;
}

int main(void)
{
    short v[N];
    int i, sum = 0, res = 0;

    for (i = 0; i < N; i++) {
        v[i] = __VERIFIER_nondet_short();
        sum += v[i];
    }
    insertion(v, N);
    for (i = 0; i + 1 < N; i++) {
        if (v[i] > v[i + 1]) {
            res = -1;
        }
    }
    if (swaps > 21) {
        res = -2;
    }
    if (swaps == 21) {
        res = 1;
    } else if (swaps == 11 && v[0] == -5 && v[6] == 1000) {
        res = 2;
    }
    if (majority(v, N) == 5) {
        res = 3;
        if (v[2] != v[4] || v[3] != v[2]) {
            res = -3;
        }
    }
    i = search(v, N, sum);
    if (i >= 0 && sum == 1234) {
        res = 4 + i;
    }
    if (v[0] > 0 && i >= 0) {
        res = -4;
    }
    return res;
}
