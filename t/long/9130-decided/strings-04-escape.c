// A copy of a text into a small buffer with escapes: a newline or a quote becomes two characters.
// Bug: room is tested for one character only, and the write count may pass the capacity by one.
// expect: False inputs: 97 97 97 97 97 97 97 34
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define CAP 8

/* one cell more than announced, as a guard */
static char out[CAP + 1];
static int used;

static void emit(char c)
{
    out[used] = c;
    used++;
}

static int room(int n) { return used + n <= CAP; }

int main(void)
{
    while (room(1)) {
        char c = __VERIFIER_nondet_char();
        if (c == 0)
            break;
        if (c == '\n') {
            if (!room(2))
                break;
            emit('\\');
            emit('n');
        } else if (c == '"') {
            emit('\\');
            emit('"');
        } else
            emit(c);
        if (used > CAP)
            reach_error();
    }
    return 0;
}
