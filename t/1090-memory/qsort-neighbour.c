/* SPDX-License-Identifier: GPL-3.0-or-later */
// A comparison looks at the neighbour of its second element.
// kind: out-of-bounds
#include <stdio.h>
#include <stdlib.h>

struct version {
    int major, minor;
};

static int compare(const void *a, const void *b)
{
    const struct version *x = a, *y = b;
    if (x->major != y->major)
        return x->major < y->major ? -1 : 1;
    return x->minor - y[1].minor; // error
}

int main(void)
{
    struct version v[2] = {{1, 9}, {1, 2}};
    qsort(v, 2, sizeof *v, compare);
    printf("%d.%d\n", v[0].major, v[0].minor);
    return 0;
}
