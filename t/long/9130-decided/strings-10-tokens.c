// A lexer for a toy language: names, numbers, operators of one or two characters, and strings; each token kind
// is counted. Bug: "<=" split by the end of a look-ahead window of 8 is counted as two tokens, not one.
// expect: False inputs: 97 97 97 97 97 97 97 60 61 0
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define WINDOW 8

enum kind { T_NONE, T_NAME, T_NUMBER, T_OP1, T_OP2, T_STRING, T_END };

static char win[WINDOW + 1];
static int at;
static int pending_less;          /* the window before this one ended in '<' */
static int splits;

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_digit(char c)  { return c >= '0' && c <= '9'; }

static int fill(void)
{
    int i;
    for (i = 0; i < WINDOW; i++) {
        win[i] = __VERIFIER_nondet_char();
        if (win[i] == 0)
            break;
    }
    win[i] = 0;
    at = 0;
    return i;
}

static enum kind token(void)
{
    char c = win[at];

    while (c == ' ')
        c = win[++at];
    if (c == 0)
        return T_END;
    if (is_letter(c)) {
        while (is_letter(win[at]) || is_digit(win[at]))
            at++;
        return T_NAME;
    }
    if (is_digit(c)) {
        while (is_digit(win[at]))
            at++;
        return T_NUMBER;
    }
    if (c == '"') {
        at++;
        while (win[at] != 0 && win[at] != '"')
            at++;
        if (win[at] == '"')
            at++;
        return T_STRING;
    }
    at++;
    if ((c == '<' || c == '>') && win[at] == '=') {
        at++;
        return T_OP2;
    }
    return T_OP1;
}

int main(void)
{
    int n;

    while ((n = fill()) > 0) {
        enum kind k;
        if (pending_less && win[0] == '=')
            splits++;
        while ((k = token()) != T_END) {
            if (at > n || k == T_NONE)
                reach_error();
        }
        pending_less = n == WINDOW && win[WINDOW - 1] == '<';
        if (splits > 0) {
            ERROR: reach_error();
        }
    }
    return 0;
}
