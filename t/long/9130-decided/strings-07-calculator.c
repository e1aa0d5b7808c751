// A recursive descent evaluator of sums, products and brackets over digits; values are kept below 1000.
// True: every function reduces its result modulo 1000, so the sum or product of two stays far below the int limit.
// expect: True
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define TEXT 24
#define LIMIT 1000

static char text[TEXT + 1];
static int pos, failed;

static int expression(void);

static char look(void)
{
    while (text[pos] == ' ')
        pos++;
    return text[pos];
}

static int factor(void)
{
    char c = look();
    int v = 0;

    if (c == '(') {
        pos++;
        v = expression();
        if (look() == ')')
            pos++;
        else
            failed = 1;
    } else if (c >= '0' && c <= '9') {
        while (text[pos] >= '0' && text[pos] <= '9') {
            v = (v * 10 + (text[pos] - '0')) % LIMIT;
            pos++;
        }
    } else {
        failed = 1;
    }
    return v;
}

static int term(void)
{
    int v = factor();
    while (!failed && look() == '*') {
        pos++;
        v = (v * factor()) % LIMIT;
    }
    return v;
}

static int expression(void)
{
    int v = term();
    while (!failed && look() == '+') {
        pos++;
        v = (v + term()) % LIMIT;
    }
    return v;
}

int main(void)
{
    int result, i;

    for (i = 0; i < TEXT; i++) {
        text[i] = __VERIFIER_nondet_char();
        if (text[i] == '\n')
            break;
    }
    text[i] = 0;
    result = expression();
    if (result < 0 || result >= LIMIT)
        reach_error();
    if (pos < 0 || pos > i)
        reach_error();
    if (!failed && pos == 0)
        reach_error();
    return 0;
}
