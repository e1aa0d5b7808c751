/* SPDX-License-Identifier: GPL-3.0-or-later */
// So are those of a zero-length array at the end of a heap block.
// wants: any
#include <assert.h>
#include <stdlib.h>
struct s {
    int n;
    int d[0];
};
int main(void)
{
    struct s *s = malloc(sizeof *s + 2 * sizeof(int));
    if (!s)
        return 1;
    s->d[0] = 3;
    s->d[1] = 4;
    assert(!(s->d[0] == 3 && s->d[1] == 4));
    return 0;
}
