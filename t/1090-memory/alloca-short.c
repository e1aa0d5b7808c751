/* SPDX-License-Identifier: GPL-3.0-or-later */
// A key is built in a block that alloca makes too short.
// kind: out-of-bounds
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static void show(const char *section, const char *name)
{
    char *key = alloca(strlen(section) + strlen(name));
    size_t n = 0;
    for (const char *p = section; *p; p++)
        key[n++] = *p;
    key[n++] = '.';
    for (const char *p = name; *p; p++)
        key[n++] = *p; // error
    key[n] = '\0';
    puts(key);
}

int main(void)
{
    show("core", "name");
    return 0;
}
