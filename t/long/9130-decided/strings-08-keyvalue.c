// A parser of lines "key=value;" with quotes; the number of finished pairs must equal the number of equal signs seen.
// Bug: a semicolon inside quotes ends the pair, although the quote is still open, when the value began with a blank.
// expect: False inputs: 61 32 34 59
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum pstate { KEY, VALUE_START, VALUE, QUOTED };

struct parser {
    enum pstate st;
    int blank_first;
    int quote_open;
    unsigned pairs;
    unsigned errors;
};

static void finish(struct parser *p)
{
    if (p->quote_open)
        reach_error();
    p->pairs++;
    p->st = KEY;
    p->blank_first = 0;
}

static void feed(struct parser *p, char c)
{
    switch (p->st) {
    case KEY:
        if (c == '=')
            p->st = VALUE_START;
        else if (c == ';')
            p->errors++;
        break;
    case VALUE_START:
        if (c == ' ') {
            p->blank_first = 1;
            break;
        }
        /* fall through */
    case VALUE:
        if (c == ';')
            finish(p);
        else if (c == '"') {
            p->quote_open = 1;
            p->st = QUOTED;
        } else
            p->st = VALUE;
        break;
    case QUOTED:
        if (c == '"') {
            p->quote_open = 0;
            p->st = VALUE;
        } else if (c == ';' && p->blank_first)
            finish(p);
        break;
    }
}

int main(void)
{
    struct parser p = { KEY, 0, 0, 0, 0 };
    char c;

    while ((c = __VERIFIER_nondet_char()) != 0)
        feed(&p, c);
    return p.errors > 0;
}
