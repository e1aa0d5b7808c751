// A checker of nested brackets with a stack of 32 places over an endless input.
// True: push is refused when the stack is full and pop when it is empty, so 0 <= top <= 32 and only openers are stored.
// expect: True
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define MAX 32

static char stack[MAX];
static int top;

static char partner(char close)
{
    if (close == ')') return '(';
    if (close == ']') return '[';
    if (close == '}') return '{';
    return 0;
}

static int feed(char c)
{
    switch (c) {
    case '(': case '[': case '{':
        if (top == MAX)
            return -1;
        stack[top++] = c;
        return 0;
    case ')': case ']': case '}':
        if (top == 0)
            return -2;
        if (stack[top - 1] != partner(c))
            return -3;
        top--;
        return 0;
    default:
        return 1;
    }
}

int main(void)
{
    while (1) {
        char c = __VERIFIER_nondet_char();
        int old = top;
        int rc = feed(c);
        if (rc < 0 && top != old)
            reach_error();
        if (top < 0 || top > MAX)
            reach_error();
        if (top > 0) {
            char t = stack[top - 1];
            if (t != '(' && t != '[' && t != '{')
                reach_error();
        }
        if (rc == -3)
            top = 0;
    }
}
