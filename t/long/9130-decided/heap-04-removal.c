// A sorted list with insert and remove of unknown small keys, at most 30 operations.
// Bug: removing a key that is in the list twice takes away only one node, and the owner claims it is gone.
// expect: False inputs: 1 5 1 5 2 5
typedef unsigned long size_t;
extern void *malloc(size_t size);
extern void free(void *p);
extern void exit(int code);
#define NULL ((void *)0)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

typedef struct cell cell;
struct cell { int key; cell *next; };

static void insert(cell **where, int key)
{
    cell *c;
    while (*where && (*where)->key < key)
        where = &(*where)->next;
    c = malloc(sizeof(cell));
    if (!c)
        exit(0);
    c->key = key;
    c->next = *where;
    *where = c;
}

static int remove_key(cell **where, int key)
{
    while (*where) {
        cell *c = *where;
        if (c->key == key) {
            *where = c->next;
            free(c);
            return 1;
        }
        if (c->key > key)
            break;
        where = &c->next;
    }
    return 0;
}

static int contains(const cell *c, int key)
{
    for (; c; c = c->next)
        if (c->key == key)
            return 1;
    return 0;
}

int main(void)
{
    cell *list = NULL;
    for (int i = 0; i < 30; i++) {
        int op = __VERIFIER_nondet_int();
        int key = __VERIFIER_nondet_int();
        if (op == 1) {
            insert(&list, key);
            if (!contains(list, key))
                reach_error();
        } else if (op == 2) {
            if (remove_key(&list, key) && contains(list, key)) {
                ERROR: reach_error();
            }
        } else if (op == 0)
            break;
    }
    while (list)
        remove_key(&list, list->key);
    return 0;
}
