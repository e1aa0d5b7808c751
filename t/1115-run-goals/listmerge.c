#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

struct cell {
    int val;
    struct cell *next;
};

static struct cell *push_sorted(struct cell *head, int v)
{
    struct cell *c = malloc(sizeof *c);
    struct cell **p = &head;
    if (!c) {
        exit(3);
    }
    while (*p && (*p)->val < v) {
        p = &(*p)->next;
    }
    c->val = v;
    c->next = *p;
    *p = c;
    return head;
}

static struct cell *merge(struct cell *a, struct cell *b)
{
    struct cell dummy = { 0, NULL }, *t = &dummy;
    while (a && b) {
        if (a->val <= b->val) {
            t->next = a;
            a = a->next;
        } else {
            t->next = b;
            b = b->next;
        }
        t = t->next;
    }
    t->next = a ? a : b;
    return dummy.next;
}

static int length(const struct cell *c)
{
    int n = 0;
    for (; c; c = c->next) {
        n++;
    }
    return n;
}

static void alternating(int *out) {
    *out += 1;
}

int main(void)
{
    struct cell *l[2] = { NULL, NULL }, *m, *p;
    int k, i, out = 0, gaps = 0, sum = 0, odd = 0;

    for (k = 0; k < 2; k++) {
        for (i = 0; i < 6; i++) {
            int c = __VERIFIER_nondet_char();
            if (c == 0) {
                break;
            }
            l[k] = push_sorted(l[k], c);
            sum += c;
            odd += c & 1;
        }
    }
    int la = length(l[0]), lb = length(l[1]);
    if (la == 6 && lb == 6 && l[0]->val > 0 && l[1]->val < -90) {
        out += 2;
    }
    if (la == 3 && lb == 3 && l[0]->val == 10 && l[1]->val == 20
        && l[0]->next->val == 30 && l[1]->next->val == 40 && sum == 210) {
        alternating(&out);
    }
    m = merge(l[0], l[1]);
    if (length(m) != la + lb) {
        out = 500;
    }
    for (p = m; p && p->next; p = p->next) {
        int d = p->next->val - p->val;
        if (d < 0) {
            out = 501;
        }
        if (d == 21) {
            gaps++;
        }
    }
    if (gaps == 9) {
        out = 40;
    }
    if (gaps > 12) {
        out = 502;
    }
    if ((sum ^ odd) & 1) {
        out = 503;
    }
    return out;
}
