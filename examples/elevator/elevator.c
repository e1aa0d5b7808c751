/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An elevator for three floors. Each round it looks at the buttons and at the light barrier of its door, and moves by a
 * floor, opens, or closes. Whoever stands in the door keeps it open, for ever if they like: that it comes holds under
 * fairness only.
 */
#include <stdio.h>
#include <stdlib.h>

int floor_now, goal; /* 0 to 2 */
int is_open, is_blocked;

/* To the model, any byte again and again: that the input ends is left out. */
static int read_byte(void)
{
    int c = getchar();
    if (c == EOF)
        exit(0);
    return c;
}
#pragma cwolf input read_byte : [0, 255]

static void look(void)
{
    int barrier = read_byte();
    is_blocked = barrier == 'b';
    int c = read_byte();
    if (goal != floor_now)
        return;
    if (c == '0')
        goal = 0;
    else if (c == '1')
        goal = 1;
    else if (c == '2')
        goal = 2;
}

static void step(void)
{
    if (is_open) {
        if (!is_blocked)
            is_open = 0;
    } else if (floor_now < goal) {
        floor_now++;
        is_open = floor_now == goal;
    } else if (floor_now > goal) {
        floor_now--;
        is_open = floor_now == goal;
    }
}

int main(void)
{
    for (;;) {
        look();
        step();
        printf("floor %d%s\n", floor_now, is_open ? ", open" : "");
    }
}
