/* SPDX-License-Identifier: GPL-3.0-or-later */
// snprintf is told the size of the buffer.
#include <stdio.h>

struct address {
    int host[4];
    int port;
};

int main(void)
{
    struct address a = {{192, 168, 100, 200}, 65535};
    char text[16];
    snprintf(text, sizeof text, "%d.%d.%d.%d:%d", a.host[0], a.host[1], a.host[2], a.host[3], a.port);
    puts(text);
    return 0;
}
