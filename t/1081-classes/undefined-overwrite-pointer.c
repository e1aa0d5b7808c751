/* SPDX-License-Identifier: GPL-3.0-or-later */
// The same through a pointer to the member: no index is wrong.
// undefined
// run: ./prog
// wants: False
#include <assert.h>
struct s {
    int a[4], b;
};
int main(void)
{
    static struct s s = {.b = 1};
    int *p = s.a;
    p += 4;
    *p = 2;
    assert(s.b == 1);
    return 0;
}
