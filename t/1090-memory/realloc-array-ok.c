/* SPDX-License-Identifier: GPL-3.0-or-later */
// A table that begins as a static array is copied when it grows.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int initial[4];
static int *table = initial;
static size_t room = 4;

static int grow(void)
{
    int *bigger = realloc(table == initial ? NULL : table, 2 * room * sizeof *bigger);
    if (!bigger)
        return -1;
    if (table == initial)
        memcpy(bigger, initial, sizeof initial);
    table = bigger;
    room *= 2;
    return 0;
}

int main(void)
{
    for (size_t i = 0; i < 10; i++) {
        if (i == room && grow() < 0)
            break;
        table[i] = (int)i;
    }
    printf("%d\n", table[3]);
    if (table != initial)
        free(table);
    return 0;
}
