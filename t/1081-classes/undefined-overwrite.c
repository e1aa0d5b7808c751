/* SPDX-License-Identifier: GPL-3.0-or-later */
// A loop stores behind its array, into the next member.
// undefined
// run: ./prog
// wants: False
#include <assert.h>
struct s {
    int a[4], b;
};
int main(void)
{
    struct s s = {.b = 1};
    for (int i = 0; i <= 4; i++)
        s.a[i] = 7;
    assert(s.b == 1);
    return 0;
}
