/* SPDX-License-Identifier: GPL-3.0-or-later */
// open_memstream keeps two pointers, and stores there when the stream is flushed.
// wants: any
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char *text = 0;
    size_t size = 9;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return 1;
    fputs("abc", f);
    fclose(f);
    assert(!(size == 3 && text[2] == 'c'));
    return 0;
}
