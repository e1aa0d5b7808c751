/* SPDX-License-Identifier: GPL-3.0-or-later */
// snprintf is told a size that the buffer does not have.
// kind: out-of-bounds
#include <stdio.h>

struct address {
    int host[4];
    int port;
};

int main(void)
{
    struct address a = {{192, 168, 100, 200}, 65535};
    char text[16];
    snprintf(text, 32, "%d.%d.%d.%d:%d", a.host[0], a.host[1], a.host[2], a.host[3], a.port); // error
    puts(text);
    return 0;
}
