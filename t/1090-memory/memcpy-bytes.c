/* SPDX-License-Identifier: GPL-3.0-or-later */
// A table is copied in bytes counted for a longer one.
// kind: out-of-bounds
#include <stdio.h>
#include <string.h>

struct sample {
    short x, y;
};

static struct sample recorded[6] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}, {11, 12}};
static struct sample window[4];

int main(void)
{
    memcpy(window, recorded, sizeof recorded); // error
    int sum = 0;
    for (unsigned i = 0; i < sizeof window / sizeof *window; i++)
        sum += window[i].x * window[i].y;
    printf("%d\n", sum);
    return 0;
}
