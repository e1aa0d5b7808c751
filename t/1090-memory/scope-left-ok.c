/* SPDX-License-Identifier: GPL-3.0-or-later */
// A message in a buffer of the same block.
#include <stdio.h>

int main(void)
{
    const char *message = "ok";
    int code = 7;
    char buffer[16];
    if (code) {
        snprintf(buffer, sizeof buffer, "error %d", code);
        message = buffer;
    }
    if (message[0] == 'e')
        puts("failed");
    return 0;
}
