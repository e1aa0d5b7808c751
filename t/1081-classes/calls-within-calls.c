/* SPDX-License-Identifier: GPL-3.0-or-later */
// Several calls of builtin functions that stand at one place all have their effect.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
#include <string.h>
#define ALL(d) strcat(strcat(strcat(d, "b"), "c"), "d")
int main(void)
{
    char text[16] = "a";
    ALL(text);
    claim(strchr(text, 0) == text + 4 && !strcmp(text, "abcd"));
    return 0;
}
