// A reader of unsigned decimal numbers with at most four digits, from unknown characters.
// Bug: the underscore as digit separator is counted as no digit but still multiplies by ten.
// expect: False inputs: 57 95 95 48 48 1
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    unsigned value = 0;
    int digits = 0;
    int chars = 0;

    while (digits < 4 && chars < 12) {
        char c = __VERIFIER_nondet_char();
        chars++;
        if (c >= '0' && c <= '9') {
            value = value * 10 + (unsigned)(c - '0');
            digits++;
        } else if (c == '_' && digits > 0) {
            value *= 10;
        } else
            break;
    }
    if (value > 9999) {
        ERROR: reach_error();
    }
    return 0;
}
