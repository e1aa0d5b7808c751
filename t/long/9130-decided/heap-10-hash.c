// A tiny hash table with chains: what was stored under a key must be found under it again.
// Bug: the table doubles after six entries but entries of bucket 3 are not moved.
// expect: False inputs: 7 1 1 1 2 1 4 1 5 1 6 1
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct entry {
    unsigned key, value;
    struct entry *next;
};

static struct entry *bucket[8];
static unsigned nbuckets = 4, entries;

static struct entry *lookup(unsigned key)
{
    struct entry *e = bucket[key % nbuckets];
    while (e && e->key != key)
        e = e->next;
    return e;
}

static void grow(void)
{
    struct entry *all = NULL, *e;

    for (unsigned b = 0; b < 3; b++) {          /* all but the last */
        while ((e = bucket[b]) != NULL) {
            bucket[b] = e->next;
            e->next = all;
            all = e;
        }
    }
    nbuckets = 8;
    while ((e = all) != NULL) {
        all = e->next;
        e->next = bucket[e->key % nbuckets];
        bucket[e->key % nbuckets] = e;
    }
}

static void store(unsigned key, unsigned value)
{
    struct entry *e = lookup(key);
    if (!e) {
        e = malloc(sizeof *e);
        if (!e)
            exit(0);
        e->key = key;
        e->next = bucket[key % nbuckets];
        bucket[key % nbuckets] = e;
        if (++entries == 6 && nbuckets == 4)
            grow();
    }
    e->value = value;
}

int main(void)
{
    unsigned first_key = __VERIFIER_nondet_uint();
    unsigned first_value = __VERIFIER_nondet_uint();
    struct entry *e;

    store(first_key, first_value);
    for (int i = 0; i < 6; i++) {
        unsigned key = __VERIFIER_nondet_uint();
        unsigned value = __VERIFIER_nondet_uint();
        if (key == first_key)
            continue;
        store(key, value);
        e = lookup(first_key);
        if (!e || e->value != first_value) {
            ERROR: reach_error();
        }
    }
    return 0;
}
