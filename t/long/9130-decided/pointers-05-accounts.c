// An array of account structures with transfers through pointers; the total never changes.
// True: a transfer takes from one account exactly what it gives to the other, and only if the balance suffices.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define ACCOUNTS 4

struct account {
    int id;
    int balance;
    int blocked;
};

static struct account bank[ACCOUNTS];

static struct account *find(int id)
{
    for (struct account *p = bank; p < bank + ACCOUNTS; p++)
        if (p->id == id)
            return p;
    return (struct account *)0;
}

static int transfer(struct account *from, struct account *to, int amount)
{
    if (amount <= 0 || from->blocked || to->blocked)
        return 0;
    if (from->balance < amount)
        return 0;
    from->balance -= amount;
    to->balance += amount;
    return 1;
}

static int total(void)
{
    int sum = 0;
    for (int i = 0; i < ACCOUNTS; i++)
        sum += bank[i].balance;
    return sum;
}

int main(void)
{
    for (int i = 0; i < ACCOUNTS; i++) {
        bank[i].id = 10 + i;
        bank[i].balance = 100 * i;
        bank[i].blocked = 0;
    }
    while (1) {
        struct account *a = find(__VERIFIER_nondet_int());
        struct account *b = find(__VERIFIER_nondet_int());
        if (!a || !b)
            continue;
        if (__VERIFIER_nondet_uint() == 3)
            a->blocked = !a->blocked;
        transfer(a, b, __VERIFIER_nondet_int());
        if (a->balance < 0 || b->balance < 0)
            reach_error();
        if (total() != 600)
            reach_error();
    }
}
