extern unsigned char __VERIFIER_nondet_uchar(void);

enum { TYPE_DATA = 0x10, TYPE_ACK = 0x20, TYPE_RST = 0x30 };

struct packet {
    unsigned char type, seq, len;
    unsigned char body[8];
    unsigned sum;
};

static unsigned expected_seq;
static int resets, delivered;

static unsigned fletcher(const unsigned char *p, int n)
{
    unsigned a = 1, b = 0;
    int i;
    for (i = 0; i < n; i++) {
        a = (a + p[i]) % 255u;
        b = (b + a) % 255u;
    }
    return (b << 8) | a;
}

static int receive(struct packet *p)
{
    int i;
    p->type = __VERIFIER_nondet_uchar();
    if ((p->type & 0xCF) != 0 || p->type == 0) {
        return 0;
    }
    p->seq = __VERIFIER_nondet_uchar();
    p->len = __VERIFIER_nondet_uchar();
    if (p->len > 8) {
        return 0;
    }
    for (i = 0; i < p->len; i++) {
        p->body[i] = __VERIFIER_nondet_uchar();
    }
    p->sum = __VERIFIER_nondet_uchar();
    p->sum |= (unsigned)__VERIFIER_nondet_uchar() << 8;
    if (fletcher(p->body, p->len) != p->sum) {
        return -1;
    }
    return 1;
}

static int unknown_type(void) {
    return 77;
}

int main(void)
{
    struct packet p = { 0, 0, 0, { 0 }, 0 };
    int k, bad = 0, res = 0;

    for (k = 0; k < 4; k++) {
        int r = receive(&p);
        if (r == 0) {
            break;
        }
        if (r < 0) {
            bad++;
            continue;
        }
        switch (p.type) {
        case TYPE_DATA:
            if (p.seq != expected_seq) {
                res = 1;
                break;
            }
            expected_seq = (expected_seq + p.len) & 0xffu;
            delivered += p.len;
            break;
        case TYPE_ACK:
            if (p.len != 0 && p.body[0] > delivered) {
                res = 2;
            }
            break;
        case TYPE_RST:
            resets++;
            expected_seq = 0;
            break;
        default:
            res = unknown_type();
            break;
        }
        if (p.sum == 0xFFFFu) {
            res = 90;
        }
    }
    if (delivered == 13 && resets == 1) {
        res = 3;
    }
    if (bad == 2 && expected_seq == 6) {
        res = 4;
    }
    if (bad == 4 && delivered > 0) {
        res = 91;
    }
    if (p.len == 6 && p.sum == 0x1234u && bad == 0 && k == 4) {
        res = 5;
    }
    if (delivered > 32) {
        res = 92;
    }
    return res;
}
