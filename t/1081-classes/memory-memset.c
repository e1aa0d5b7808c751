/* SPDX-License-Identifier: GPL-3.0-or-later */
// memset over numbers, structures and parts of them.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
#include <string.h>
struct pair { int a; short b, c; char *p; };
int main(void)
{
    int n[5];
    struct pair s;
    memset(n, 0xff, sizeof n);
    memset(n + 1, 0, 2 * sizeof *n);
    memset(&s, 0, sizeof s);
    claim(n[0] == -1 && n[1] == 0 && n[2] == 0 && n[3] == -1 && !s.p && s.a == 0 && s.c == 0);
    return 0;
}
