/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine: memory-safe
// A pointer to a nested function finds the frame of the activation that made it.
static int apply(int (*f)(int), int x) { return f(x); }
static int rec(int n)
{
    int a[4] = {n, n, n, n};
    int get(int i) { return a[i]; }
    if (n > 0) return rec(n - 1) + apply(get, 2);
    return apply(get, 1);
}
int main(void) { return rec(3) != 6; }
