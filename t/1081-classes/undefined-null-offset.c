/* SPDX-License-Identifier: GPL-3.0-or-later */
// The address of a member of null is no load.
// undefined
// run: ./prog
// wants: False
#include <assert.h>
struct s {
    int a, b;
};
int main(void)
{
    struct s *p = 0;
    assert(&p->b == 0);
    return 0;
}
