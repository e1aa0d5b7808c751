/* SPDX-License-Identifier: GPL-3.0-or-later */
// The tag says what is in a union.
#include <stdio.h>

enum type { NUMBER, STRING };

struct value {
    enum type type;
    union {
        long number;
        const char *string;
    } u;
};

static int is_true(const struct value *v)
{
    return v->type == NUMBER ? v->u.number != 0 : v->u.string[0] != '\0';
}

int main(void)
{
    struct value v[2] = {{STRING, {.string = "yes"}}, {NUMBER, {.number = 12}}};
    for (int i = 0; i < 2; i++)
        printf("%d\n", is_true(&v[i]));
    return 0;
}
