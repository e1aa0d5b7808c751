/* SPDX-License-Identifier: GPL-3.0-or-later */
// A short argument lies in the structure itself, and is freed like a long one.
// kind: invalid-free
// args: short
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct string {
    char *text;
    char small[16];
};

static int set(struct string *s, const char *from)
{
    size_t size = strlen(from) + 1;
    s->text = size <= sizeof s->small ? s->small : malloc(size);
    if (!s->text)
        return -1;
    memcpy(s->text, from, size);
    return 0;
}

int main(int argc, char **argv)
{
    struct string s;
    if (argc < 2 || set(&s, argv[1]) < 0)
        return 1;
    puts(s.text);
    free(s.text); // error
    return 0;
}
