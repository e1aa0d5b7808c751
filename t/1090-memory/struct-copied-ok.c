/* SPDX-License-Identifier: GPL-3.0-or-later */
// The copy of a structure has a string of its own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *bytes;
};

static struct text new_text(const char *s)
{
    struct text t = {malloc(strlen(s) + 1)};
    if (t.bytes)
        strcpy(t.bytes, s);
    return t;
}

static void end_text(struct text *t)
{
    free(t->bytes);
    t->bytes = NULL;
}

int main(void)
{
    struct text a = new_text("hello");
    struct text b = new_text(a.bytes ? a.bytes : "");
    if (b.bytes)
        puts(b.bytes);
    end_text(&a);
    end_text(&b);
    return 0;
}
