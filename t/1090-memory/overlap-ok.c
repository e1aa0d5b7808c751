/* SPDX-License-Identifier: GPL-3.0-or-later */
// The head of a string is deleted with memmove.
#include <stdio.h>
#include <string.h>

static void erase(char *s, size_t at, size_t count)
{
    size_t rest = strlen(s) + 1 - at - count;
    memmove(s + at, s + at + count, rest);
}

int main(void)
{
    char path[] = "/usr/local/share/doc";
    erase(path, 4, 6);
    puts(path);
    return 0;
}
