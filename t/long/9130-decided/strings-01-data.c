// A push parser for a JSON-like notation over an endless input: nested lists and records, names, strings, numbers.
// True: the nesting stack has exactly one frame for each open bracket, every push and pop changes opened/closed alike.
// expect: True
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define DEEP 12

typedef enum {
    P_VALUE, P_AFTER_VALUE, P_KEY_OR_END, P_KEY, P_COLON, P_VALUE_OR_END,
    P_STRING, P_ESCAPE, P_HEX, P_NUMBER, P_FRACTION, P_WORD, P_FAIL
} pstate;

typedef enum { F_LIST = 1, F_RECORD = 2 } frame;

struct parser {
    pstate st;
    int string_is_key;
    int hex_left;
    unsigned word_at;
    const char *word;
    frame stack[DEEP];
    int depth;
    unsigned opened, closed;
    unsigned values;
};

static const char word_true[] = "true";
static const char word_false[] = "false";
static const char word_null[] = "null";

static int blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static int digit(char c)
{
    return c >= '0' && c <= '9';
}

static void fail(struct parser *p)
{
    p->st = P_FAIL;
}

static void value_done(struct parser *p)
{
    p->values++;
    p->st = p->depth > 0 ? P_AFTER_VALUE : P_VALUE;
}

static void push(struct parser *p, frame f)
{
    if (p->depth == DEEP) {
        fail(p);
        return;
    }
    p->stack[p->depth] = f;
    p->depth++;
    p->opened++;
    p->st = f == F_LIST ? P_VALUE_OR_END : P_KEY_OR_END;
}

static void pop(struct parser *p, frame f)
{
    if (p->depth == 0)
        reach_error();
    if (p->stack[p->depth - 1] != f) {
        fail(p);
        return;
    }
    p->depth--;
    p->closed++;
    value_done(p);
}

static void begin_word(struct parser *p, const char *w)
{
    p->word = w;
    p->word_at = 1;
    p->st = P_WORD;
}

static void begin_value(struct parser *p, char c)
{
    if (blank(c))
        return;
    if (c == '[')
        push(p, F_LIST);
    else if (c == '{')
        push(p, F_RECORD);
    else if (c == '"') {
        p->string_is_key = 0;
        p->st = P_STRING;
    } else if (digit(c) || c == '-')
        p->st = P_NUMBER;
    else if (c == 't')
        begin_word(p, word_true);
    else if (c == 'f')
        begin_word(p, word_false);
    else if (c == 'n')
        begin_word(p, word_null);
    else
        fail(p);
}

static void after_value(struct parser *p, char c)
{
    if (blank(c))
        return;
    if (p->depth == 0)
        reach_error();
    if (c == ',')
        p->st = p->stack[p->depth - 1] == F_LIST ? P_VALUE : P_KEY;
    else if (c == ']')
        pop(p, F_LIST);
    else if (c == '}')
        pop(p, F_RECORD);
    else
        fail(p);
}

static void feed(struct parser *p, char c)
{
    switch (p->st) {
    case P_VALUE:
        begin_value(p, c);
        break;
    case P_VALUE_OR_END:
        if (c == ']')
            pop(p, F_LIST);
        else
            begin_value(p, c);
        break;
    case P_KEY_OR_END:
        if (c == '}') {
            pop(p, F_RECORD);
            break;
        }
        /* fall through */
    case P_KEY:
        if (c == '"') {
            p->string_is_key = 1;
            p->st = P_STRING;
        } else if (!blank(c))
            fail(p);
        break;
    case P_COLON:
        if (c == ':')
            p->st = P_VALUE;
        else if (!blank(c))
            fail(p);
        break;
    case P_STRING:
        if (c == '\\')
            p->st = P_ESCAPE;
        else if (c == '"') {
            if (p->string_is_key) {
                if (p->depth == 0 || p->stack[p->depth - 1] != F_RECORD)
                    reach_error();
                p->st = P_COLON;
            } else
                value_done(p);
        } else if (c == '\n')
            fail(p);
        break;
    case P_ESCAPE:
        if (c == 'u') {
            p->hex_left = 4;
            p->st = P_HEX;
        } else
            p->st = P_STRING;
        break;
    case P_HEX:
        if (p->hex_left < 1 || p->hex_left > 4)
            reach_error();
        if (!digit(c) && !(c >= 'a' && c <= 'f')) {
            fail(p);
            break;
        }
        p->hex_left--;
        if (p->hex_left == 0)
            p->st = P_STRING;
        break;
    case P_NUMBER:
        if (c == '.')
            p->st = P_FRACTION;
        else if (!digit(c)) {
            value_done(p);
            feed(p, c);
        }
        break;
    case P_FRACTION:
        if (!digit(c)) {
            value_done(p);
            feed(p, c);
        }
        break;
    case P_WORD:
        if (c != p->word[p->word_at]) {
            fail(p);
            break;
        }
        p->word_at++;
        if (p->word_at > 5)
            reach_error();
        if (p->word[p->word_at] == 0)
            value_done(p);
        break;
    case P_AFTER_VALUE:
        after_value(p, c);
        break;
    case P_FAIL:
        break;
    }
}

static void restart(struct parser *p)
{
    p->st = P_VALUE;
    p->depth = 0;
    p->opened = 0;
    p->closed = 0;
    p->values = 0;
}

int main(void)
{
    struct parser p;

    p.string_is_key = 0;
    p.hex_left = 0;
    p.word = word_null;
    p.word_at = 0;
    restart(&p);
    while (1) {
        feed(&p, __VERIFIER_nondet_char());
        if (p.depth < 0 || p.depth > DEEP)
            reach_error();
        if (p.opened - p.closed != (unsigned)p.depth)
            reach_error();
        if (p.st == P_AFTER_VALUE && p.depth == 0)
            reach_error();
        if (p.st == P_FAIL)
            restart(&p);
    }
    return 0;
}
