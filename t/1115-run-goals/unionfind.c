extern unsigned char __VERIFIER_nondet_uchar(void);

#define N 8

static int parent[N], rank_[N], comps = N;

static int find(int x)
{
    while (parent[x] != x) {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    return x;
}

static int unite(int a, int b)
{
    a = find(a);
    b = find(b);
    if (a == b) {
        return 0;
    }
    if (rank_[a] < rank_[b]) {
        int t = a;
        a = b;
        b = t;
    }
    parent[b] = a;
    if (rank_[a] == rank_[b]) {
        rank_[a]++;
    }
    comps--;
    return 1;
}

static void deep(int r) {
    rank_[r] = 3;
}

int main(void)
{
    unsigned char adj[N];
    int i, edges = 0, cycles = 0, res = 0;

    for (i = 0; i < N; i++) {
        parent[i] = i;
        adj[i] = 0;
    }
    for (i = 0; i < 10; i++) {
        unsigned a = __VERIFIER_nondet_uchar();
        unsigned b;
        if (a >= N) {
            break;
        }
        b = __VERIFIER_nondet_uchar() % N;
        adj[a] |= (unsigned char)(1u << b);
        adj[b] |= (unsigned char)(1u << a);
        edges++;
        if (!unite((int)a, (int)b)) {
            cycles++;
        }
        if (rank_[a] == 3 || rank_[b] == 3) {
            deep(find((int)a));
        }
        if (rank_[a] > 3) {
            res = 50;
        }
    }
    if (edges - cycles != N - comps) {
        res = 51;
    }
    if (comps == 1 && edges == 7) {
        res = 1;
    }
    if (edges < 7 && find(0) == find(7) && comps == 1) {
        res = 52;
    }
    int odd = 0, deg4 = 0;
    for (i = 0; i < N; i++) {
        int d = 0, j;
        for (j = 0; j < N; j++) {
            d += j != i && ((adj[i] >> j) & 1);
        }
        odd += d & 1;
        deg4 += d == 4;
    }
    if (odd & 1) {
        res = 53;
    }
    if (deg4 == 5 && edges == 10) {
        res = 2;
    }
    if (comps == 4 && cycles == 4 && odd == 8) {
        res = 3;
    }
    return res;
}
