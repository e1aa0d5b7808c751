/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

struct buffer { int length; char text[8]; };
static struct buffer put(struct buffer b, char c)
{
    b.text[b.length++] = c;
    return b;
}
int main(void)
{
    struct buffer b = {0};
    for (int i = 0; i < 5; i++)
        b = put(b, 'a' + i);
    CLAIM(1, b.length == 5);
    CLAIM(2, b.text[4] == 'e');
    CLAIM(3, b.text[5] == 0);
    return 0;
}
