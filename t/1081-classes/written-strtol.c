/* SPDX-License-Identifier: GPL-3.0-or-later */
// strtol leaves where it stopped behind a pointer to a pointer.
// wants: any
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    char text[] = "12x", *end = text;
    long n = strtol(text, &end, 10);
    *end = 'y';
    assert(!(n == 12 && text[2] == 'y'));
    return 0;
}
