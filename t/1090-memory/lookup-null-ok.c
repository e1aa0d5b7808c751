/* SPDX-License-Identifier: GPL-3.0-or-later */
// A command is called if it is in the table.
// input: z
#include <stdio.h>

struct command {
    char key;
    int (*run)(int);
};

static int twice(int x)
{
    return 2 * x;
}
static int next(int x)
{
    return x + 1;
}

static const struct command commands[] = {{'d', twice}, {'n', next}};

static const struct command *find(int key)
{
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].key == key)
            return &commands[i];
    return NULL;
}

int main(void)
{
    const struct command *c = find(getchar());
    if (c)
        printf("%d\n", c->run(20));
    return 0;
}
