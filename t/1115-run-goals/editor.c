#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

struct rec {
    int id;
    unsigned short tag;
    struct rec *prev, *next;
};

static struct rec *head, *tail, *cur;
static int count, ids;

static void insert_after(struct rec *at, unsigned short tag)
{
    struct rec *r = malloc(sizeof *r);
    if (!r) {
        exit(4);
    }
    r->id = ++ids;
    r->tag = tag;
    r->prev = at;
    r->next = at ? at->next : head;
    if (r->next) {
        r->next->prev = r;
    } else {
        tail = r;
    }
    if (at) {
        at->next = r;
    } else {
        head = r;
    }
    cur = r;
    count++;
}

static void erase(void) {
    struct rec *r = cur;
    if (r->prev) {
        r->prev->next = r->next;
    } else {
        head = r->next;
    }
    if (r->next) {
        r->next->prev = r->prev;
    } else {
        tail = r->prev;
    }
    cur = r->next ? r->next : r->prev;
    free(r);
    count--;
}

static void lost(void) {
    cur = NULL;
}

int main(void)
{
    struct rec *p;
    int k, c, res = 0, jumps = 0, n = 0, order = 1;

    for (k = 0; k < 20 && (c = getchar()) != EOF && c != 'q'; k++) {
        if (c == 'i') {
            insert_after(cur, __VERIFIER_nondet_ushort());
        } else if (c == 'd' && cur) {
            erase();
        } else if (c == 'n' && cur && cur->next) {
            cur = cur->next;
        } else if (c == 'p' && cur && cur->prev) {
            cur = cur->prev;
        } else if (c == 'g') {
            int want = __VERIFIER_nondet_int();
            for (p = head; p; p = p->next) {
                if (p->id == want) {
                    cur = p;
                    jumps++;
                }
            }
        }
        if (count > 0 && cur == NULL) {
            lost();
        }
        if (jumps + ids > k + 1) {
            res = 50;
        }
    }
    for (p = head; p; p = p->next) {
        n++;
        if (p->next && p->next->tag <= p->tag) {
            order = 0;
        }
        if (p->next == NULL && p != tail) {
            res = 51;
        }
    }
    if (n == 4 && order && head->id == 3 && tail->id == 1) {
        res = 2;
    }
    if (n == 3 && order && head->id == 2 && head->next->id == 4 && tail->id == 3) {
        res = 3;
    }
    if (n == 2 && head->tag == 0xABC && tail->tag == head->tag * 3 && ids == 5 && jumps == 2) {
        res = 4;
    }
    while (head) {
        p = head->next;
        free(head);
        head = p;
    }
    return res;
}
