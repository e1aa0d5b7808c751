/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// A block that has ended is passed on: its name is not free.
static int *f(int *p, int k)
{
    int x = k;
    int *q = &x;
    if (k) {
        *p = 3;
        return 0;
    }
    return q;
}
int main(void)
{
    int *q = f(0, 0);
    f(q, 1);
    return 0;
}
