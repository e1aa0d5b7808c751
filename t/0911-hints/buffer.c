/* SPDX-License-Identifier: GPL-3.0-or-later */
// What stands in a buffer.
#include <assert.h>
#include <stdio.h>
static char line[40];
int main(void)
{
    if (!fgets(line, sizeof line, stdin))
        return 0;
    int n = 0;
    for (char *s = line; *s; s++)
        n += *s == ' ';
    assert(n < 40);
    return 0;
}
