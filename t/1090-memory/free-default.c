/* SPDX-License-Identifier: GPL-3.0-or-later */
// A string that was never set is freed with its default.
// kind: invalid-free
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s)
{
    char *t = malloc(strlen(s) + 1);
    return t ? strcpy(t, s) : NULL;
}

struct options {
    char *path;
};

static void end_options(struct options *o)
{
    free(o->path); // error
}

int main(void)
{
    struct options o = {"/etc/motd"};
    const char *home = NULL;
    if (home) {
        end_options(&o);
        o.path = copy(home);
    }
    if (o.path)
        puts(o.path);
    end_options(&o);
    return 0;
}
