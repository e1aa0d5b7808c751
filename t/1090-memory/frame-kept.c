/* SPDX-License-Identifier: GPL-3.0-or-later */
// A parser keeps the address of a cursor in a frame that is gone.
// kind: use-after-return
#include <stdio.h>

struct parser {
    const char **cursor;
};

static void start(struct parser *p, const char *text)
{
    p->cursor = &text;
}

static int next(struct parser *p)
{
    return *(*p->cursor)++; // error
}

int main(void)
{
    struct parser p;
    start(&p, "let x = 1");
    int c = next(&p);
    printf("%c\n", c);
    return 0;
}
