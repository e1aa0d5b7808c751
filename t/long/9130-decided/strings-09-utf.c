// A decoder of UTF-8 sequences over an endless byte stream; a decoded code point stays below 0x200000.
// True: a lead byte gives 5, 4 or 3 bits and each of the one to three further bytes 6 more, so at most 21 bits.
// expect: True
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

typedef struct {
    unsigned code;
    int missing;
    int length;
} decoder;

static int decode(decoder *d, unsigned char b)
{
    if (d->missing > 0) {
        if ((b & 0xc0) != 0x80) {
            d->missing = 0;
            d->code = 0;
            return -1;
        }
        d->code = d->code << 6 | (b & 0x3f);
        d->missing--;
        return d->missing == 0;
    }
    if (b < 0x80) {
        d->code = b;
        d->length = 1;
        return 1;
    }
    if ((b & 0xe0) == 0xc0) { d->code = b & 0x1f; d->missing = 1; }
    else if ((b & 0xf0) == 0xe0) { d->code = b & 0x0f; d->missing = 2; }
    else if ((b & 0xf8) == 0xf0) { d->code = b & 0x07; d->missing = 3; }
    else return -1;
    d->length = d->missing + 1;
    return 0;
}

int main(void)
{
    decoder d = { 0, 0, 0 };

    while (1) {
        int rc = decode(&d, __VERIFIER_nondet_uchar());
        if (d.missing < 0 || d.missing > 3)
            reach_error();
        if (rc == 1) {
            if (d.code >= 0x200000u)
                reach_error();
            if (d.length == 1 && d.code > 0x7f)
                reach_error();
            if (d.length == 2 && d.code > 0x7ff)
                reach_error();
            if (d.length == 3 && d.code > 0xffff)
                reach_error();
        }
    }
}
