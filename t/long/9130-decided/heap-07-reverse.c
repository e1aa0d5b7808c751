// A list of at most 20 unknown values is reversed in place, and reversed again.
// True: reversing keeps the nodes and mirrors their order; the second pass mirrors it back.
// expect: True
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

typedef struct link { int value; struct link *rest; } link_t;

static link_t *cons(int value, link_t *rest)
{
    link_t *l = malloc(sizeof *l);
    if (l == NULL)
        exit(2);
    l->value = value;
    l->rest = rest;
    return l;
}

static link_t *reverse(link_t *l)
{
    link_t *done = NULL;
    while (l != NULL) {
        link_t *rest = l->rest;
        l->rest = done;
        done = l;
        l = rest;
    }
    return done;
}

int main(void)
{
    int copy[20];
    int n = __VERIFIER_nondet_uchar() % 21, i;
    link_t *l = NULL, *p;

    for (i = 0; i < n; i++) {
        copy[i] = __VERIFIER_nondet_int();
        l = cons(copy[i], l);
    }
    l = reverse(l);
    for (p = l, i = 0; p != NULL; p = p->rest, i++)
        if (p->value != copy[i])
            reach_error();
    if (i != n)
        reach_error();
    l = reverse(l);
    for (p = l; p != NULL; p = p->rest)
        if (p->value != copy[--i])
            reach_error();
    if (i != 0)
        reach_error();
    while (l != NULL) {
        p = l->rest;
        free(l);
        l = p;
    }
    return 0;
}
