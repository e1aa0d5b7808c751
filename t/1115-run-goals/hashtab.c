extern unsigned short __VERIFIER_nondet_ushort(void);

#define SIZE 8

struct entry {
    unsigned key;
    int used;
    int dist;
};

static struct entry tab[SIZE];
static int filled;

static unsigned hash(unsigned k)
{
    return ((k * 40503u) >> 11) & (SIZE - 1u);
}

static void table_full(void) {
    filled = 1000;
}

static int put(unsigned k)
{
    unsigned h = hash(k), i;
    for (i = 0; i < SIZE; i++) {
        struct entry *e = &tab[(h + i) % SIZE];
        if (e->used && e->key == k) {
            return -1;
        }
        if (!e->used) {
            e->used = 1;
            e->key = k;
            e->dist = (int)i;
            filled++;
            return (int)i;
        }
    }
    table_full();
    return -2;
}

static int find(unsigned k)
{
    unsigned h = hash(k), i;
    for (i = 0; i < SIZE && tab[(h + i) % SIZE].used; i++) {
        if (tab[(h + i) % SIZE].key == k) {
            return (int)i;
        }
    }
    return -1;
}

int main(void)
{
    unsigned n, last = 0;
    int collisions = 0, res = 0, total = 0, i;

    for (n = 0; n < 10; n++) {
        unsigned k = __VERIFIER_nondet_ushort();
        if (k == 0) {
            break;
        }
        int r = put(k);
        if (r > 0) {
            collisions++;
        }
        if (r == -2) {
            res = 1;
            break;
        }
        if (find(k) < 0) {
            res = 100;
        }
        last = k;
    }
    for (i = 0; i < SIZE; i++) {
        if (tab[i].used) {
            total++;
            if ((hash(tab[i].key) + (unsigned)tab[i].dist) % SIZE != (unsigned)i) {
                res = 101;
            }
        } else if (tab[i].dist) {
            res = 102;
        }
    }
    if (total == 4 && collisions == 3) {
        res = 2;
    }
    if (tab[2].used && tab[2].key == 0xBEEF && tab[2].dist == 2) {
        res = 3;
    }
    if (total == 5 && n == 9) {
        res = 4;
    }
    if (last > 0xFF00u && hash(last) == 6 && collisions == 0 && total == 7) {
        res = 5;
    }
    return res;
}
