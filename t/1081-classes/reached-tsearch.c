/* SPDX-License-Identifier: GPL-3.0-or-later */
// twalk calls back with pointers to what tsearch kept.
// wants: any
#include <assert.h>
#include <search.h>
static int sum;
static int order(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
static void add(const void *node, VISIT v, int depth)
{
    (void)depth;
    if (v == leaf || v == postorder)
        sum += **(int *const *)node;
}
int main(void)
{
    void *root = 0;
    int a = 3, b = 4;
    tsearch(&a, &root, order);
    tsearch(&b, &root, order);
    twalk(root, add);
    assert(!(sum == 7));
    return 0;
}
