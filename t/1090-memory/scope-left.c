/* SPDX-License-Identifier: GPL-3.0-or-later */
// A message in a buffer of an inner block is printed outside.
// kind: use-after-scope
#include <stdio.h>

int main(void)
{
    const char *message = "ok";
    int code = 7;
    if (code) {
        char buffer[16];
        snprintf(buffer, sizeof buffer, "error %d", code);
        message = buffer;
    }
    if (message[0] == 'e') // error
        puts("failed");
    return 0;
}
