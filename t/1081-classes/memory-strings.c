/* SPDX-License-Identifier: GPL-3.0-or-later */
// Functions of strings on bytes that are known.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
#include <string.h>
int main(void)
{
    char b[32], c[32];
    strcpy(b, "hello");
    strcat(b, ", world");
    strncpy(c, b, sizeof c);
    claim(strlen(b) == 12 && !strcmp(b, c) && strchr(b, 'w') == b + 7 && strrchr(b, 'o') == b + 8 &&
          strstr(b, "lo, ") == b + 3 && !memcmp(b, "hello", 5) && strncmp(b, "help", 4) < 0);
    return 0;
}
