// Length, copy and compare of a short unknown string, written by hand.
// True: copy stops after the same zero that length stops at, so both strings are equal and equally long.
// expect: True
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }

typedef unsigned int len_t;

static len_t length(const char *s)
{
    len_t n = 0;
    while (s[n])
        n++;
    return n;
}

static void copy(char *to, const char *from)
{
    while ((*to++ = *from++))
        ;
}

static int compare(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b ? 0 : *a < *b ? -1 : 1;
}

int main(void)
{
    char text[24], twin[24];
    int i;

    for (i = 0; i < 23; i++)
        text[i] = __VERIFIER_nondet_char();
    text[23] = 0;
    copy(twin, text);
    if (length(twin) != length(text))
        reach_error();
    if (compare(twin, text) != 0)
        reach_error();
    if (length(text) > 23)
        reach_error();
    twin[0] = 'b';
    text[0] = 'a';
    if (compare(text, twin) != -1 || compare(twin, text) != 1)
        reach_error();
    return 0;
}
