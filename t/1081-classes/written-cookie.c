/* SPDX-License-Identifier: GPL-3.0-or-later */
// A stream of the program's own: fprintf and fflush call the writer, which stores behind its cookie.
// wants: any
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
static ssize_t put(void *cookie, const char *text, size_t size)
{
    *(char *)cookie = text[0];
    return (ssize_t)size;
}
int main(void)
{
    char last = 0;
    cookie_io_functions_t f = {.write = put};
    FILE *s = fopencookie(&last, "w", f);
    if (!s)
        return 1;
    fprintf(s, "%d", 7);
    fflush(s);
    assert(!(last == '7'));
    return 0;
}
