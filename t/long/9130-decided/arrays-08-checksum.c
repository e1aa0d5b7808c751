// A frame with a length byte, up to eight payload bytes and a checksum; the receiver accepts only what was sent.
// Bug: the checksum is a plain sum, and the length is not part of it, so a lost zero and a changed length go unseen.
// expect: False inputs: 2 5 0 1 0
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

typedef unsigned char byte;

struct frame {
    byte len;
    byte data[8];
    byte sum;
};

static byte sum_of(const struct frame *f)
{
    unsigned s = 0;
    for (int i = 0; i < f->len && i < 8; i++)
        s += f->data[i];
    return (byte)(s & 0xff);
}

int main(void)
{
    struct frame sent, got;
    int i;

    for (i = 0; i < 8; i++)
        sent.data[i] = 0;
    sent.len = __VERIFIER_nondet_uchar();
    if (sent.len > 8)
        return 0;
    for (i = 0; i < sent.len; i++)
        sent.data[i] = __VERIFIER_nondet_uchar();
    sent.sum = sum_of(&sent);

    got = sent;
    if (__VERIFIER_nondet_bool()) {            /* noise hits one field */
        byte where = __VERIFIER_nondet_uchar();
        if (where == 0 && got.len > 0)
            got.len--;
        else if (where > 0 && where <= got.len)
            got.data[where - 1] = (byte)(got.data[where - 1] ^ __VERIFIER_nondet_uchar());
    }
    if (sum_of(&got) == got.sum) {             /* accepted */
        if (got.len != sent.len)
            reach_error();
        for (i = 0; i < sent.len; i++)
            if (got.data[i] != sent.data[i])
                reach_error();
    }
    return 0;
}
