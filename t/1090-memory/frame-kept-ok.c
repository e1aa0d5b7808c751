/* SPDX-License-Identifier: GPL-3.0-or-later */
// A parser keeps the address of a cursor that lives as long as it.
#include <stdio.h>

struct parser {
    const char **cursor;
};

static void start(struct parser *p, const char **text)
{
    p->cursor = text;
}

static int next(struct parser *p)
{
    return *(*p->cursor)++;
}

int main(void)
{
    struct parser p;
    const char *text = "let x = 1";
    start(&p, &text);
    int c = next(&p);
    printf("%c\n", c);
    return 0;
}
