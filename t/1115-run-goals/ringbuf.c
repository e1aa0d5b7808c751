extern int __VERIFIER_nondet_int(void);

#define CAP 5

struct ring {
    int data[CAP];
    unsigned head, tail;
    int len;
};

static int dropped, underflow;

static void push(struct ring *r, int v)
{
    if (r->len == CAP) {
        r->head = (r->head + 1) % CAP;
        r->len--;
        dropped++;
    }
    r->data[r->tail] = v;
    r->tail = (r->tail + 1) % CAP;
    r->len++;
}

static int pop(struct ring *r, int *out)
{
    if (r->len == 0) {
        underflow++;
        return 0;
    }
    *out = r->data[r->head];
    r->head = (r->head + 1) % CAP;
    r->len--;
    return 1;
}

static int corrupt(const struct ring *r) {
    return (int)r->head - (int)r->tail;
}

static void rotate(struct ring *r)
{
    int v;
    if (r->len > 1 && pop(r, &v)) {
        push(r, v);
    }
}

int main(void)
{
    struct ring r = { { 0 }, 0, 0, 0 };
    int i, v = 0, res = 0, pushed = 0, popped = 0;
    long last = -1;

    for (i = 0; i < 24; i++) {
        int op = __VERIFIER_nondet_int();
        if (op == 1) {
            push(&r, __VERIFIER_nondet_int());
            pushed++;
        } else if (op == 2) {
            if (pop(&r, &v)) {
                popped++;
                if (last == v && v == 31337) {
                    res = 1;
                }
                last = v;
            }
        } else if (op == 3) {
            rotate(&r);
        } else {
            break;
        }
        if ((r.head + (unsigned)r.len) % CAP != r.tail) {
            res = corrupt(&r);
        }
        if (pushed - popped - dropped != r.len) {
            res = 50;
        }
    }
    if (r.len == CAP && r.head == 2 && dropped == 0 && underflow == 1) {
        res = 2;
    }
    if (r.len == 3 && r.data[r.head] == 100 && r.data[(r.head + 1) % CAP] == -100
        && r.data[(r.head + 2) % CAP] == (int)r.head && r.head == 4) {
        res = 3;
    }
    if (dropped == 7 && r.len == 1) {
        res = 4;
    }
    if (dropped == 7 && popped > 12) {
        res = 51;
    }
    if (popped > 0 && last == 0x7fffffff && r.len == 0 && underflow == 4) {
        res = 5;
    }
    return res;
}
