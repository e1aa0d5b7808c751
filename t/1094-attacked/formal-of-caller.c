/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// The argument leads to the parameter of the activation before, which has the name of the new one.
extern void reach_error(void);
static void f(int *p, int n)
{
#pragma cwolf predicate *p == 0
#pragma cwolf predicate n == 1
    if (n == 1)
        f(&n, 0);
    else if (*p != 0)
        reach_error();
}
int main(void) { int y = 0; f(&y, 1); return 0; }
