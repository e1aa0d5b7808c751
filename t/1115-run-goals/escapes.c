#include <unistd.h>
#include <string.h>

static unsigned char in[48], out[48];
static int nin, nout, pos;

static int hexval(int c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c |= 0x20;
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return -1;
}

static void emit(int c)
{
    out[nout++] = (unsigned char)c;
}

static void emit_wide(unsigned u) {
    if (u < 0x80) {
        emit((int)u);
    } else if (u < 0x800) {
        emit((int)(0xC0 | (u >> 6)));
        emit((int)(0x80 | (u & 63)));
    } else {
        emit((int)(0xE0 | (u >> 12)));
        emit((int)(0x80 | ((u >> 6) & 63)));
        emit((int)(0x80 | (u & 63)));
    }
}

static int escape(int c)
{
    unsigned u = 0;
    int k, h;
    switch (c) {
    case 'n':
        emit('\n');
        return 1;
    case 't':
        emit('\t');
        return 1;
    case '\\':
    case '"':
        emit(c);
        return 1;
    case 'u':
        for (k = 0; k < 4; k++) {
            if (pos >= nin || (h = hexval(in[pos])) < 0) {
                return 0;
            }
            u = u * 16 + (unsigned)h;
            pos++;
        }
        emit_wide(u);
        return 1;
    default:
        return 0;
    }
}

static int decode(void)
{
    if (nin < 2 || in[pos++] != '"') {
        return -1;
    }
    while (pos < nin) {
        int c = in[pos++];
        if (c == '"') {
            return pos == nin ? 0 : -2;
        }
        if (c == '\\') {
            if (pos >= nin || !escape(in[pos++])) {
                return -3;
            }
        } else if (c < 32) {
            return -4;
        } else {
            emit(c);
        }
    }
    return -5;
}

int main(void)
{
    int r, res = 0, i, nl = 0;
    nin = (int)read(0, in, 40);
    if (nin < 0) {
        return 9;
    }
    r = decode();
    for (i = 0; i < nout; i++) {
        nl += out[i] == '\n';
    }
    if (nout >= nin && nin > 0) {
        res = 50;
    }
    if (r == 0 && nl == 3 && nout == 5) {
        res = 1;
    }
    if (r == 0 && nout == 6 && memcmp(out, "\xe2\x82\xac\tOK", 6) == 0) {
        res = 2;
    }
    if (r == 0 && nl > 19) {
        res = 51;
    }
    if (r == -4 && in[pos - 1] > 31) {
        res = 52;
    }
    return res;
}
