/* SPDX-License-Identifier: GPL-3.0-or-later */
// The length that a packet gives is believed.
// kind: out-of-bounds
// input: \x14aaaaaaaaaaaaaaaaaaaa
#include <stdio.h>

struct packet {
    unsigned char length;
    char data[15];
};

int main(void)
{
    struct packet p;
    int c = getchar();
    if (c == EOF)
        return 1;
    p.length = (unsigned char)c;
    if (fread(p.data, 1, p.length, stdin) != p.length) // error
        return 1;
    printf("%d\n", p.length);
    return 0;
}
