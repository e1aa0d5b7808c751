/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arrays: a ring, a stack, a matrix, pointers that walk, strings, copies.
 */
#include "runs.h"
#include <string.h>

enum { RING = 3 };
static unsigned char ring[RING];
static unsigned head, used;
static int matrix[2][3];
static char text[6];

static int put(unsigned char c)
{
    if (used == RING)
        return 0;
    ring[(head + used++) % RING] = c;
    return 1;
}

static int take(void)
{
    if (!used)
        return -1;
    int c = ring[head];
    head = (head + 1) % RING;
    used--;
    return c;
}

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

int main(void)
{
    int c, n = 0;
    while (n++ < 2) {
        c = getchar() & 31;
        int v = c & 3;
        if (c & 4)
            EITHER(put((unsigned char)v), "put", "full")
        else
            SHOW("take", take())
        matrix[v & 1][v % 3] += v;
        int *p = matrix[0];
        if (c & 8)
            swap(p + (c >> 4 & 1), &matrix[1][2]);
        text[used] = (char)('a' + v);
        text[used + 1] = 0;
    }
    int total = 0;
    for (int i = 0; i < 2; i++)
        for (const int *p = matrix[i]; p < matrix[i] + 3; p++)
            total += *p;
    SHOW("total", total)
    SHOW("corner", matrix[1][2])
    SHOW("length", (int)strlen(text))
    char copy[6];
    memcpy(copy, text, sizeof copy);
    EITHER(strcmp(copy, "a") == 0, "just a", "something else")
    EITHER(copy[0] == text[0], "same", "different")
    memset(copy, 'x', 2);
    EITHER(copy[1] == 'x' && copy[2] == text[2], "set", "not set")
    for (char *p = text; *p; p++)
        SHOW("letter", *p - 'a')
    return used == RING ? 1 : 0;
}
