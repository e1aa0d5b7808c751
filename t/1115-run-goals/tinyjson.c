#include <stdio.h>

static int ch, depth, max_depth, nodes, error;
static long total;

static void skip(void)
{
    ch = getchar();
}

static void fail(int code)
{
    if (!error) {
        error = code;
    }
}

static void value(void);

static void literal(const char *s, int weight)
{
    while (*s) {
        if (ch != *s) {
            fail(2);
            return;
        }
        s++;
        skip();
    }
    total += weight;
}

static void array(void) {
    skip();
    if (ch == ']') {
        skip();
        return;
    }
    for (;;) {
        value();
        if (error) {
            return;
        }
        if (ch == ',') {
            skip();
        } else if (ch == ']') {
            skip();
            return;
        } else {
            fail(3);
            return;
        }
    }
}

static void number(void)
{
    int v = 0, n = 0;
    while (ch >= '0' && ch <= '9' && n < 5) {
        v = v * 10 + (ch - '0');
        n++;
        skip();
    }
    if (n > 1 && v < 10) {
        fail(4);
    }
    total += v;
}

static void value(void)
{
    if (++nodes > 12) {
        fail(5);
        return;
    }
    if (ch == '[') {
        if (++depth > 5) {
            fail(6);
        } else {
            if (depth > max_depth) {
                max_depth = depth;
            }
            array();
        }
        depth--;
    } else if (ch >= '0' && ch <= '9') {
        number();
    } else if (ch == 't') {
        literal("true", 1000);
    } else if (ch == 'n') {
        literal("null", 0);
    } else {
        fail(7);
    }
}

int main(void)
{
    int res = 0;
    skip();
    value();
    if (!error && ch != EOF) {
        fail(8);
    }
    if (depth != 0) {
        res = 50;
    }
    if (!error && max_depth == 5 && total == 42) {
        res = 1;
    } else if (!error && nodes == 5 && total == 3007) {
        res = 2;
    } else if (!error && max_depth > nodes) {
        res = 51;
    }
    if (!error && total > 1099989 && max_depth > 0) {
        res = 52;
    }
    return res;
}
